/** What a JSON object is by its members: a row for each document that may be given. */
import { MembersError, membersOf } from "../json/members.ts";

/** The recognized kind of an API document, or of the input that was given instead. */
export interface Identified {
  readonly kind: "Summary" | "PodList" | "Status" | "capture" | "configuration" | "other";
  /** The name in a sentence: `a PodList`, `empty`. */
  readonly words: string;
  /** The document as JSON; null for a text that is not a document. */
  readonly json: Uint8Array | null;
}

interface DocumentRow {
  readonly kind: Identified["kind"];
  readonly is: (document: JsonDocument) => boolean;
  readonly words: string | ((document: JsonDocument) => string);
  /** Converts the document to the JSON that is used instead. */
  readonly json?: (document: JsonDocument) => Uint8Array;
}

/** What `words` are of `{}`, which a request that failed leaves behind. */
export const EMPTY_OBJECT = "an empty object";

const NAMES_SHOWN = 5;
/** What `words` begin with of an object without a kind that no row knows. */
export const NO_KIND = "an object with";
/** What `plimsoll simulate` runs. */
export const SCENARIO = "a scenario";
/** The members of a scenario, as `schemas/scenario-1.schema.json` has them. */
export const SCENARIO_MEMBERS = [
  ...["until", "seed", "terminatedPodThreshold", "kubelet", "system", "inodes"],
  ...["earlyoom", "nodes", "workloads", "changes"],
] as const;
/** What a killer in user space is replayed over. */
export const KILLER_SCENARIO = "a scenario of a killer";
const SEEN = ["summary", "summaryError", "pods"];
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A JSON object; only what says what it is has been parsed. */
class JsonDocument {
  readonly json: Uint8Array;
  readonly kind: unknown;
  readonly #members: ReadonlyMap<string, unknown>;
  #itemKinds: readonly string[] | null = null;

  constructor(members: ReadonlyMap<string, unknown>, json: Uint8Array) {
    this.json = json;
    this.kind = members.get("kind");
    this.#members = members;
  }

  has(name: string): boolean {
    return this.#members.has(name);
  }

  /** Texts and numbers; of a list and of an object only that it is one. */
  get(name: string): unknown {
    return this.#members.get(name);
  }

  get names(): readonly string[] {
    return [...this.#members.keys()];
  }

  /** Kinds of what kubectl makes a List of, which need not be pods. */
  get itemKinds(): readonly string[] {
    this.#itemKinds ??= itemKindsOf(this.json);
    return this.#itemKinds;
  }
}

/** The first row that holds counts. */
const DOCUMENTS: readonly DocumentRow[] = [
  { kind: "Status", is: ofKind("Status"), words: statusWords },
  { kind: "PodList", is: ofKind("Pod"), words: "a Pod", json: listOf },
  { kind: "PodList", is: isListOfPods, words: "a List of pods" },
  { kind: "other", is: ofKind("List"), words: listWords },
  { kind: "PodList", is: ofKind("PodList"), words: "a PodList" },
  {
    kind: "configuration",
    is: (document) => ofKind("KubeletConfiguration")(document) || document.has("kubeletconfig"),
    words: "a kubelet configuration",
  },
  { kind: "other", is: isAuditEvent, words: "an Event of the API server's audit log" },
  {
    kind: "other",
    is: ({ kind }) => typeof kind === "string" && kind !== "",
    words: ({ kind }) => `${/^[AEIO]/.test(String(kind)) ? "an" : "a"} ${kind}`,
  },
  { kind: "capture", is: (document) => document.has("plimsoll"), words: "a capture" },
  {
    kind: "Summary",
    is: (document) => isSummary(document),
    words: "a stats Summary",
  },
  { kind: "PodList", is: (document) => document.has("items"), words: "a PodList" },
  {
    kind: "capture",
    is: (document) => document.has("time") && SEEN.some((name) => document.has(name)),
    words: "a record of a capture",
  },
  { kind: "other", is: isScenario, words: SCENARIO },
  {
    kind: "other",
    is: (document) => document.has("killer") && document.has("scenario"),
    words: KILLER_SCENARIO,
  },
  { kind: "other", is: isShippedEvent, words: "an Event", json: shippedEvent },
  { kind: "PodList", is: isPodStatus, words: "the status of a pod", json: podOfStatus },
  { kind: "other", is: isCutSummary, words: "a stats Summary without its member node" },
  { kind: "other", is: ({ names }) => names.length === 0, words: EMPTY_OBJECT },
  { kind: "other", is: () => true, words: namesWords },
];

/** Null for bytes that are not one JSON object. */
export function documentIn(bytes: Uint8Array): Identified | null {
  const members = membersOfJson(bytes);
  try {
    return members === null ? null : documentOf(members, bytes);
  } catch (error) {
    // Its members are skipped unread, and may have a flaw.
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

export function documentOf(members: ReadonlyMap<string, unknown>, json: Uint8Array): Identified {
  const document = new JsonDocument(members, json);
  const row = DOCUMENTS.find(({ is }) => is(document)) as DocumentRow;
  const words = typeof row.words === "string" ? row.words : row.words(document);
  return { kind: row.kind, words, json: row.json?.(document) ?? json };
}

/** The members of a JSON object, those read that say what it is; null when it is none. */
function membersOfJson(bytes: Uint8Array): ReadonlyMap<string, unknown> | null {
  try {
    return new Map([...membersOf(bytes)].map(([name, value]) => [name, scalarOf(value)]));
  } catch (error) {
    if (error instanceof MembersError || error instanceof SyntaxError) return null;
    throw error;
  }
}

function scalarOf(bytes: Uint8Array): unknown {
  if (bytes[0] === 0x5b) return [];
  if (bytes[0] === 0x7b) return {};
  return JSON.parse(decoder.decode(bytes));
}

function ofKind(kind: string): (document: JsonDocument) => boolean {
  return (document) => document.kind === kind;
}

function isListOfPods(document: JsonDocument): boolean {
  return document.kind === "List" && document.itemKinds.every((kind) => kind === "Pod");
}

function listWords({ itemKinds }: JsonDocument): string {
  return `a List with ${itemKinds.filter((kind) => kind !== "Pod").join(", ")}`;
}

function itemKindsOf(json: Uint8Array): readonly string[] {
  const { items } = JSON.parse(decoder.decode(json)) as { readonly items?: unknown };
  return [...new Set((Array.isArray(items) ? items : []).map(kindOf))].sort();
}

function kindOf(item: unknown): string {
  const kind = typeof item === "object" && item !== null && "kind" in item ? item.kind : undefined;
  return typeof kind === "string" ? kind : "objects of no kind";
}

function listOf({ json }: JsonDocument): Uint8Array {
  return encoder.encode(`{"kind":"PodList","apiVersion":"v1","items":[${decoder.decode(json)}]}`);
}

/** Who asked the API server for what; a cluster's own events are another kind. */
function isAuditEvent(document: JsonDocument): boolean {
  return (
    document.kind === "Event" && String(document.get("apiVersion")).startsWith("audit.k8s.io/")
  );
}

/** Whether a watch, or a program that ships events, put an event into an object of its own. */
function isShippedEvent(document: JsonDocument): boolean {
  const isAround = document.has("event") || document.has("object");
  return isAround && /"(?:involvedObject|regarding)"/.test(decoder.decode(document.json));
}

function shippedEvent({ json }: JsonDocument): Uint8Array {
  const { event, object } = JSON.parse(decoder.decode(json));
  return encoder.encode(JSON.stringify(event ?? object));
}

/** Whether it was taken out of its pod, as `jq .status` does. */
function isPodStatus(document: JsonDocument): boolean {
  return document.has("phase") && (document.has("reason") || document.has("message"));
}

function podOfStatus({ json }: JsonDocument): Uint8Array {
  return encoder.encode(`{"kind":"PodList","items":[{"status":${decoder.decode(json)}}]}`);
}

/** What the API server answers in place of a document it does not give. */
function statusWords(document: JsonDocument): string {
  const [code, reason, message] = ["code", "reason", "message"].map((name) => document.get(name));
  const said = [[code, reason].filter((part) => part !== undefined).join(" "), message];
  return `a Status (${said.filter((part) => part !== undefined && part !== "").join(": ")})`;
}

/** Whether it has pods as a Summary has them: such a document was cut out of one. */
function isSummary(document: JsonDocument): boolean {
  // An event that was cut down to some members has the name of its node.
  const isNamed = typeof document.get("node") === "string";
  return document.has("node") && !isNamed && !document.has("time");
}

/**
 * Other programs write objects with nodes alone. A scenario with a misspelled member is recognized
 * by the others, so that its place is reported.
 */
function isScenario(document: JsonDocument): boolean {
  const { names } = document;
  const known = names.filter((name) => SCENARIO_MEMBERS.some((member) => member === name));
  if (known.length < names.length) return document.has("workloads") && known.length > 1;
  return known.some((name) => name !== "nodes");
}

function isCutSummary(document: JsonDocument): boolean {
  return document.has("pods") && decoder.decode(document.json).includes('"podRef"');
}

function namesWords({ names }: JsonDocument): string {
  return `${NO_KIND} ${names.slice(0, NAMES_SHOWN).join(", ")}`;
}
