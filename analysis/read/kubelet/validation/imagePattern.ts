/** Rules for images that are exempt from verification: a name, or a prefix that ends in `/*`. */
import type { Release } from "./facts.ts";

const COMPONENT = "[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*";
const LABEL = "(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9])";
const HOST = `(?:${LABEL}(?:\\.${LABEL})*|\\[[a-fA-F0-9:]+\\])(?::[0-9]+)?`;
const REFERENCE = new RegExp(
  `^((?:${HOST}/)?${COMPONENT}(?:/${COMPONENT})*)(?::[\\w][\\w.-]{0,127})?` +
    "(?:@([A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,}))?$",
);
const NAMED = new RegExp(`^(?:${HOST}/)?(${COMPONENT}(?:/${COMPONENT})*)$`);
const IDENTIFIER = /^[a-f0-9]{64}$/;
const HUB = "docker.io";
const PATH_MAX = 255;
/** The first release that takes names without what Docker Hub's short ones leave out. */
const WRITTEN_OUT_UNTIL: Release = 36;
const NOT_AN_IMAGE = "failed to parse as an image name: ";

/** What is wrong with each pattern that is wrong, in order. */
export function imagePatternErrors(patterns: readonly string[], release: Release): string[] {
  return patterns.flatMap((pattern) => patternError(pattern, release) ?? []);
}

function patternError(pattern: string, release: Release): string | undefined {
  if (hasOuterSpace(pattern)) {
    return `leading/trailing spaces are not allowed: ${pattern}`;
  }
  const isWildcard = pattern.endsWith("/*");
  const name = isWildcard ? pattern.slice(0, -1) : pattern;
  if (name === "") return `the supplied pattern is too short: ${pattern}`;
  if (name.includes("*")) {
    return "not a valid wildcard pattern, only patterns ending with '/*' are allowed: " + pattern;
  }
  if (isWildcard) return name === "/" ? "at least registry hostname is required" : undefined;
  return release < WRITTEN_OUT_UNTIL ? nameError(name) : referenceError(name, name);
}

/** As Go trims: the spaces of Unicode, without the byte order mark. */
function hasOuterSpace(text: string): boolean {
  return [text.at(0), text.at(-1)].some(
    (each) => each !== "\ufeff" && /^[\s\u0085]$/.test(each ?? ""),
  );
}

function nameError(name: string): string | undefined {
  if (IDENTIFIER.test(name)) {
    const limit = "cannot specify 64-byte hexadecimal strings";
    return `${NOT_AN_IMAGE}invalid repository name (${name}), ${limit}`;
  }
  const [domain, remainder] = splitDomain(name);
  const remote = remainder.split(":")[0] ?? "";
  if (remote.toLowerCase() !== remote) {
    const reason = `repository name (${remote}) must be lowercase`;
    return `${NOT_AN_IMAGE}invalid reference format: ${reason}`;
  }
  return referenceError(name, `${domain}/${remainder}`);
}

/** `reference` is the name with what it leaves out, where the release asks for that. */
function referenceError(name: string, reference: string): string | undefined {
  const found = REFERENCE.exec(reference);
  if (found === null) {
    const lower = REFERENCE.test(reference.toLowerCase());
    const reason = lower ? "repository name must be lowercase" : "invalid reference format";
    return NOT_AN_IMAGE + reason;
  }
  const path = NAMED.exec(found[1] ?? "")?.[1] ?? "";
  if (path.length > PATH_MAX) {
    return `${NOT_AN_IMAGE}repository name must not be more than ${PATH_MAX} characters`;
  }
  const digest = found[2] === undefined ? undefined : digestError(found[2]);
  if (digest !== undefined) return NOT_AN_IMAGE + digest;
  if (found[1] === name) return undefined;
  return `neither tag nor digest is accepted in an image reference: ${name}`;
}

/** Hexadecimal digits of each algorithm. */
const DIGESTS: ReadonlyMap<string, number> = new Map([
  ["sha256", 64],
  ["sha384", 96],
  ["sha512", 128],
]);

function digestError(digest: string): string | undefined {
  const [algorithm = "", encoded = ""] = digest.split(":");
  const digits = DIGESTS.get(algorithm);
  if (digits === undefined) {
    const isOther = algorithm.toLowerCase() === algorithm;
    return isOther ? "unsupported digest algorithm" : "invalid checksum digest format";
  }
  if (encoded.length !== digits) return "invalid checksum digest length";
  return encoded.toLowerCase() === encoded ? undefined : "invalid checksum digest format";
}

/** The registry and the rest, with what Docker Hub's short names leave out. */
function splitDomain(name: string): readonly [domain: string, remainder: string] {
  const at = name.indexOf("/");
  if (at < 0) return [HUB, `library/${name}`];
  const first = name.slice(0, at);
  const rest = name.slice(at + 1);
  const isDomain = first === "localhost" || /[.:]/.test(first) || first.toLowerCase() !== first;
  const isHub = !isDomain || first === "index.docker.io" || first === HUB;
  if (!isHub) return [first, rest];
  const remainder = isDomain ? rest : name;
  return [HUB, remainder.includes("/") ? remainder : `library/${remainder}`];
}
