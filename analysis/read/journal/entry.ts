/** What a line of the log says about the eviction manager, or about what is next to it. */
import type { PodName } from "../../engine/decision.ts";
import { parseTime } from "../../text/time.ts";
import { quantityValue } from "../kubelet/validation/quantity.ts";
import type { LogLine, LogValue } from "./line.ts";

export interface LoggedAmount {
  readonly available: bigint;
  readonly capacity: bigint;
  /** Nanoseconds since the epoch; null where the kubelet did not say. */
  readonly time: bigint | null;
}

export interface LoggedThreshold {
  readonly signal: string;
  /** The threshold's text, with a percentage resolved. */
  readonly quantity: string;
  /** What was available, as it was written; absent where the line does not say it. */
  readonly observed?: string;
}

/** A signal that could not be observed, and why, in the kubelet's words. */
export interface UnconstructedSignal {
  readonly signal: string;
  readonly reason: string;
}

/** How a pass of the eviction manager ended. */
export type Ending =
  | "none-starved"
  | "reduced" // node-level reclaim was enough
  | "unable" // no pod could be evicted
  | "no-pods"
  | "no-stats";

export type LogEntry =
  | { readonly kind: "begin" }
  | {
      readonly kind: "observation";
      readonly afterReclaim: boolean;
      readonly signal: string;
      readonly amount: LoggedAmount;
    }
  | {
      readonly kind: "threshold";
      readonly list: "met" | "unresolved" | "other";
      readonly threshold: LoggedThreshold;
    }
  | {
      readonly kind: "grace";
      readonly signal: string;
      readonly quantity: string;
      readonly period: string;
    }
  | { readonly kind: "conditions"; readonly conditions: readonly string[] }
  /** Some logs have the threshold in the same line. */
  | { readonly kind: "reclaiming"; readonly resource: string; readonly threshold?: LoggedThreshold }
  | { readonly kind: "must-evict"; readonly resource: string }
  /** `unread`: entries that are cut or have no pod's form, which are left out. */
  | { readonly kind: "ranked"; readonly pods: readonly PodName[]; readonly unread: number }
  /** A signal that has a threshold, and no numbers. */
  | { readonly kind: "unobserved"; readonly signal: string }
  | ({ readonly kind: "unconstructed" } & UnconstructedSignal)
  | { readonly kind: "reclaim-failed"; readonly resource: string; readonly reason: string }
  | { readonly kind: "critical"; readonly pod: PodName }
  | { readonly kind: "evicting"; readonly pod: PodName; readonly message: string }
  /** `failure` is why its containers were not ended, in the kubelet's words. */
  | { readonly kind: "evicted"; readonly pod: PodName; readonly failure: string | null }
  /** The event of an eviction, which the kubelet logs at some time after it decided. */
  | { readonly kind: "message"; readonly pod: PodName; readonly message: string }
  /** `pods`: those that were evicted before it. */
  | { readonly kind: "cleaned-up" | "timed-out"; readonly pods: readonly PodName[] }
  /** `reason` is why the stats could not be read, in the kubelet's words. */
  | { readonly kind: "ending"; readonly ending: Ending; readonly reason?: string }
  | { readonly kind: "start"; readonly nodeConfig: string | null }
  | { readonly kind: "version"; readonly version: string };

type Read = (line: LogLine, found: RegExpExecArray) => LogEntry | null;
interface Row {
  readonly pattern: RegExp;
  readonly read: Read;
}

/**
 * Kubelets up to 1.20 write the values into the sentence, later ones after it. Each pattern takes
 * both; the first one that matches counts. Verbosity 3 logs observations, thresholds and
 * conditions; 2 grace periods; the rest is always logged.
 */
const LOOP: readonly Row[] = [
  row(/^synchronize housekeeping/, () => ({ kind: "begin" })),
  row(/^(observations[a-z ]*): signal=(\S+), (.*)$/, plainObservation),
  row(/^$/, structuredObservation),
  row(
    /^(thresholds[^:]*): threshold \[signal=([^,\]]+), quantity=([^\]]+)\](?: observed (\S+))?/,
    (_, [, list = "", signal = "", quantity = "", observed]) =>
      threshold(list, { signal, quantity }, observed),
  ),
  row(/^threshold observed resource/, ({ values }) =>
    threshold(
      text(values.log),
      { signal: text(values.signal), quantity: text(values.quantity) },
      text(values.available) || undefined,
    ),
  ),
  row(
    /^node conditions - transition period not met:? ?\[?([^\]]*)/,
    ({ values }, [, list = ""]) => ({
      kind: "conditions",
      conditions: values.nodeCondition === undefined ? words(list) : listOf(values.nodeCondition),
    }),
  ),
  row(/^eviction criteria not yet met(.*)/, ({ values }, [, plain = ""]) => {
    const written = values.threshold === undefined ? plain : text(values.threshold);
    const [, signal] = /signal=([^,)]+)/.exec(written) ?? [];
    const [, period] = /gracePeriod=([^,)]+)/.exec(written) ?? [];
    if (signal === undefined || period === undefined) return null;
    // Kubelets before 1.11 print the value as the operator.
    const pairs = [...written.matchAll(/(?:value|operator)=([^,)]+)/g)];
    const quantity = pairs.map(([, each = ""]) => each).find((each) => each !== "LessThan") ?? "";
    return { kind: "grace", signal, quantity, period };
  }),
  row(/^no resources are starved/, () => ending("none-starved")),
  row(/^attempting to reclaim ?([^\s,:;]*)(.*)/, ({ values }, [, plain = "", rest = ""]) => {
    const resource = text(values.resourceName) || plain;
    const [, quantity = text(values.quantity)] = /quantity[=: ]+([^\s,;\])]+)/.exec(rest) ?? [];
    const [, observed = text(values.observed)] = /observed[=: ]+([^\s,;\])]+)/.exec(rest) ?? [];
    const named = { signal: resource, quantity, observed };
    return { kind: "reclaiming", resource, ...(quantity && observed ? { threshold: named } : {}) };
  }),
  // Up to 1.6 the manager wrote this itself, and only while it reclaims.
  row(/^attempting to delete unused (?:images|containers)/, () => ({
    kind: "reclaiming",
    resource: "disk",
  })),
  row(/^able to reduce/, () => ending("reduced")),
  row(/^must evict pod\(s\)(?: to reclaim ?(\S*))?/, ({ values }, [, plain = ""]) => ({
    kind: "must-evict",
    resource: text(values.resourceName) || plain,
  })),
  row(/^pods ranked for eviction:? ?(.*)/, ({ values }, [, plain = ""]) => {
    const listed = entriesOf(values.pods ?? plain);
    const pods = listed.slice(0, RANKED_MAX).flatMap((each) => podOf(each) ?? []);
    return { kind: "ranked", pods, unread: listed.length - pods.length };
  }),
  row(/^no observation found for eviction signal ?(\S*)/, ({ values }, [, plain = ""]) => ({
    kind: "unobserved",
    signal: text(values.signal) || plain,
  })),
  row(
    /^failed to construct signal(?:: "?([\w.]+)"?)?(?: error: (.*))?/,
    ({ values }, [, signal = "", reason = ""]) => ({
      kind: "unconstructed",
      signal: text(values.signal) || signal,
      reason: text(values.err) || reason,
    }),
  ),
  row(
    /^unexpected error when attempting to reduce (?:resource|(\S+)) pressure:? ?(.*)/,
    ({ values }, [, resource = "", reason = ""]) => ({
      kind: "reclaim-failed",
      resource: text(values.resourceName) || resource,
      reason: text(values.err) || reason,
    }),
  ),
  row(/^eviction thresholds have been met, but no pods are active/, () => ending("no-pods")),
  row(/^unable to evict any pods/, () => ending("unable")),
  row(/^cannot evict a critical (?:static )?pod ?(.*)/, (line, [, plain = ""]) => {
    const [pod] = podsOf(line.values.pod ?? plain);
    return pod === undefined ? null : { kind: "critical", pod };
  }),
  row(/^pod (?:(\S+) )?(?:is )?evicted successfully/, (line, [, plain = ""]) =>
    evicted(line, plain, null),
  ),
  row(/^pod (?:(\S+) )?failed to evict ?(.*)/, (line, [, plain = "", failure = ""]) =>
    evicted(line, plain, text(line.values.err) || failure || "no reason is in the log"),
  ),
  row(/^timed out waiting for pods ?(.*?)(?: ?to be cleaned up|$)/, (line, [, plain = ""]) => ({
    kind: "timed-out",
    pods: podsOf(line.values.pods ?? plain),
  })),
  row(/^pods (?:(.*) )?successfully cleaned up/, (line, [, plain = ""]) => ({
    kind: "cleaned-up",
    pods: podsOf(line.values.pods ?? plain),
  })),
  row(/^failed to get summary stats(?! after):? ?(.*)/, ({ values }, [, reason = ""]) => ({
    ...{ kind: "ending", ending: "no-stats", reason: wholeWords(text(values.err) || reason) },
  })),
];

const PLAIN_EVENT = new RegExp(
  String.raw`^Event\(v1\.ObjectReference\{Kind:"Pod", Namespace:"([^"]+)", Name:"([^"]+)"` +
    ".*reason: 'Evicted' (.*)$",
);

const OTHERS: readonly Row[] = [
  row(/^Evicting pod$/, (line) => {
    const [pod] = podsOf(line.values.pod ?? "");
    if (pod === undefined) return null;
    const uid = text(line.values.podUID);
    const message = text(line.values.message);
    return { kind: "evicting", pod: uid === "" ? pod : { ...pod, uid }, message };
  }),
  row(/^Event occurred$/, ({ values }) => {
    const [pod] = podsOf(values.object ?? "");
    const isEviction = text(values.reason) === "Evicted" && text(values.kind) === "Pod";
    return isEviction && pod !== undefined ? messageEntry(pod, text(values.message)) : null;
  }),
  // Up to 1.19.
  row(PLAIN_EVENT, (_, [, namespace = "", name = "", message = ""]) =>
    messageEntry({ namespace, name, uid: `${namespace}/${name}` }, message),
  ),
  row(/^Creating Container Manager object based on Node Config:? ?(.*)/, (line, [, plain = ""]) => {
    const nodeConfig = text(line.values.nodeConfig) || plain;
    return { kind: "start", nodeConfig: nodeConfig === "" ? null : nodeConfig };
  }),
  row(/^(?:Kubelet version$|Version: v)/, ({ message, values }) => {
    const version = text(values.kubeletVersion) || message.replace(/^.*: /, "");
    return /^v?\d+\.\d+/.test(version) ? { kind: "version", version } : null;
  }),
];

function messageEntry(pod: PodName, message: string): LogEntry {
  return { kind: "message", pod, message: message.trim() };
}

/** The last release whose log has values in its sentences. */
export const PLAIN_MINOR = 20;

/** Whether the eviction manager's sentence contains its values. */
export function isPlain({ message }: LogLine): boolean {
  return message.startsWith("eviction manager:");
}

/** No node has so many pods; a line of 1 MiB would take seconds. */
const RANKED_MAX = 10_000;
const LOOP_PREFIX = /^eviction manager:\s*/i;
/** What other lines say as well. */
const REPEATED = /^(?:node conditions - observed|pods .*waiting for pod to be cleaned up)/;

/** Whether the eviction manager wrote a line of which no row knows what it says. */
export function isUnknown({ isKubelets, message }: LogLine): boolean {
  const prefix = LOOP_PREFIX.exec(message)?.[0];
  const said = message.slice(prefix?.length ?? 0);
  return isKubelets && prefix !== undefined && said !== "" && !REPEATED.test(said);
}

/** Null for a line that says nothing about evictions. */
export function readEntry(line: LogLine): LogEntry | null {
  if (!line.isKubelets) return null;
  const prefix = LOOP_PREFIX.exec(line.message)?.[0];
  const said = prefix === undefined ? line.message : line.message.slice(prefix.length);
  for (const { pattern, read } of prefix === undefined ? OTHERS : LOOP) {
    const found = pattern.exec(said);
    if (found !== null) return read(line, found);
  }
  return null;
}

/** A pager ends a line that it cuts with >; empty where no word is left. */
function wholeWords(written: string): string {
  if (!written.endsWith(">")) return written;
  const words = written.split(" ").slice(0, -1).join(" ");
  return words === "" ? "" : `${words} …`;
}

function row(pattern: RegExp, read: Read): Row {
  return { pattern, read };
}

function ending(how: Ending): LogEntry {
  return { kind: "ending", ending: how };
}

const LISTS: Readonly<Record<string, "met" | "unresolved">> = {
  "thresholds - ignoring grace period": "met",
  "thresholds - reclaim not satisfied": "unresolved",
};

function threshold(list: string, named: LoggedThreshold, observed?: string): LogEntry {
  const whole = observed === undefined ? named : { ...named, observed };
  return { kind: "threshold", list: LISTS[list] ?? "other", threshold: whole };
}

function plainObservation(
  _: LogLine,
  [, log = "", signal = "", written = ""]: RegExpExecArray,
): LogEntry | null {
  const found = /available: (\S+), capacity: ([^,\s]+)(?:, time: (.*))?/.exec(written);
  const [, available = "", capacity = "", time = ""] = found ?? [];
  return observation(log, signal, available.replace(/,$/, ""), capacity, time);
}

/** Kubelets of 1.21 to 1.25 have what is available under the name of the resource. */
function structuredObservation({ values }: LogLine): LogEntry | null {
  const available = values.available ?? values.resourceName;
  const [log, signal] = [text(values.log), text(values.signal)];
  return observation(log, signal, text(available), text(values.capacity), text(values.time));
}

function observation(
  log: string,
  signal: string,
  available: string,
  capacity: string,
  time: string,
): LogEntry | null {
  const amounts = { available: quantityValue(available), capacity: quantityValue(capacity) };
  if (amounts.available === undefined || amounts.capacity === undefined || signal === "")
    return null;
  // No more is available than there is: the line ends within the capacity.
  if (amounts.available > amounts.capacity) return null;
  return {
    kind: "observation",
    afterReclaim: log.includes("after"),
    signal,
    amount: { available: amounts.available, capacity: amounts.capacity, time: goTime(time) },
  };
}

/** `2026-01-15 10:00:00.5 +0000 UTC m=+15.7`, or RFC 3339. */
function goTime(written: string): bigint | null {
  const found = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d(?:\.\d+)?) ?(Z|[+-]\d\d:?\d\d)/.exec(
    written,
  );
  if (found === null) return null;
  const [, date, clock, zone = "Z"] = found;
  return parseTime(`${date}T${clock}${zone.replace(/^([+-]\d\d):?(\d\d)$/, "$1:$2")}`);
}

function evicted(line: LogLine, plain: string, failure: string | null): LogEntry | null {
  const [pod] = podsOf(line.values.pod ?? plain);
  return pod === undefined ? null : { kind: "evicted", pod, failure };
}

/** Pods as `name_namespace(uid), …` or `namespace/name`. */
export function podsOf(value: LogValue): readonly PodName[] {
  return entriesOf(value).flatMap((each) => podOf(each) ?? []);
}

function entriesOf(value: LogValue): readonly string[] {
  const [, list] = typeof value === "string" ? (/^\[([^\]]*)\]?$/.exec(value.trim()) ?? []) : [];
  const texts =
    list !== undefined
      ? list.split(/[\s,]+/)
      : typeof value === "string"
        ? value.split(/,\s*/)
        : value;
  return texts.filter((each) => each.trim() !== "");
}

/** People replace a part of a name: `kube-proxy-[node IP]_kube-system(6b1a…)`. */
const PLAIN_POD = /^"?([^_()"]{0,252}[^_\s()"])_([^_\s()"]+)\(([^()]*)\)/;

function podOf(called: string): PodName | null {
  const [, first, second, uid] = PLAIN_POD.exec(called) ?? [];
  if (first !== undefined && second !== undefined && uid !== undefined) {
    return { namespace: second, name: first, uid };
  }
  const [, namespace, name] = /^"?([^/\s"]+)\/([^/\s"…]+?)"?$/.exec(called) ?? [];
  if (namespace === undefined || name === undefined) return null;
  return { namespace, name, uid: `${namespace}/${name}` };
}

function listOf(value: LogValue): readonly string[] {
  return typeof value === "string" ? words(value.replace(/[[\]"]/g, "")) : value;
}

function words(list: string): readonly string[] {
  return list.split(/[\s,]+/).filter((word) => word !== "");
}

function text(value: LogValue | undefined): string {
  return typeof value === "string" ? value : (value?.join(" ") ?? "");
}
