/** User data of EC2 instances: MIME of several parts, a NodeConfig alone, or a shell script. */

import { isMembers, type Members } from "../../json/untyped.ts";
import { ConfigurationError, NoConfigurationError } from "../error.ts";
import { flagsOfWords } from "../flags.ts";
import type { ConfigurationText, LoadedConfiguration } from "../loaded.ts";
import { wordsOf } from "../words.ts";
import { documentsOf } from "../yaml.ts";
import { al2Configuration, NODEADM_GROUP, nodeadmConfiguration } from "./eks.ts";
import { type FormInput, isOfGroup } from "./form.ts";

const NODE_CONFIG_TYPE = `application/${NODEADM_GROUP}`;
const HEADER = /^([A-Za-z-]+):[ \t]*(.*)$/;
/** The option of bootstrap.sh that hands flags to the kubelet. */
const EXTRA_ARGS = "--kubelet-extra-args";

interface Part {
  /** The content type in lower case, without parameters. */
  readonly type: string;
  readonly text: string;
}

export function looksLikeMime(firstLine: string): boolean {
  return /^(?:MIME-Version|Content-Type):/i.test(firstLine);
}

export function looksLikeScript(firstLine: string): boolean {
  return firstLine.startsWith("#!");
}

/** The parts of the user data that say something about the kubelet. */
export function bootConfiguration(
  input: Pick<FormInput, "name" | "node">,
  text: string,
): LoadedConfiguration {
  const { name } = input;
  const parts = partsOf({ name, text });
  const nodeConfigs = parts
    .filter(({ type }) => type === NODE_CONFIG_TYPE)
    .flatMap((part) => documentsInPart({ name, text: part.text }));
  if (nodeConfigs.length > 0) return nodeadmConfiguration(input, nodeConfigs);
  const scripts = parts.filter(({ type }) => type !== NODE_CONFIG_TYPE);
  const script = scripts.find((part) => part.text.includes("bootstrap.sh"));
  if (script !== undefined) return al2Configuration(input, extraArguments(script.text));
  const types = wordsOfTypes(parts.map(({ type }) => type || "text without a type"));
  throw new NoConfigurationError(
    `${name}: user data with neither a NodeConfig nor a call of bootstrap.sh (it holds ` +
      `${types || "no part"}); the configuration of its kubelet is not known.`,
  );
}

const TYPES_SHOWN = 5;

function wordsOfTypes(types: readonly string[]): string {
  const distinct = [...new Set(types)];
  const more = distinct.length > TYPES_SHOWN ? ", …" : "";
  return `${distinct.slice(0, TYPES_SHOWN).join(", ")}${more}`;
}

/** The NodeConfigs in the user data of a node class; none when it is something else. */
export function nodeConfigsOf(source: ConfigurationText): Members[] {
  const first = source.text.trimStart();
  if (first === "" || looksLikeScript(first)) return [];
  if (!looksLikeMime(first)) return documentsInPart(source);
  return partsOf({ ...source, text: first })
    .filter(({ type }) => type === NODE_CONFIG_TYPE)
    .flatMap(({ text }) => documentsInPart({ name: source.name, text }));
}

function documentsInPart(source: ConfigurationText): Members[] {
  return documentsOf(source)
    .values.filter(isMembers)
    .filter((document) => document.kind === "NodeConfig" && isOfGroup(document, NODEADM_GROUP));
}

/** RFC 2046, as far as user data goes: one level of parts, each with its headers. */
function partsOf({ name, text }: ConfigurationText): Part[] {
  const { headers, body } = headed(text);
  const type = headers.get("content-type") ?? "";
  if (looksLikeScript(text.trimStart())) return [{ type: "text/x-shellscript", text }];
  const boundary = /boundary="?([^";\s]{1,70})"?/i.exec(type)?.[1];
  if (boundary === undefined) {
    throw new ConfigurationError(`${name}: its MIME header names no boundary; write one.`);
  }
  const sections: string[] = [];
  let section: string[] | null = null;
  for (const line of body.split(/\r?\n/)) {
    const isEnd = line.trimEnd() === `--${boundary}--`;
    if (!isEnd && line.trimEnd() !== `--${boundary}`) {
      section?.push(line);
      continue;
    }
    if (section !== null) sections.push(section.join("\n"));
    section = [];
    if (isEnd) break;
  }
  return sections.map((each) => partOf(name, each));
}

function partOf(name: string, section: string): Part {
  const { headers, body } = headed(section);
  const type = (headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  const encoding = headers.get("content-transfer-encoding")?.trim().toLowerCase() ?? "7bit";
  if (encoding !== "base64") return { type, text: body };
  try {
    const bytes = Uint8Array.from(atob(body.replace(/\s/g, "")), (each) => each.charCodeAt(0));
    return { type, text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    throw new ConfigurationError(`${name}: a part of type ${type} is not base64 of a text.`);
  }
}

function headed(text: string): { headers: Map<string, string>; body: string } {
  const headers = new Map<string, string>();
  const lines = text.split(/\r?\n/);
  let at = 0;
  let last = "";
  for (; at < lines.length && lines[at] !== ""; at++) {
    const line = lines[at] ?? "";
    const found = HEADER.exec(line);
    if (found?.[1] !== undefined) {
      last = found[1].toLowerCase();
      headers.set(last, found[2] ?? "");
    } else if (/^[ \t]/.test(line) && last !== "") {
      headers.set(last, `${headers.get(last)} ${line.trim()}`);
    } else {
      break;
    }
  }
  return { headers, body: lines.slice(lines[at] === "" ? at + 1 : at).join("\n") };
}

/** The flags after `--kubelet-extra-args` in a script, whose quotes hold them together. */
function extraArguments(script: string): string[] {
  const words = wordsOf(script);
  const at = words.findIndex((word) => word === EXTRA_ARGS || word.startsWith(`${EXTRA_ARGS}=`));
  if (at < 0) return [];
  const text = words[at] === EXTRA_ARGS ? words[at + 1] : words[at]?.slice(EXTRA_ARGS.length + 1);
  const flags = wordsOf(text ?? "");
  // Anything but a flag is a variable of the script, which cannot be expanded here.
  flagsOfWords(flags);
  return flags;
}
