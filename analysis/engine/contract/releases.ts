/** Written by tools/contract.mjs from contract/; change it there. */

export const RELEASES = {
  eviction: {
    component: "kubelet",
    oldest: 20,
    newest: 36,
    default: 36
  },
  admission: {
    component: "kubelet",
    oldest: 29,
    newest: 36,
    default: 36
  },
  oom: {
    component: "kubelet",
    oldest: 20,
    newest: 36,
    default: 36
  },
  scheduler: {
    component: "kube-scheduler",
    oldest: 31,
    newest: 36,
    default: 36
  },
  simulator: {
    component: "kube-scheduler",
    oldest: 31,
    newest: 36,
    default: 36
  },
  drain: {
    component: "kube-scheduler",
    oldest: 31,
    newest: 36,
    default: 36
  },
  check: {
    component: "kubelet",
    oldest: 35,
    newest: 36,
    default: 36
  },
  messages: {
    component: "kubelet",
    oldest: 3,
    newest: 36,
    default: 36
  }
} as const;
