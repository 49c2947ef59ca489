/** Written by tools/contract.mjs from contract/; change it there. */

export const MEMBER_ROWS = [
  {
    member: "evictionHard",
    holds: "amounts",
    names: [],
    values: [],
    about: "evicts at once below these amounts"
  },
  {
    member: "evictionSoft",
    holds: "amounts",
    names: [],
    values: [],
    about: "evicts when below these for a grace period"
  },
  {
    member: "evictionSoftGracePeriod",
    holds: "durations",
    names: [],
    values: [],
    about: "how long a soft threshold may be met before pods are evicted"
  },
  {
    member: "evictionMinimumReclaim",
    holds: "amounts",
    names: [],
    values: [],
    about: "how far beyond a threshold to reclaim"
  },
  {
    member: "evictionPressureTransitionPeriod",
    holds: "value",
    names: [],
    values: ["30s", "1m30s", "2m0s", "5m0s"],
    about: "how long a node condition outlasts its cause"
  },
  {
    member: "evictionMaxPodGracePeriod",
    holds: "value",
    names: [],
    values: ["0", "30", "60"],
    about: "seconds a pod gets at most when a soft threshold evicts it"
  },
  {
    member: "mergeDefaultEvictionSettings",
    holds: "value",
    names: [],
    values: ["true", "false"],
    about: "whether the defaults stay for signals that are not named"
  },
  {
    member: "systemReserved",
    holds: "entries",
    names: ["memory", "ephemeral-storage", "cpu", "pid"],
    values: ["500Mi", "1Gi"],
    about: "what the system keeps for itself"
  },
  {
    member: "kubeReserved",
    holds: "entries",
    names: ["memory", "ephemeral-storage", "cpu", "pid"],
    values: ["500Mi", "1Gi"],
    about: "what the kubelet and the runtime keep for themselves"
  },
  {
    member: "enforceNodeAllocatable",
    holds: "items",
    names: [],
    values: ["pods", "system-reserved", "kube-reserved", "none"],
    about: "which of the reservations are enforced"
  },
  {
    member: "cgroupsPerQOS",
    holds: "value",
    names: [],
    values: ["true", "false"],
    about: "a cgroup for each class of service"
  },
  {
    member: "localStorageCapacityIsolation",
    holds: "value",
    names: [],
    values: ["true", "false"],
    about: "whether limits of local storage are watched"
  },
  {
    member: "featureGates",
    holds: "entries",
    names: ["KubeletSeparateDiskGC"],
    values: ["true", "false"],
    about: "features switched on or off"
  }
] as const;

export const FLAG_ROWS = [
  {
    flag: "eviction-hard",
    member: "evictionHard",
    isOption: false,
    form: "langleMap",
    example: "memory.available<100Mi,nodefs.available<10%"
  },
  {
    flag: "eviction-soft",
    member: "evictionSoft",
    isOption: false,
    form: "langleMap",
    example: "memory.available<300Mi"
  },
  {
    flag: "eviction-soft-grace-period",
    member: "evictionSoftGracePeriod",
    isOption: false,
    form: "map",
    example: "memory.available=1m30s"
  },
  {
    flag: "eviction-minimum-reclaim",
    member: "evictionMinimumReclaim",
    isOption: false,
    form: "map",
    example: "memory.available=200Mi"
  },
  {
    flag: "eviction-pressure-transition-period",
    member: "evictionPressureTransitionPeriod",
    isOption: false,
    form: "text",
    example: "5m0s"
  },
  {
    flag: "eviction-max-pod-grace-period",
    member: "evictionMaxPodGracePeriod",
    isOption: false,
    form: "integer",
    example: "60"
  },
  {
    flag: "system-reserved",
    member: "systemReserved",
    isOption: false,
    form: "map",
    example: "memory=500Mi"
  },
  {
    flag: "kube-reserved",
    member: "kubeReserved",
    isOption: false,
    form: "map",
    example: "memory=500Mi"
  },
  {
    flag: "enforce-node-allocatable",
    member: "enforceNodeAllocatable",
    isOption: false,
    form: "list",
    example: "pods"
  },
  {
    flag: "system-reserved-cgroup",
    member: "systemReservedCgroup",
    isOption: false,
    form: "text",
    example: "/system.slice"
  },
  {
    flag: "kube-reserved-cgroup",
    member: "kubeReservedCgroup",
    isOption: false,
    form: "text",
    example: "/kubelet.slice"
  },
  {
    flag: "cgroups-per-qos",
    member: "cgroupsPerQOS",
    isOption: false,
    form: "boolean",
    example: "true"
  },
  {
    flag: "local-storage-capacity-isolation",
    member: "localStorageCapacityIsolation",
    isOption: false,
    form: "boolean",
    example: "true"
  },
  {
    flag: "feature-gates",
    member: "featureGates",
    isOption: false,
    form: "booleanMap",
    example: "KubeletSeparateDiskGC=true"
  },
  {
    flag: "experimental-allocatable-ignore-eviction",
    member: "experimentalAllocatableIgnoreEviction",
    isOption: true,
    form: "boolean",
    example: "true"
  }
] as const;
