/**
 * Logs as kubelets of several releases would have written them, of the passes that a real one made:
 * the sentences are those of pkg/kubelet/eviction, the numbers those that were recorded.
 */
import type { PodName } from "../../../../analysis/engine/decision.ts";
import type { KeptRun } from "../../../recorded/kept.ts";

type Pass = KeptRun["passes"][number] & { readonly evictions?: readonly PodName[] };

/** Values of a line, in their order; pods and lists of pods as they are. */
type Value = string | PodName | readonly PodName[] | readonly string[];
interface Line {
  readonly time: string;
  /** The sentence of 1.20 with its values in it. */
  readonly plain: string;
  /** The sentence since 1.21, and its values. */
  readonly message: string;
  readonly values: readonly (readonly [string, Value])[];
}

export const FORMS = {
  "klog of 1.20": (line: Line) => `${header(line)} ${line.plain}`,
  "klog of 1.22": (line: Line) => `${header(line)} ${structured(line, "1.22")}`,
  "klog of 1.35": (line: Line) => `${header(line)} ${structured(line, "1.35")}`,
  "JSON of 1.35": jsonLine,
  "journalctl, short": (line: Line) =>
    `Nov 22 ${clock(line).slice(0, 8)} worker-3 kubelet[812]: ${FORMS["klog of 1.35"](line)}`,
  "journalctl, JSON": (line: Line) =>
    JSON.stringify({
      __REALTIME_TIMESTAMP: String(BigInt(Date.parse(line.time)) * 1000n),
      _HOSTNAME: "worker-3",
      MESSAGE: FORMS["klog of 1.35"](line),
    }),
  "journalctl, bytes": (line: Line) =>
    JSON.stringify({ MESSAGE: [...new TextEncoder().encode(FORMS["klog of 1.35"](line))] }),
  "journalctl, export": (line: Line) =>
    `__REALTIME_TIMESTAMP=${BigInt(Date.parse(line.time)) * 1000n}\n_HOSTNAME=worker-3\n` +
    `MESSAGE=${FORMS["klog of 1.35"](line)}\n`,
  "docker's files": (line: Line) =>
    JSON.stringify({ log: `${FORMS["klog of 1.20"](line)}\n`, stream: "stderr" }),
} as const;

export type Form = keyof typeof FORMS;

export function logOf(passes: readonly Pass[], form: Form): string {
  return `${passes.flatMap(linesOf).map(FORMS[form]).join("\n")}\n`;
}

function clock({ time }: Line): string {
  return time.slice(11, -1);
}

function header(line: Line): string {
  const day = line.time.slice(5, 7) + line.time.slice(8, 10);
  return `I${day} ${clock(line)}     812 eviction_manager.go:243]`;
}

function structured({ message, values }: Line, release: "1.22" | "1.35"): string {
  const written = values.map(([name, value]) => {
    // Kubelets of 1.21 to 1.25 have what is available under the name of the resource.
    if (release === "1.22" && name === "resourceName" && isAmount(values)) return "";
    const own = release === "1.22" && name === "available" ? "resourceName" : name;
    return ` ${own}=${textOf(value, release)}`;
  });
  return JSON.stringify(message) + written.join("");
}

function isAmount(values: Line["values"]): boolean {
  return values.some(([name]) => name === "available");
}

function textOf(value: Value, release: "1.22" | "1.35"): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (!isList(value)) return JSON.stringify(`${value.namespace}/${value.name}`);
  if (typeof value[0] === "string") return JSON.stringify(value);
  const pods = value as readonly PodName[];
  return release === "1.22"
    ? JSON.stringify(pods.map(formatted).join(", "))
    : `[${pods.map((pod) => JSON.stringify(`${pod.namespace}/${pod.name}`)).join(",")}]`;
}

function jsonLine({ time, message, values }: Line): string {
  const members = values.map(([name, value]) => [name, isList(value) ? [...value] : value]);
  return JSON.stringify({
    ts: Date.parse(time),
    caller: "eviction/eviction_manager.go:243",
    msg: message,
    v: 3,
    ...Object.fromEntries(members),
  });
}

function isList(value: Value): value is readonly PodName[] | readonly string[] {
  return Array.isArray(value);
}

/** As the kubelet formats a pod: NAME_NAMESPACE(UID). */
function formatted({ namespace, name, uid }: PodName): string {
  return `${name}_${namespace}(${uid})`;
}

function linesOf(pass: Pass): Line[] {
  const own = said(pass);
  return [
    { ...own("synchronize housekeeping"), time: pass.time },
    ...observed(pass, "observations", pass.observations),
    ...thresholds(pass, "thresholds - ignoring grace period", pass.thresholdsMet),
    ...thresholds(pass, "thresholds - reclaim not satisfied", pass.thresholdsUnresolved),
    ...waiting(pass),
    ...reclaiming(pass),
    ...evicting(pass),
  ];
}

type Values = readonly (readonly [string, Value])[];

/** A sentence of the loop; `plain` is that of 1.20, where it is another one. */
function said({ time, observedAt = time }: Pass) {
  return (message: string, values: Values = [], plain = message): Line => ({
    time: observedAt,
    plain: `eviction manager: ${plain}`,
    message: `Eviction manager: ${message}`,
    values,
  });
}

function observed(pass: Pass, log: string, seen: Pass["observations"]): Line[] {
  return Object.entries(seen).map(([signal, { available, capacity, time }]) => {
    const at = `${time.replace("T", " ").replace("Z", "")} +0000 UTC m=+15.763565292`;
    const amounts = `available: ${available}, capacity: ${capacity}, time: ${at}`;
    const plain = `${log}: signal=${signal}, ${amounts}`;
    const values = { log, signal, resourceName: "memory", available, capacity, time: at };
    const line = said(pass)("", Object.entries(values), plain);
    return { ...line, message: "Eviction manager:" };
  });
}

function thresholds(pass: Pass, log: string, met: Pass["thresholdsMet"] = []): Line[] {
  return met.map(({ signal, quantity, observed: available }) => {
    const values = { log, signal, resourceName: "memory", quantity, available };
    const threshold = `threshold [signal=${signal}, quantity=${quantity}]`;
    const plain = `${log}: ${threshold} observed ${available}`;
    return said(pass)("threshold observed resource", Object.entries(values), plain);
  });
}

function waiting(pass: Pass): Line[] {
  const { conditionsHeld: held = [], graceNotMet = [] } = pass;
  const own = said(pass);
  const conditions = "node conditions - transition period not met";
  const grace = "eviction criteria not yet met";
  return [
    ...(held.length === 0
      ? []
      : [own(conditions, [["nodeCondition", held]], `${conditions}: [${held.join(" ")}]`)]),
    ...graceNotMet.map(({ threshold, duration }) =>
      own(
        grace,
        Object.entries({ threshold, duration }),
        `${grace} for ${threshold}, duration: ${duration}`,
      ),
    ),
  ];
}

function reclaiming(pass: Pass): Line[] {
  const { reclaiming: resource, ranked, evicted, observationsAfterReclaim: after } = pass;
  const own = said(pass);
  if (resource === undefined) return evicted ? [] : [own("no resources are starved")];
  const values: Values = [["resourceName", resource]];
  const reduced = "pressure without evicting pods.";
  return [
    own("attempting to reclaim", values, `attempting to reclaim ${resource}`),
    ...(after === undefined ? [] : observed(pass, "observations after resource reclaim", after)),
    ranked === undefined
      ? own(`able to reduce resource ${reduced}`, values, `able to reduce ${resource} ${reduced}`)
      : own("must evict pod(s) to reclaim", values, `must evict pod(s) to reclaim ${resource}`),
  ];
}

function evicting(pass: Pass): Line[] {
  const { ranked, refusedCritical = [], evicted = [] } = pass;
  const own = said(pass);
  const list = (pods: readonly PodName[]) => pods.map(formatted).join(", ");
  const aboutRanking = "pods ranked for eviction";
  const critical = "cannot evict a critical pod";
  return [
    ...(ranked === undefined
      ? []
      : [own(aboutRanking, [["pods", ranked]], `${aboutRanking}: ${list(ranked)}`)]),
    ...refusedCritical.map((pod) => own(critical, [["pod", pod]], `${critical} ${formatted(pod)}`)),
    ...evicted.map((pod) =>
      own(
        "pod is evicted successfully",
        [["pod", pod]],
        `pod ${formatted(pod)} is evicted successfully`,
      ),
    ),
    ...(evicted.length > 0
      ? [
          own(
            "pods successfully cleaned up",
            [["pods", evicted]],
            `pods ${list(evicted)} successfully cleaned up`,
          ),
        ]
      : ranked === undefined
        ? []
        : [own("unable to evict any pods from the node")]),
  ];
}
