/** The eviction messages of what kubectl prints: events and pods, as JSON, YAML or text. */
import { CUT_JSON, identify } from "../recognize/identify.ts";
import { textOfFile } from "../recognize/text.ts";
import { type EvictionMessage, messagesIn, readMessage } from "./message.ts";

/** A message, and whom it is about; null for what the document does not say. */
export interface ReportedMessage {
  readonly namespace: string | null;
  readonly name: string | null;
  readonly node: string | null;
  /** As it was written. */
  readonly time: string | null;
  /** How often the event was seen. */
  readonly count: number;
  readonly message: EvictionMessage;
}

/** The document cannot hold messages; one sentence without its full stop. */
export class EvidenceError extends Error {
  override readonly name = "EvidenceError";
}

export interface Reported {
  readonly messages: readonly ReportedMessage[];
  /** How many events and pods were looked at; 0 for a text. */
  readonly read: number;
}

type Members = Readonly<Record<string, unknown>>;
const EVICTED = "Evicted";
/** The source of an event, as `kubectl describe` prints it. */
const SOURCE = /\bkubelet, ([a-z0-9][a-z0-9.-]*)/;
/** How often it was seen, in the column of its age. */
const TIMES_SEEN = /\(x(\d{1,9}) over /;

/** `name` is what sentences call the document. Throws EvidenceError for another document. */
export function reportedMessages(name: string, bytes: Uint8Array): Reported {
  const { kind, words, json } = identify(bytes);
  if (kind === "Status")
    throw new EvidenceError(`${name}: this is ${words}, not a list of objects`);
  if (json !== null) {
    const items = itemsOf(JSON.parse(new TextDecoder().decode(json)));
    const objects = items.filter((item) => isEvent(item) || isPod(item));
    if (objects.length === 0 && (items.length > 0 || !isList(kind, words))) {
      throw new EvidenceError(`${name}: this is ${words}, which holds no events and no pods`);
    }
    return { messages: distinct(objects.flatMap(messagesOfObject)), read: objects.length };
  }
  // Its sentences could be read, and not which pods they are about, nor what is lost.
  if (words === CUT_JSON) throw new EvidenceError(`${name}: this is ${words}`);
  const text = textOfFile(bytes);
  const lines = text === null ? [] : text.split(/\r?\n/);
  const messages = text === null ? [] : messagesOfLines(lines, text);
  if (messages.length === 0 && !/^No resources found/.test(text ?? "")) {
    throw new EvidenceError(`${name}: this is ${words}, and no eviction message is in it`);
  }
  return { messages: distinct(messages), read: 0 };
}

function isList(kind: string, words: string): boolean {
  return kind === "PodList" || /List\b/.test(words);
}

function itemsOf(document: unknown): readonly Members[] {
  const { items } = members(document);
  if (!Array.isArray(items)) return [members(document)];
  return items.map(members).flatMap((item) => {
    const inner: unknown = item.items;
    return Array.isArray(inner) ? inner.map(members) : [item];
  });
}

function isEvent(item: Members): boolean {
  return item.involvedObject !== undefined || item.regarding !== undefined;
}

function isPod(item: Members): boolean {
  return !isEvent(item) && (item.kind === "Pod" || item.kind === undefined) && "status" in item;
}

function messagesOfObject(item: Members): readonly ReportedMessage[] {
  const reported = isEvent(item) ? ofEvent(item) : ofPod(item);
  const { reason, ...message } = reported;
  return message.message.kind === "unknown" && reason !== EVICTED ? [] : [message];
}

type WithReason = ReportedMessage & { readonly reason: unknown };

function ofEvent(event: Members): WithReason {
  const about = members(event.involvedObject ?? event.regarding);
  const [series, source] = [members(event.series), members(event.source)];
  const own = members(event.metadata);
  return {
    reason: event.reason,
    namespace: text(about.namespace),
    name: about.kind === undefined || about.kind === "Pod" ? text(about.name) : null,
    node:
      (about.kind === "Node" ? text(about.name) : null) ??
      text(source.host) ??
      text(event.reportingInstance),
    time: [
      ...[series.lastObservedTime, event.lastTimestamp, event.deprecatedLastTimestamp],
      ...[event.eventTime, event.firstTimestamp, own.creationTimestamp],
    ].reduce<string | null>((found, each) => found ?? text(each), null),
    count: [series.count, event.count, event.deprecatedCount, 1].find(isCount) ?? 1,
    message: readMessage(text(event.message) ?? text(event.note) ?? ""),
  };
}

function ofPod(pod: Members): WithReason {
  const [own, spec, status] = [members(pod.metadata), members(pod.spec), members(pod.status)];
  const conditions = Array.isArray(status.conditions) ? status.conditions.map(members) : [];
  const disrupted = conditions.find(({ type }) => type === "DisruptionTarget");
  return {
    reason: status.reason,
    namespace: text(own.namespace),
    name: text(own.name),
    node: text(spec.nodeName),
    time: text(disrupted?.lastTransitionTime),
    count: 1,
    message: readMessage(text(status.message) ?? ""),
  };
}

/** `kubectl describe` and tables: a message is in a line, its pod there or above it. */
function messagesOfLines(lines: readonly string[], whole: string): readonly ReportedMessage[] {
  let pod: Pick<ReportedMessage, "namespace" | "name" | "node"> = NOBODY;
  let namespaceColumn = false;
  const found: ReportedMessage[] = [];
  for (const line of lines) {
    if (/^NAMESPACE\s/.test(line)) namespaceColumn = true;
    const [, member, value = ""] = /^(Name|Namespace|Node):\s+(\S+)/.exec(line) ?? [];
    if (member === "Name") pod = { ...NOBODY, name: value };
    if (member === "Namespace") pod = { ...pod, namespace: value };
    if (member === "Node") pod = { ...pod, node: value.replace(/\/.*$/, "") };
    const messages = messagesIn(line);
    if (messages.length === 0) continue;
    const [, named] = /(?:^|\s)pods?\/([a-z0-9][a-z0-9.-]*)/.exec(line) ?? [];
    const first = /^(\S+)\s/.exec(line)?.[1] ?? null;
    const inLine = { ...NOBODY, namespace: namespaceColumn ? first : null, name: named ?? null };
    const source = SOURCE.exec(line)?.[1] ?? null;
    const about = named === undefined ? { ...pod, node: pod.node ?? source } : inLine;
    const node =
      /(?:^|\s)nodes?\/([a-z0-9][a-z0-9.-]*)/.exec(line)?.[1] ?? source ?? describedNode(pod);
    const count = Number(TIMES_SEEN.exec(line)?.[1] ?? 1);
    found.push(
      ...messages.map((message) =>
        message.event === undefined
          ? { ...about, time: null, count: 1, message }
          : { ...NOBODY, node, time: null, count, message },
      ),
    );
  }
  if (found.length > 0) return found;
  return messagesIn(whole).map((message) => ({ ...pod, time: null, count: 1, message }));
}

/** A description without a namespace is that of a node. */
function describedNode(described: typeof NOBODY | Pick<ReportedMessage, "namespace" | "name">) {
  return described.namespace === null ? described.name : null;
}

const NOBODY = { namespace: null, name: null, node: null };

/**
 * A pod's status and its event say the same; each message of a pod counts once. Where no pod is
 * named, there may be several.
 */
function distinct(messages: readonly ReportedMessage[]): readonly ReportedMessage[] {
  const byText = new Map<string, ReportedMessage>();
  for (const message of messages) {
    const about = message.message.event === undefined ? "" : message.node;
    const key = `${message.namespace}/${message.name}/${about} ${messageKey(message.message)}`;
    const before = byText.get(key);
    if (before === undefined) {
      byText.set(key, message);
      continue;
    }
    const count = before.count + (message.name === null ? message.count : 0);
    byText.set(key, { ...before, time: before.time ?? message.time, count });
  }
  return [...byText.values()];
}

/** Equal for messages that say the same, regardless of the text around them. */
export function messageKey(message: EvictionMessage): string {
  const { kind, event, resource, threshold, available, limit, containers, volume } = message;
  const usages = containers.map(({ name, usage, request }) => `${name} ${usage} ${request}`);
  const conditions = message.nodeConditions?.join(" ");
  const amounts = [threshold, available, limit, volume];
  return [kind, event, resource, conditions, ...amounts, ...usages].join("|");
}

function members(value: unknown): Members {
  return typeof value === "object" && value !== null ? (value as Members) : {};
}

function text(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && value > 0;
}
