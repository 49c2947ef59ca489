/** What a line of a table or a log says of its event or its pod, apart from the message. */
import { capitalized } from "../../text/capitalized.ts";
import { otherEndOf } from "./otherEnds.ts";

/** What a line says of its event apart from the message. */
export interface EventRow {
  readonly reason: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly node?: string;
  readonly count?: number;
  readonly isStatus?: boolean;
  /** The node conditions for which a kubelet logs that it rejects the pod. */
  readonly conditions?: string;
}

/** How often it was seen, in the column of its age. */
const TIMES_SEEN = /\(x(\d{1,9}) over /;

/** The reason of an event in a table, or in a description. */
const ROW_REASON = /(?:^|\s)(?:Normal|Warning)\s+([A-Z][A-Za-z]{2,60})\s/;
/** A row of chosen columns that begin with the reason and the pod. */
const CHOSEN_ROW = /^\s*([A-Z][A-Za-z]{2,60})\s{2,}(?:pods?\/)?([a-z0-9][a-z0-9.-]{0,252})\s{2,}\S/;
/** First seen, last seen and count: the columns of kubectl up to 1.13. */
const OLD_COLUMNS = /^\s*(?:\d{1,5}[smhdy]|<invalid>)\s+(?:\d{1,5}[smhdy]|<invalid>)\s+(\d{1,9})\s/;
/** `… 5 {scheduler } failedScheduling Failed for …`: count, source and reason up to 1.1. */
const EARLY_ROW = /\s(\d{1,9})\s+\{[a-z][^{}]{1,300}\}\s+(?:\S{1,300}\s+)?([a-z]\w{2,60})\s+[A-Z]/;
/** `At TIME - event for cart-1: {kubelet worker-2} Evicted: …`, as tests of Kubernetes print it. */
const TEST_ROW = new RegExp(
  String.raw` - event for ([a-z0-9][a-z0-9.-]{0,252}): \{(\S{1,63})(?: ([a-z0-9.-]{0,253}))?\} ` +
    String.raw`([A-Z][\w-]{2,60}): `,
);
/** `ns/shop pod/cart-1 node/worker-2 reason/OutOfcpu …` of OpenShift's monitor. */
const MONITOR_ROW = /\sreason\/([A-Z][\w-]{2,60})(?:\s|$)/;

/** `"Event occurred" object="shop/cart-1" kind="Pod" … reason="Evicted"` of a kubelet's log. */
const KLOG_ROW = new RegExp(
  `"Event occurred" object="(?:([a-z0-9-]{1,63})/)?([a-z0-9.-]{1,253})" .{0,200}?` +
    String.raw`kind="(Pod|Node)" .{0,200}?reason="([A-Z]\w{2,60})"`,
);

/** `Event(v1.ObjectReference{Kind:"Pod", …}): type: 'Normal' reason: 'Evicted' …` of any log. */
const KLOG_EVENT = new RegExp(
  String.raw`ObjectReference\{Kind:"(Pod|Node)", Namespace:"([a-z0-9-]{0,63})", ` +
    String.raw`Name:"([a-z0-9.-]{1,253})".{0,300}?\): type: '\w{1,20}' reason: '([A-Z]\w{2,60})'`,
);

/** `Reason:"Evicted", Regarding:v1.ObjectReference{Kind:"Pod", …}` of an event as Go prints it. */
const DUMPED_EVENT = new RegExp(
  String.raw`Reason:"([A-Z]\w{2,60})", Regarding:v1\.ObjectReference\{Kind:"(Pod|Node)", ` +
    `Namespace:"([a-z0-9-]{0,63})", Name:"([a-z0-9.-]{1,253})"`,
);

/** As `shop cart-1: no fit`; since 1.19 as `pod; no fit; waiting" pod="shop/cart-1"`. */
const SCHEDULER_ROW = new RegExp(
  'Unable to schedule (?:pod; no fit; waiting" pod=")?([a-z0-9-]{1,63})[ /]' +
    '([a-z0-9.-]{1,253})(?:"|: no fit)',
);

/** `Failed to admit pod cart-1_shop(uid) - node has conditions: [DiskPressure]`, up to 1.20. */
const REFUSED_PLAIN = new RegExp(
  String.raw`Failed to admit pod ([a-z0-9.-]{1,253})_([a-z0-9-]{1,63})\([^()]{0,100}\) - ` +
    String.raw`node has conditions ?: ?\[([\w ]{1,200})\]`,
);
/** `"Failed to admit pod to node" pod="shop/cart-1" nodeCondition=["DiskPressure"]`, since 1.21. */
const REFUSED_STRUCTURED = new RegExp(
  '"Failed to admit pod to node" pod="([a-z0-9-]{1,63})/([a-z0-9.-]{1,253})" ' +
    String.raw`nodeCondition=\["?([\w", ]{1,200}?)"?\]`,
);

/** Null for a line in which no kubelet rejects a pod for the conditions of its node. */
function refusedRow(line: string): EventRow | null {
  const [, name, namespace, plain] = REFUSED_PLAIN.exec(line) ?? [];
  const [, space, pod, listed] = REFUSED_STRUCTURED.exec(line) ?? [];
  const found = plain ?? listed;
  const own = { name: name ?? pod ?? "", namespace: namespace ?? space ?? "" };
  if (found === undefined) return null;
  return { ...own, reason: "Rejected", conditions: found.replace(/[", ]+/g, " ") };
}

/** Null for a line that is not of an event. */
export function eventRow(line: string): EventRow | null {
  const refused = refusedRow(line);
  if (refused !== null) return refused;
  const [, reason] = ROW_REASON.exec(line) ?? [];
  if (reason !== undefined) {
    const count = TIMES_SEEN.exec(line)?.[1] ?? OLD_COLUMNS.exec(line)?.[1];
    return { reason, ...(count === undefined ? {} : { count: Number(count) }) };
  }
  const [, times, early] = EARLY_ROW.exec(line) ?? [];
  if (early !== undefined) return { reason: capitalized(early), count: Number(times) };
  const [, name, component, host = "", dumped] = TEST_ROW.exec(line) ?? [];
  if (name !== undefined && dumped !== undefined) {
    const isOfKubelet = component === "kubelet" && host !== "";
    return { reason: dumped, name, ...(isOfKubelet ? { node: host } : {}) };
  }
  const [, logged, object = "", kind, loggedReason] = KLOG_ROW.exec(line) ?? [];
  if (loggedReason !== undefined) return objectRow(loggedReason, kind, logged ?? "", object);
  const [, subject, within = "", named = "", recorded] = KLOG_EVENT.exec(line) ?? [];
  if (recorded !== undefined) return objectRow(recorded, subject, within, named);
  const [, regarded, about, around = "", called = ""] = DUMPED_EVENT.exec(line) ?? [];
  if (regarded !== undefined) return objectRow(regarded, about, around, called);
  const [, unschedulable, pod] = SCHEDULER_ROW.exec(line) ?? [];
  if (pod !== undefined) {
    return objectRow("FailedScheduling", "Pod", unschedulable ?? "", pod);
  }
  const [, monitored] = MONITOR_ROW.exec(line) ?? [];
  if (monitored === undefined) return chosenRow(line) ?? evictedRow(line);
  const [, namespace] = /\sns\/([a-z0-9][a-z0-9-]*)\s/.exec(line) ?? [];
  const [, node] = /\snode\/([a-z0-9][a-z0-9.-]*)\s/.exec(line) ?? [];
  return {
    ...{ reason: monitored, isStatus: monitored === "Failed" },
    ...(namespace === undefined ? {} : { namespace }),
    ...(node === undefined ? {} : { node }),
  };
}

/** The event of a pod or a node, by the kind of the object. */
function objectRow(
  reason: string,
  kind: string | undefined,
  namespace: string,
  name: string,
): EventRow {
  if (kind === "Node") return { reason, node: name };
  return { reason, name, ...(namespace === "" ? {} : { namespace }) };
}

/** A row of a list of pods. */
export interface PodRow extends EventRow {
  readonly name: string;
  /** The state of the pod or of its first container that has one: `Evicted`. */
  readonly status: string;
  readonly restarts: number;
}

/** `cart-1   0/1   Evicted   0   2m4s`, with the namespace in front for all namespaces. */
const POD_ROW = new RegExp(
  String.raw`^\s*(?:([a-z0-9][a-z0-9-]{0,62})\s+)?(?:pod/)?([a-z0-9][a-z0-9.-]{0,252})\s+` +
    String.raw`\d{1,4}/\d{1,4}\s+(Topology Affinity Error|[A-Z][\w:/-]{2,60})\s+(\d{1,9})(?:\s|$)`,
);

/** `2 (3h ago)   5m   10.0.0.7   worker-2`: restarts, age, address and node of a wide list. */
const WIDE = new RegExp(
  String.raw`\s\d{1,9}(?: \(\w{1,12} ago\))?\s+(?:\d{1,5}[ydhms]){1,3}\s+` +
    String.raw`(?:<none>|[\da-f.:]{2,45})\s+([a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?)(?:\s|$)`,
);

/** Null for a line that is not of a list of pods. */
export function podRow(line: string): PodRow | null {
  const [, namespace, name, status, restarts] = POD_ROW.exec(line) ?? [];
  if (name === undefined || status === undefined) return null;
  // The name of a node ends with a letter or a digit: what does not is cut.
  const [, node] = WIDE.exec(line) ?? [];
  const placed = node === undefined ? {} : { node };
  const about = {
    ...{ name, status, reason: status, isStatus: true, restarts: Number(restarts) },
    ...placed,
  };
  return namespace === undefined ? about : { ...about, namespace };
}

/** Whether the pod runs, or ended as it should. */
export function isRunning({ status }: PodRow): boolean {
  return status === "Running" || status === "Completed" || status === "Succeeded";
}

/** Null for a row that states no end: lines of any table look like it. */
function chosenRow(line: string): EventRow | null {
  const [, reason, name] = CHOSEN_ROW.exec(line) ?? [];
  if (reason === undefined || name === undefined || otherEndOf(line) === null) return null;
  return { reason, name };
}

/** `cart-1   shop   Evicted   …` of chosen columns: one or two names, and the reason. */
const EVICTED_ROW = new RegExp(
  String.raw`^\s*(?!\d{1,5}[smhdy]\s)([a-z0-9][a-z0-9.-]{0,252})(?:\s{2,}|\t)` +
    String.raw`(?:([a-z0-9][a-z0-9.-]{0,252})(?:\s{2,}|\t))?Evicted(?:\s|$)`,
);
/** The end of a name that a controller made up. */
const MADE_UP = /-(?:[a-z0-9]{5}|\d{1,5})$/;

/** Null where it is not clear which of two names is the pod's. */
function evictedRow(line: string): EventRow | null {
  const [, first, second] = EVICTED_ROW.exec(line) ?? [];
  if (first === undefined) return null;
  if (second === undefined) return { reason: "Evicted", name: first };
  const [isFirst, isSecond] = [first, second].map((name) => MADE_UP.test(name));
  if (isFirst === isSecond) return { reason: "Evicted" };
  const [name, namespace] = isFirst ? [first, second] : [second, first];
  return { reason: "Evicted", name, namespace };
}
