/** What events and pods report, as kubectl prints them: as JSON, YAML or text. */
import { CUT_JSON, FLAWED_JSON, flawedJson, identify } from "../recognize/identify.ts";
import { textOfFile } from "../recognize/text.ts";
import { EVICTED_ALONE, type EvictionMessage, endedBy, readMessage } from "./message.ts";
import { EXIT_BY_SIGKILL, NOT_FOUND, OUT_OF_MEMORY, otherEndOf } from "./otherEnds.ts";
import { assignedIn, type Placement, withPlaced } from "./placedPods.ts";
import { type Restored, reportedLines } from "./reportedLines.ts";
import { distinct, type FoundMessage, type ReportedMessage } from "./reportedMessage.ts";
import { terminatedContainer, terminatedText } from "./terminatedContainer.ts";

/** The document cannot hold messages; one sentence without its full stop. */
export class EvidenceError extends Error {
  override readonly name = "EvidenceError";
}

export interface Reported {
  readonly messages: readonly ReportedMessage[];
  /** Kills, rejections, deletions, conditions; each with its `otherEnd`. */
  readonly ends: readonly ReportedMessage[];
  /** What is not explained: how many by their reason, the most first. */
  readonly other: readonly (readonly [reason: string, count: number])[];
  /** How many events and pods were looked at; of a text, how many descriptions and rows of pods. */
  readonly read: number;
  /** Pods of a text that restarted for a reason that it lacks. */
  readonly restarted?: number;
  /** Lines of a text of which it is not known what they report. */
  readonly unread?: readonly string[];
  /** How many are in other namespaces than the one that was asked for. */
  readonly elsewhere: number;
  /** Those of all events and pods; none of a text. */
  readonly namespaces: ReadonlySet<string>;
  readonly restored: readonly Restored[];
}

type Members = Readonly<Record<string, unknown>>;
const EVICTED = "Evicted";
const KUBELET = "kubelet";
/**
 * `name` is what sentences call the document; with `namespace`, only pods in it count. Throws
 * EvidenceError for another document.
 */
export function reportedMessages(name: string, bytes: Uint8Array, namespace?: string): Reported {
  const { kind, words, json } = identify(bytes);
  if (kind === "Status")
    throw new EvidenceError(`${name}: this is ${words}, not a list of objects`);
  if (json !== null) {
    const items = itemsOf(parsedJson(name, new TextDecoder().decode(json)));
    const objects = items.filter((item) => isEvent(item) || isPod(item));
    if (objects.length === 0 && (items.length > 0 || !isList(kind, words))) {
      throw new EvidenceError(`${name}: this is ${words}, which holds no events and no pods`);
    }
    const isAsked = (item: Members) => namespace === undefined || podNamespace(item) === namespace;
    const asked = objects.filter(isAsked);
    const reported = withPlaced(asked.flatMap(reportedOfObject), objects.flatMap(placementOf));
    const [read, elsewhere] = [asked.length, objects.length - asked.length];
    const found = sorted(reported, asked.flatMap(unexplained));
    const namespaces = new Set(objects.flatMap((each) => podNamespace(each) ?? []));
    return { ...found, read, elsewhere, namespaces, restored: [] };
  }
  // Its sentences could be read, and not which pods they are about, nor what is lost.
  const isFlawed = words === CUT_JSON || words.startsWith(FLAWED_JSON);
  if (isFlawed) throw new EvidenceError(`${name}: this is ${words}`);
  const text = textOfFile(bytes);
  const lines = reportedLines(text ?? "");
  const { messages, placements, reasons, read, restarted, unread } = lines;
  const isNothing = messages.length === 0 && reasons.length === 0 && read === 0;
  if (isNothing && !/^No resources found/.test(text ?? "")) {
    throw new EvidenceError(`${name}: this is ${words}, and no eviction message is in it`);
  }
  if (namespace !== undefined) {
    throw new EvidenceError(`${name}: this is text, in which not every line names a namespace`);
  }
  const found = sorted(withPlaced(messages, placements), reasons);
  const { restored } = lines;
  return { ...found, read, restarted, unread, elsewhere: 0, namespaces: new Set(), restored };
}

/** Whether a text holds a message, an event, or a pod as kubectl describes and lists it. */
export function isReport(text: string): boolean {
  const { messages, reasons, read } = reportedLines(text);
  return messages.length > 0 || reasons.length > 0 || read > 0;
}

/** Whether a text reports an eviction, or another end. */
export function hasMessages(text: string): boolean {
  return reportedLines(text).messages.length > 0;
}

/** A list is recognized by its first members, before all of it is read. */
function parsedJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new EvidenceError(`${name}: this is ${flawedJson(text)}`);
  }
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

/** Null for what is about a node. */
function podNamespace(item: Members): string | null {
  const { namespace, name } = isEvent(item) ? ofEvent(item) : ofPod(item);
  return name === null ? null : namespace;
}

function isPod(item: Members): boolean {
  return !isEvent(item) && (item.kind === "Pod" || item.kind === undefined) && "status" in item;
}

/** Messages of evictions, other ends, and the rest by its reasons. */
function sorted(
  reported: readonly FoundMessage[],
  reasons: readonly string[],
): Pick<Reported, "messages" | "ends" | "other"> {
  const isEnd = ({ message }: ReportedMessage) => message.otherEnd !== undefined;
  const counts = new Map<string, number>();
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return {
    messages: distinct(reported.filter((each) => !isEnd(each))),
    ends: distinct(reported.filter(isEnd)),
    other: [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)),
  };
}

function reportedOfObject(item: Members): readonly FoundMessage[] {
  const isOfEvent = isEvent(item);
  const about = isOfEvent ? ofEvent(item) : ofPod(item);
  const { uid, name } = members(item.metadata);
  const id = text(uid) ?? text(name);
  const reported = {
    ...about,
    source: id === null ? null : `${id} ${about.time}`,
    isCopy: true,
    isStatus: !isOfEvent,
  };
  const own = isExplained(reported) ? [reported] : [];
  return isOfEvent ? own : [...own, ...terminations(item, reported)];
}

function isExplained({ message }: FoundMessage): boolean {
  return message.kind !== "unknown" || message.otherEnd !== undefined;
}

/** The reason of an event or a pod that says nothing of an end; a pod that runs has none. */
function unexplained(item: Members): readonly string[] {
  if (reportedOfObject(item).length > 0) return [];
  const { reason } = isEvent(item) ? item : members(item.status);
  const named = text(reason) ?? (isEvent(item) ? "no reason" : null);
  return named === null ? [] : [named];
}

/** 128 and the number of SIGKILL. */
const SIGKILL_EXIT_CODE = 137;

/** Containers that were ended with SIGKILL, now or before they were started again. */
function terminations(pod: Members, about: FoundMessage): readonly FoundMessage[] {
  const { containerStatuses, initContainerStatuses } = members(pod.status);
  return [containerStatuses, initContainerStatuses]
    .flatMap((each) => (Array.isArray(each) ? each.map(members) : []))
    .flatMap((container) => {
      const states = [members(container.lastState), members(container.state)];
      const ended = states.map(({ terminated }) => members(terminated));
      const last = ended.findLast(({ reason, exitCode }) => {
        if (reason === NOT_FOUND) return false;
        return reason === OUT_OF_MEMORY || exitCode === SIGKILL_EXIT_CODE;
      });
      if (last === undefined) return [];
      const reason = last.reason === OUT_OF_MEMORY ? OUT_OF_MEMORY : EXIT_BY_SIGKILL;
      const end = otherEndOf(reason);
      if (end === null) return [];
      const own = terminatedContainer(pod, container, last);
      const message = endedBy({ ...end, detail: terminatedText(own) });
      const found = { time: own.finishedAt, count: 1, message, container: own, reasons: [reason] };
      return [{ ...about, ...found }];
    });
}

/** The pod of an event that says that it was assigned to a node. */
function placementOf(item: Members): readonly Placement[] {
  if (!isEvent(item)) return [];
  const { namespace, name, uid, said, at = null } = ofEvent(item);
  const assigned = assignedIn(said);
  if (assigned === null || name === null) return [];
  return [{ namespace, name, node: assigned.node, uid: uid ?? null, at, isDescribed: false }];
}

type WithReason = Omit<FoundMessage, "isStatus" | "source" | "isCopy">;

function ofEvent(event: Members): WithReason {
  const about = members(event.involvedObject ?? event.regarding);
  const [series, source] = [members(event.series), members(event.source)];
  const own = members(event.metadata);
  const said = text(event.message) ?? text(event.note) ?? "";
  const reporter = text(event.reportingController) ?? text(event.reportingComponent);
  const time = [
    ...[series.lastObservedTime, event.lastTimestamp, event.deprecatedLastTimestamp],
    ...[event.eventTime, event.firstTimestamp, own.creationTimestamp],
  ].reduce<string | null>((found, each) => found ?? text(each), null);
  const at = Date.parse(time ?? "") / 1000;
  return {
    reasons: reasonsIn(event.reason),
    namespace: text(about.namespace),
    name: about.kind === undefined || about.kind === "Pod" ? text(about.name) : null,
    node:
      (about.kind === "Node" ? text(about.name) : null) ??
      text(source.host) ??
      // Elsewhere it is an instance of a scheduler or a controller.
      (reporter === KUBELET ? text(event.reportingInstance) : null),
    time,
    ...(Number.isNaN(at) ? {} : { at }),
    count: [series.count, event.count, event.deprecatedCount, 1].find(isCount) ?? 1,
    message: explained(said, event.reason),
    uid: about.kind === undefined || about.kind === "Pod" ? text(about.uid) : null,
    said,
  };
}

function ofPod(pod: Members): WithReason {
  const [own, spec, status] = [members(pod.metadata), members(pod.spec), members(pod.status)];
  const conditions = Array.isArray(status.conditions) ? status.conditions.map(members) : [];
  const disrupted = conditions.find(({ type }) => type === "DisruptionTarget");
  const pending = conditions.find(
    (each) => each.type === "PodScheduled" && each.status === "False",
  );
  const said = [status.message, disrupted?.message, pending?.message].map(text);
  return {
    reasons: reasonsIn(status.reason),
    namespace: text(own.namespace),
    name: text(own.name),
    node: text(spec.nodeName),
    time: text(disrupted?.lastTransitionTime) ?? text(pending?.lastTransitionTime),
    count: 1,
    message: explained(
      said.filter((each) => each !== null).join(" "),
      text(status.reason) ?? disrupted?.reason,
    ),
    uid: text(own.uid),
    said: said.find((each) => each !== null) ?? "",
  };
}

/** The message, or what its text and its reason together are about. */
function explained(said: string, reason: unknown): EvictionMessage {
  const message = readMessage(said);
  if (message.kind !== "unknown") return message;
  const end = otherEndOf(`${text(reason) ?? ""}: ${said}`);
  if (end !== null) return endedBy(end);
  return reason === EVICTED ? EVICTED_ALONE : message;
}

function members(value: unknown): Members {
  return typeof value === "object" && value !== null ? (value as Members) : {};
}

function text(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

function reasonsIn(reason: unknown): readonly string[] {
  return typeof reason === "string" && reason !== "" ? [reason] : [];
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && value > 0;
}
