import { isGzip } from "../capture/gzip.ts";
import { MembersError, membersOf } from "../json/members.ts";
import { ConfigurationError } from "../kubelet/error.ts";
import { documentsOf } from "../kubelet/yaml.ts";
import { isPlain, textOfFile } from "./text.ts";

/** What a document of the API, or what stands in its place, turned out to be. */
export interface Identified {
  readonly kind: "Summary" | "PodList" | "Status" | "capture" | "configuration" | "other";
  /** For a sentence: `a PodList`, `empty`. */
  readonly words: string;
  /** The document as JSON; null for a text that is not a document. */
  readonly json: Uint8Array | null;
}

type Members = ReadonlyMap<string, unknown>;

/** A document that has to be decompressed before anything can be said about it. */
export const GZIP: Identified = { kind: "other", words: "compressed with gzip", json: null };

/** What `words` are of a document that ends too early. */
export const CUT_JSON = "JSON that is cut off";

const NAMES_SHOWN = 5;
const TEXT_SHOWN = 40;
/** Looks at each blank once: a text may be a million empty lines. */
const SAYS_WHAT_IT_IS = /^[ \t]*(?:- )?(?:kind|items)[ \t]*:/m;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * Finds out what a document is: JSON or YAML, UTF-8 or UTF-16. Pods that come alone, as a List or
 * as several documents become a PodList; all else comes back as it is.
 */
export function identify(bytes: Uint8Array): Identified {
  if (isPlain(bytes)) {
    const members = membersOfJson(bytes);
    if (members !== null) return identified(members, () => bytes);
  }
  const text = textOfFile(bytes);
  if (text === null) return isGzip(bytes) ? GZIP : other("no text in UTF-8 or UTF-16");
  if (text.trim() === "") return other("empty");
  return identifyText(text);
}

/** The members of a JSON object, those read that say what it is; null when it is none. */
function membersOfJson(bytes: Uint8Array): Members | null {
  try {
    return new Map([...membersOf(bytes)].map(([name, value]) => [name, scalarOf(value)]));
  } catch (error) {
    if (error instanceof MembersError || error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Texts and numbers are read; of a list and of an object only what it is. */
function scalarOf(bytes: Uint8Array): unknown {
  if (bytes[0] === 0x5b) return [];
  if (bytes[0] === 0x7b) return {};
  return JSON.parse(decoder.decode(bytes));
}

function identifyText(text: string): Identified {
  const start = text.trimStart();
  if (/^[{[]/.test(start)) return identifyJson(start);
  if (isTable(start)) return other("the table that kubectl prints for people");
  if (/^No resources found/.test(start)) return other("what kubectl says when it finds nothing");
  // Every document of the API says one of the two; a text that does not is not worth parsing.
  if (!SAYS_WHAT_IT_IS.test(start)) return other(beginning(start));
  return identifyYaml(text);
}

function identifyJson(text: string): Identified {
  const json = encoder.encode(text);
  const members = membersOfJson(json);
  if (members !== null) return identified(members, () => json);
  if (text.startsWith("[")) return other("a JSON array");
  try {
    JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return other(reasonOf(json));
    throw error;
  }
  return other("JSON, and no object");
}

function reasonOf(json: Uint8Array): string {
  try {
    membersOf(json);
    return "no valid JSON";
  } catch (error) {
    if (!(error instanceof MembersError)) throw error;
    return error.cut ? CUT_JSON : `no valid JSON (${error.message})`;
  }
}

function identifyYaml(text: string): Identified {
  try {
    const { values } = documentsOf({ name: "it", text });
    const [first, ...others] = values;
    const whole = others.length === 0 ? first : { kind: "List", items: values };
    if (typeof whole !== "object" || whole === null) return other(beginning(text));
    const members = new Map(Object.entries(whole));
    return identified(members, () => encoder.encode(JSON.stringify(whole)));
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return other(`YAML with an error (${error.message.replace(/; .*$/s, "")})`);
  }
}

function identified(members: Members, json: () => Uint8Array): Identified {
  const kind = members.get("kind");
  if (kind === "Status") return { kind: "Status", words: statusWords(members), json: json() };
  if (kind === "Pod") return { kind: "PodList", words: "a Pod", json: listOf(json()) };
  if (kind === "List") return identifiedList(json());
  if (kind === "PodList") return { kind: "PodList", words: "a PodList", json: json() };
  if (kind === "KubeletConfiguration" || members.has("kubeletconfig")) {
    return { kind: "configuration", words: "a kubelet configuration", json: json() };
  }
  if (typeof kind === "string" && kind !== "") return other(`a ${kind}`, json());
  if (members.has("plimsoll")) return { kind: "capture", words: "a capture", json: json() };
  if (members.has("node") && !members.has("time")) {
    return { kind: "Summary", words: "a stats Summary", json: json() };
  }
  if (members.has("items")) return { kind: "PodList", words: "a PodList", json: json() };
  if (members.has("time")) return { kind: "capture", words: "a record of a capture", json: json() };
  const names = [...members.keys()].slice(0, NAMES_SHOWN).join(", ");
  return other(`an object with ${names === "" ? "no members" : names}`, json());
}

/** What kubectl makes of several objects, which need not be pods. */
function identifiedList(json: Uint8Array): Identified {
  const { items } = JSON.parse(decoder.decode(json)) as { readonly items?: unknown };
  const kinds = new Set((Array.isArray(items) ? items : []).map(kindOf));
  kinds.delete("Pod");
  if (kinds.size === 0) return { kind: "PodList", words: "a List of pods", json };
  return other(`a List with ${[...kinds].sort().join(", ")}`, json);
}

function kindOf(item: unknown): string {
  const kind = typeof item === "object" && item !== null && "kind" in item ? item.kind : undefined;
  return typeof kind === "string" ? kind : "objects of no kind";
}

function listOf(pod: Uint8Array): Uint8Array {
  return encoder.encode(`{"kind":"PodList","apiVersion":"v1","items":[${decoder.decode(pod)}]}`);
}

/** What the API server answers in place of a document it does not give. */
function statusWords(members: Members): string {
  const [code, reason, message] = ["code", "reason", "message"].map((name) => members.get(name));
  const said = [[code, reason].filter((part) => part !== undefined).join(" "), message];
  return `a Status (${said.filter((part) => part !== undefined && part !== "").join(": ")})`;
}

function isTable(text: string): boolean {
  return /^(?:NAMESPACE +)?NAME +[A-Z]/.test(text);
}

function beginning(text: string): string {
  const [line = ""] = text.trimStart().split(/\r?\n/);
  const shown = line.length > TEXT_SHOWN ? `${line.slice(0, TEXT_SHOWN)}…` : line;
  return `a text that begins with ${JSON.stringify(shown)}`;
}

function other(words: string, json: Uint8Array | null = null): Identified {
  return { kind: "other", words, json };
}
