/** Taints that Kubernetes sets by the state of a node: a toleration does not mend the node. */

export interface NodeState {
  /** The state in a few words. */
  readonly words: string;
  /** What ends it, as a noun. */
  readonly change: string;
  /** What to do, without a full stop; absent where `change` says it. */
  readonly fix?: string;
}

const NOT_READY: NodeState = {
  words: "node not ready",
  change: "a node that is ready",
  fix: "Make the node ready: its conditions in kubectl describe node say what is missing",
};
const UNREACHABLE: NodeState = {
  words: "node unreachable",
  change: "a kubelet that reports",
  fix: "Bring the unreachable node back: its kubelet no longer reports to the API server",
};
const LEAVING: NodeState = { words: "node being removed", change: "other nodes" };

/** By the key: pkg/controller/nodelifecycle, the cloud controllers and the autoscalers. */
const STATES: Readonly<Record<string, NodeState>> = {
  "node.kubernetes.io/disk-pressure": {
    words: "disk pressure",
    change: "more free disk space there",
  },
  "node.kubernetes.io/memory-pressure": {
    words: "memory pressure",
    change: "less memory in use there",
  },
  "node.kubernetes.io/pid-pressure": { words: "PID pressure", change: "fewer processes there" },
  "node.kubernetes.io/not-ready": NOT_READY,
  "node.alpha.kubernetes.io/notReady": NOT_READY,
  "node.kubernetes.io/unreachable": UNREACHABLE,
  "node.alpha.kubernetes.io/unreachable": UNREACHABLE,
  "node.kubernetes.io/network-unavailable": {
    words: "node without a network",
    change: "the node's routes",
    fix: "Set up the node's network: its network plugin or the cloud's routes are missing",
  },
  "node.cloudprovider.kubernetes.io/uninitialized": {
    words: "node not initialized",
    change: "the cloud controller",
    fix: "Start the cloud controller manager: it removes the taint when it knows the node",
  },
  "node.cloudprovider.kubernetes.io/shutdown": {
    words: "node shut down",
    change: "a node that is up",
    fix: "Start the node that is shut down",
  },
  "node.kubernetes.io/out-of-service": {
    words: "node out of service",
    change: "a node that is up",
    fix: "Start the node, and remove the taint, which an administrator set",
  },
  ToBeDeletedByClusterAutoscaler: LEAVING,
  "karpenter.sh/disruption": LEAVING,
  "karpenter.sh/disrupted": LEAVING,
};

/** Null for the key of a taint that keeps a node for some pods. */
export function nodeState(key: string): NodeState | null {
  return Object.hasOwn(STATES, key) ? (STATES[key] ?? null) : null;
}

/** What ends the state that these words are of, by the same words. */
export function stateFix(words: string): string | null {
  return Object.values(STATES).find((state) => state.words === words)?.fix ?? null;
}
