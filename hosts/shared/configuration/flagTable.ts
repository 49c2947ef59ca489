/** How the text of a flag becomes a value; the kubelet's own kinds of flags. */
export type FlagKind =
  | "langleMap" // signal<value,…
  | "map" // name=value,…
  | "booleanMap" // name=true,…
  | "text"
  | "integer"
  | "boolean"
  | "list";

export interface FlagRow {
  /** The member of the KubeletConfiguration it replaces, or the option of the module it sets. */
  readonly member: string;
  /** There is no such member: it is an option beside the configuration. */
  readonly isOption?: true;
  readonly kind: FlagKind;
  /** An example of its use, for errors. */
  readonly example: string;
}

/** The kubelet's flags that decide about eviction, by name. */
export const FLAGS: ReadonlyMap<string, FlagRow> = new Map<string, FlagRow>([
  [
    "eviction-hard",
    row("evictionHard", "langleMap", "memory.available<100Mi,nodefs.available<10%"),
  ],
  ["eviction-soft", row("evictionSoft", "langleMap", "memory.available<300Mi")],
  ["eviction-soft-grace-period", row("evictionSoftGracePeriod", "map", "memory.available=1m30s")],
  ["eviction-minimum-reclaim", row("evictionMinimumReclaim", "map", "memory.available=200Mi")],
  ["eviction-pressure-transition-period", row("evictionPressureTransitionPeriod", "text", "5m0s")],
  ["eviction-max-pod-grace-period", row("evictionMaxPodGracePeriod", "integer", "60")],
  ["system-reserved", row("systemReserved", "map", "memory=500Mi")],
  ["kube-reserved", row("kubeReserved", "map", "memory=500Mi")],
  ["enforce-node-allocatable", row("enforceNodeAllocatable", "list", "pods")],
  ["cgroups-per-qos", row("cgroupsPerQOS", "boolean", "true")],
  ["local-storage-capacity-isolation", row("localStorageCapacityIsolation", "boolean", "true")],
  [
    "experimental-allocatable-ignore-eviction",
    { ...row("experimentalAllocatableIgnoreEviction", "boolean", "true"), isOption: true },
  ],
  ["feature-gates", row("featureGates", "booleanMap", "KubeletSeparateDiskGC=true")],
]);

function row(member: string, kind: FlagKind, example: string): FlagRow {
  return { member, kind, example };
}
