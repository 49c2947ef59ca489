/** How else a pod ends that people call evicted: who did it, and where to look. */
import { lowerCase } from "./compactText.ts";

export interface OtherEnd {
  readonly title: string;
  /** Where to find out more. */
  readonly ask: string;
}

interface Told extends OtherEnd {
  readonly words: readonly string[];
}

/**
 * Sentences and reasons as Kubernetes and the kernel write them: pkg/kubelet (oom, preemption,
 * nodeshutdown, lifecycle), the scheduler, the taint and pod garbage collectors, mm/oom_kill.c.
 */
const ENDS: readonly Told[] = [
  {
    words: [
      ...["OOMKilled", "OOMKilling", "System OOM encountered", "Memory cgroup out of memory"],
      ...["oom-kill:", "Out of memory: Kill", "invoked oom-killer"],
    ],
    title: "Not an eviction: the kernel's OOM killer ended a process",
    ask:
      "Was it the container's own limit, or the whole node? On the node: journalctl -k | grep -i " +
      "oom; constraint=CONSTRAINT_MEMCG is a limit. The node alone ran short: plimsoll advise.",
  },
  {
    words: ["did not kill the pod within specified grace period", "ExceededGracePeriod"],
    title: "After an eviction: the runtime did not end the pod within its grace period",
    ask: "Why was it evicted? Another event of the pod has it, with the reason Evicted.",
  },
  {
    words: [
      ...["Preempted in order to admit critical pod", "Preempted by ", "PreemptionByScheduler"],
    ],
    title: "Not an eviction for node pressure: a pod of higher priority took its place",
    ask: "Who needed the place? kubectl get events -A: the reasons Preempted and Preempting.",
  },
  {
    words: [
      ...["Taint manager: deleting", "DeletionByTaintManager", "TaintManagerEviction"],
      "Marking for deletion Pod",
    ],
    title: "Not by the kubelet: the taint manager deleted a pod that does not tolerate a taint",
    ask: "Which taint? kubectl describe node; often not-ready or unreachable, with NoExecute.",
  },
  {
    words: ["Eviction API: evicting", "EvictionByEvictionAPI", "the pod's disruption budget"],
    title: "Not by the kubelet: somebody asked the Eviction API, as kubectl drain does",
    ask: "Who asked? The API server's audit log has the create of pods/eviction.",
  },
  {
    words: ["node shutdown", "Node is shutting"],
    title: "Not an eviction for node pressure: the node was shut down",
    ask: "Why did it shut down? journalctl -u kubelet around that minute.",
  },
  {
    words: ["PodGC: ", "DeletionByPodGC"],
    title: "Not by the kubelet: the pod garbage collector deleted a pod of a node that is gone",
    ask: "When did the node go? kubectl get nodes, and the events of the node.",
  },
  {
    words: [
      ...["didn't have enough resource", "OutOfcpu", "OutOfmemory", "OutOfpods"],
      "OutOfephemeral-storage",
    ],
    title: "Rejected, not evicted: the pod's requests did not fit the node",
    ask: "What is requested there? kubectl describe node, under Allocated resources.",
  },
  {
    words: ["longer than the specified deadline", "DeadlineExceeded"],
    title: "Not an eviction: the pod ran longer than its activeDeadlineSeconds",
    ask: "Who set it? spec.activeDeadlineSeconds of the pod, or of the Job that owns it.",
  },
];

/** Null where the text is of none of these. */
export function otherEndOf(text: string): OtherEnd | null {
  const lower = lowerCase(text);
  const found = ENDS.find(({ words }) => words.some((each) => lower.includes(lowerCase(each))));
  return found === undefined ? null : { title: found.title, ask: found.ask };
}
