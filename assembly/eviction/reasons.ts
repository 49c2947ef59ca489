/** Why a verb was refused. */

/** Continues `NodeReason`. */
export enum EvictionReason {
  NotConfiguration = 48,
  Configuration,
  NotConfigured,
  NoSuspendedStep,
  State,
  StatePolicy,
  NoSuchPod,
  NoSuchSignal,
  NoStep,
  Detail,
  Part,
  Missed,
  Options,
  Reduced,
  Steps,
}

export const EVICTION_REASON_TEXTS: StaticArray<string> = [
  "not a KubeletConfiguration: its kind is another one",
  "the kubelet would not start with this configuration",
  "no configuration is in force; call configure first",
  "no step is suspended for node-level reclaim; call observe first",
  "not a saved state of this version",
  "the state was saved under another configuration",
  "no such pod in the pod list",
  "no such signal; use a name such as memory.available",
  "no step has been taken; call observe first",
  "no such detail; use 0, 1 or 2",
  "no such part; use 0 for the pod table or 1 for the Summary",
  "the last observation had no Summary, so nothing was ranked; observe one first",
  "an option in the member plimsoll is not valid",
  "no document that can be reduced; use 2 for a PodList or 3 for a Summary",
  "not steps in the form that assembly/README.md describes",
];
