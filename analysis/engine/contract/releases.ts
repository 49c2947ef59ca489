/** Written by tools/contract.mjs from contract/; change it there. */

export const RELEASES = {
  eviction: { component: "kubelet", oldest: 20, newest: 37, default: 37 },
  admission: { component: "kubelet", oldest: 29, newest: 37, default: 37 },
  memoryQos: { component: "kubelet", oldest: 22, newest: 37, default: 37 },
  oom: { component: "kubelet", oldest: 20, newest: 37, default: 37 },
  scheduler: { component: "kube-scheduler", oldest: 31, newest: 37, default: 37 },
  simulator: { component: "kube-scheduler", oldest: 31, newest: 37, default: 37 },
  drain: { component: "kube-scheduler", oldest: 31, newest: 37, default: 37 },
  check: { component: "kubelet", oldest: 35, newest: 37, default: 37 },
  messages: { component: "kubelet", oldest: 3, newest: 37, default: 37 }
} as const;

export const ZERO_GRACE = [
  { until: 22, grace: "no time at all" },
  { since: 22, until: 31, grace: "its own terminationGracePeriodSeconds" },
  { since: 31, grace: "one second" }
] as const;

export const SCHEDULER_VERSIONS = [
  { version: "v1beta3", until: 29 },
  { version: "v1beta2", until: 28 },
  { version: "v1beta1", until: 23 }
] as const;
