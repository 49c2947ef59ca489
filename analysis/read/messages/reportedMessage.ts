/** A message with its pod or node, and which of several say the same. */
import { type EvictionMessage, isOfNode } from "./message.ts";
import type { TerminatedContainer } from "./terminatedContainer.ts";

/** A message and its pod; null for members that the document lacks. */
export interface ReportedMessage {
  readonly namespace: string | null;
  readonly name: string | null;
  readonly node: string | null;
  /** The time as it was written. */
  readonly time: string | null;
  /** How often the event was seen. */
  readonly count: number;
  readonly message: EvictionMessage;
  /** The pod's uid; null where the document does not say it. */
  readonly uid: string | null;
  /** The message as it was written; for a text, the whole line. */
  readonly said: string;
  /** Whether this is a pod's status, whose event says the same. */
  readonly isStatus: boolean;
  /** The reasons of the events and of the status that say it. */
  readonly reasons: readonly string[];
  /** Whether it is a row of a description, which is about one object. */
  readonly isDescribed?: true;
  /** The container that was killed, as its pod has it. */
  readonly container?: TerminatedContainer;
}

/** A message where it was found. */
export interface FoundMessage extends ReportedMessage {
  /** Equal for copies of one event; null where it is not known. */
  readonly source: string | null;
  /** One of two that are equal is a copy; lines that name no pod may be of several. */
  readonly isCopy: boolean;
  /** When it was last seen, in seconds; less is earlier. */
  readonly at?: number;
}

/** What says the same of one pod or node: events with a reason or two, and its status. */
interface Same {
  report: ReportedMessage;
  /** How often each says it: events by their reason, and the status. */
  readonly counts: Map<string, number>;
  /** Whether one of two that are equal is a copy, by source. */
  readonly sources: Map<string, boolean>;
}

/** Reports whose reasons, processes or amounts differ from one time to the next. */
const DIFFERING: ReadonlySet<string> = new Set([
  "failed-scheduling",
  "placed-later",
  "deleted-later",
  "no-scale-up",
  "drain-refused",
  "oom-killed",
  "out-of-resource",
  "image-gc-failed",
]);

/**
 * A pod's status and its event say the same, and so does a copy of either. So do two reporters:
 * a kubelet writes FreeDiskSpaceFailed and ImageGCFailed of one failure, and SystemOOM of a
 * process that node-problem-detector reports as OOMKilling.
 */
export function distinct(messages: readonly FoundMessage[]): readonly ReportedMessage[] {
  const byText = new Map<string, Same[]>();
  for (const message of messages) {
    const { otherEnd } = message.message;
    const about = isOfNode(message.message) ? message.node : "";
    const isApart = otherEnd !== undefined && DIFFERING.has(otherEnd.kind);
    const sentence = isApart ? otherEnd.detail : "";
    const subject = `${message.namespace}/${message.name}/${about}`;
    const key = `${sentence} ${subject} ${messageKey(message.message)}`;
    const { source, isCopy, at: _, ...report } = message;
    const all = byText.get(key) ?? [];
    byText.set(key, all);
    const known = all.find((each) => isOfOnePod(each.report, report));
    const same = known ?? { report, counts: new Map(), sources: new Map() };
    if (known === undefined) all.push(same);
    same.report = mergedReports(same.report, report);
    const wasCopy = source === null ? undefined : same.sources.get(source);
    if (wasCopy === true || (wasCopy === false && isCopy)) continue;
    if (source !== null) same.sources.set(source, isCopy);
    const reporter = message.isStatus ? "status" : `event ${message.reasons.join()}`;
    // A pod has one status; lines that name no pod may be of several.
    const isOne = message.isStatus && message.name !== null;
    const before = isOne ? 0 : (same.counts.get(reporter) ?? 0);
    same.counts.set(reporter, before + message.count);
  }
  return [...byText.values()].flat().map(({ report, counts }) => {
    return { ...report, count: Math.max(...counts.values()) };
  });
}

/** A pod that was made again under a name has another uid, and maybe another node. */
export function isOfOnePod(a: ReportedMessage, b: ReportedMessage): boolean {
  const isSame = (one: string | null, other: string | null) =>
    one === null || other === null || one === other;
  return isSame(a.uid, b.uid) && isSame(a.node, b.node);
}

/** Two reports of one eviction: as the earlier one has it, with what the other one adds. */
export function mergedReports(a: ReportedMessage, b: ReportedMessage): ReportedMessage {
  const order = [a, b].map(({ time, isStatus }) => `${time ?? "~"} ${isStatus ? 1 : 0}`);
  const [first, second] = (order[1] ?? "") < (order[0] ?? "") ? [b, a] : [a, b];
  return {
    ...first,
    node: first.node ?? second.node,
    uid: first.uid ?? second.uid,
    reasons: [...new Set([...first.reasons, ...second.reasons])],
    count: Math.max(a.count, b.count),
  };
}

/** Equal for messages that say the same, regardless of the text around them. */
export function messageKey(message: EvictionMessage): string {
  const { kind, event, resource, threshold, available, limit, containers, volume } = message;
  const usages = containers.map(({ name, usage, request }) => `${name} ${usage} ${request}`);
  const conditions = message.nodeConditions?.join(" ");
  const amounts = [threshold, available, limit, volume];
  const end = message.otherEnd?.kind;
  return [kind, end, event, resource, conditions, ...amounts, ...usages].join("|");
}
