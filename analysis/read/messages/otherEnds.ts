/** What happens to pods and nodes that people call an eviction: who did it, and where to look. */
import { formatBytes, plural } from "../../text/amount.ts";
import { KILLED, TO_KILL, VICTIM } from "../kernelLog/oomProcess.ts";
import { lowerCase } from "./compactText.ts";
import { readSchedulerMessage, type SchedulerMessage } from "./schedulerMessage.ts";

export interface OtherEnd {
  /** The kind in JSON, for scripts. */
  readonly kind: string;
  readonly title: string;
  /** The numbers or names of the sentence; null where it has none. */
  readonly detail: string | null;
  /** What `detail` is. */
  readonly label: "numbers" | "pods" | "process" | "conditions";
  /** Whether it is about a node, and no pod. */
  readonly isOfNode: boolean;
  /** Where to find out more. */
  readonly ask: string;
  /** The scheduler's sum of nodes, if it is in the text. */
  readonly scheduling?: SchedulerMessage;
}

interface Row extends Pick<OtherEnd, "kind" | "title" | "ask"> {
  readonly words: readonly string[];
  /** Words of which one is also in the text. */
  readonly causes?: readonly string[];
  readonly detail?: (text: string) => string | null;
  readonly label?: OtherEnd["label"];
  readonly isOfNode?: boolean;
  /** Reasons of a pod's status that are also words of other texts: they count alone. */
  readonly statuses?: readonly string[];
}

const BUDGET_REFUSES =
  "Not evicted: the API server refused, because a PodDisruptionBudget allows no eviction";
/** The reason of a container whose process the kernel killed. */
export const OUT_OF_MEMORY = "OOMKilled";
/** The kubelet writes exit code 137 with it, and does not know how the container ended. */
export const NOT_FOUND = "ContainerStatusUnknown";
/** The code with SIGKILL. */
export const EXIT_BY_SIGKILL = "exit code 137";

/** What the API server answers for a budget, which a text may lack. */
export const EVICTION_ANSWERED_429 = "eviction-answered-429";

const WHAT_FITS =
  "What would make it fit? kubectl get nodes,pods,pv,pvc,pdb -A -o yaml > " +
  "cluster.yaml; plimsoll schedule NAMESPACE/NAME --objects cluster.yaml";

/** What a description says of a pod by its members alone. */
export const PENDING_WITHOUT_NODE = "Status: Pending, Node: <none>";

/** What kubectl drain prints of a pod by the form of the line alone: `pod/web-1 evicted`. */
export const EVICTED_BY_DRAIN = "kubectl drain: pod evicted";

/**
 * Sentences and reasons as Kubernetes and the kernel write them: pkg/kubelet (oom, preemption,
 * nodeshutdown, lifecycle, images), the scheduler, the taint and pod garbage collectors,
 * mm/oom_kill.c.
 */
const ENDS: readonly Row[] = [
  {
    kind: "oom-killed",
    words: ["Memory cgroup out of memory", "CONSTRAINT_MEMCG"],
    title: "Not an eviction: a memory cgroup was at its limit, and the kernel killed a process",
    ask:
      "Which limit was it? On the node: journalctl -k | plimsoll oom - names the cgroup, its " +
      "limit and the pod.",
    detail: endedProcess,
    label: "process",
  },
  {
    kind: "oom-killed",
    words: [
      ...["OOMKilled", "OOMKilling", "System OOM encountered"],
      ...["oom-kill:", "Out of memory: Kill", "invoked oom-killer"],
    ],
    title: "Not an eviction: the kernel's OOM killer killed a process",
    ask:
      "Was it the container's own limit, or the whole node? On the node: journalctl -k | " +
      "plimsoll oom -; constraint=CONSTRAINT_MEMCG is a limit. If the node ran short: plimsoll " +
      "advise.",
    detail: endedProcess,
    label: "process",
  },
  {
    kind: "grace-period-exceeded",
    words: ["did not kill the pod within specified grace period", "ExceededGracePeriod"],
    title: "After an eviction: the runtime did not stop the pod within its grace period",
    ask: "Why was it evicted? Another event of the pod, with the reason Evicted, says so.",
  },
  {
    kind: "preempted-by-kubelet",
    statuses: ["Preempting"],
    words: ["Preempted in order to admit critical pod", "preempted by Kubelet to accommodate"],
    title: "Not an eviction for node pressure: the kubelet preempted it to admit a critical pod",
    ask:
      "Which critical pod? No event names it: look for one that is static, or has the priority " +
      "class system-node-critical or system-cluster-critical, and started there then. kubectl " +
      "get pods -A --field-selector spec.nodeName=NODE --sort-by=.status.startTime",
    detail: lackingText,
  },
  {
    kind: "preempted",
    words: [
      ...["Preempted by ", "PreemptionByScheduler", "PreemptionByKubeScheduler"],
      "preempting to accommodate a higher priority pod",
    ],
    title: "Not an eviction for node pressure: a pod of higher priority preempted it",
    ask: "Which pod preempted it? kubectl get events -A: the reasons Preempted and Preempting.",
  },
  {
    kind: "taint-manager-cancelled",
    words: ["Cancelling deletion of Pod"],
    title:
      "Not deleted: the taint manager cancelled the deletion, because no taint requires it " +
      "any more",
    ask: "Which taint was it? kubectl describe node; often not-ready or unreachable, for a moment.",
  },
  {
    kind: "taint-manager",
    words: ["Taint manager: deleting", "DeletionByTaintManager", "Marking for deletion Pod"],
    title: "Not by the kubelet: the taint manager deleted a pod that does not tolerate a taint",
    ask: "Which taint? kubectl describe node; often not-ready or unreachable, with NoExecute.",
  },
  {
    kind: "eviction-refused",
    words: ["The disruption budget "],
    title: BUDGET_REFUSES,
    ask:
      "Does it block for now or permanently? plimsoll drain NODE says so, and what would unblock " +
      "it.",
    detail: refusingBudget,
  },
  {
    kind: "eviction-refused",
    words: ["Cannot evict pod as it would violate the pod's disruption budget"],
    title: BUDGET_REFUSES,
    ask:
      "Which budget is it, and does it block for now or permanently? kubectl get pdb -A; " +
      "plimsoll drain NODE names the budget, and what would unblock it.",
    detail: refusedPods,
    label: "pods",
  },
  {
    kind: EVICTION_ANSWERED_429,
    words: ["/eviction 429 Too Many Requests"],
    title:
      "Not evicted: the API server answered 429, as it does while a PodDisruptionBudget allows " +
      "no eviction",
    ask:
      "Which budget is it? plimsoll drain NODE names it, and what would unblock it. Without one, " +
      "the API server limits its requests.",
  },
  {
    kind: "drain-refused",
    words: [
      ...["(use --force to override)", "(use --ignore-daemonsets to ignore)"],
      ...["(use --delete-local-data to override)", "(use --delete-emptydir-data to override)"],
    ],
    title: "Not evicted: kubectl drain evicts no pod without the flags that it names",
    ask:
      "What would these flags do? plimsoll drain NODE with the same flags shows which pods " +
      "kubectl evicts or deletes, and what blocks them.",
    detail: drainBlockers,
    label: "pods",
    isOfNode: true,
  },
  {
    kind: "drained",
    words: [EVICTED_BY_DRAIN],
    title: "Not by the kubelet: kubectl drain evicted it",
    ask: "Do they run elsewhere now? kubectl get pods -A -o wide: the pods of their owners.",
  },
  {
    kind: "eviction-api",
    words: ["Eviction API: evicting", "EvictionByEvictionAPI", "the pod's disruption budget"],
    title: "Not by the kubelet: a client called the Eviction API, as kubectl drain does",
    ask: "Which client? The API server's audit log has the create of pods/eviction.",
  },
  {
    kind: "node-shutdown",
    words: ["node shutdown", "Node is shutting"],
    statuses: ["Shutdown", "NodeShutdown", "Terminated"],
    title: "Not an eviction for node pressure: the node was shut down",
    ask: "Why did it shut down? journalctl -u kubelet around that minute.",
  },
  {
    kind: "pod-gc",
    words: ["PodGC: ", "DeletionByPodGC"],
    title:
      "Not by the kubelet: the pod garbage collector deleted a pod of a node that no " +
      "longer exists",
    ask: "When was the node removed? kubectl get nodes, and the events of the node.",
  },
  {
    kind: "out-of-resource",
    detail: missingResource,
    words: ["didn't have enough resource"],
    causes: ["capacity: 0"],
    title: "Rejected, not evicted: the kubelet did not know yet what the node has",
    ask:
      "Had its kubelet just started? It learns some capacities only then, and a new pod fits " +
      "later: kubectl describe node NODE, under Allocatable",
  },
  {
    kind: "out-of-resource",
    detail: missingResource,
    words: ["enough resource: pods", "OutOfpods"],
    title: "Rejected, not evicted: the node has as many pods as its kubelet's maxPods allows",
    ask: "Which pods fill it? kubectl describe node NODE, under Non-terminated Pods",
  },
  {
    kind: "out-of-resource",
    detail: missingResource,
    words: [
      ...["didn't have enough resource", "OutOfcpu", "OutOfmemory", "OutOfpods"],
      "OutOfephemeral-storage",
    ],
    title: "Rejected, not evicted: the pod's requests did not fit the node",
    ask: "What is requested there? kubectl describe node NODE, under Allocated resources",
  },
  {
    kind: "node-affinity",
    words: ["Predicate NodeAffinity failed", "Predicate MatchNodeSelector failed"],
    statuses: ["NodeAffinity", "MatchNodeSelector"],
    title: "Rejected, not evicted: the node's labels do not match the pod's selector or affinity",
    ask:
      "Which label is missing? kubectl get node --show-labels; a kubelet that restarts before it " +
      "knows its labels rejects pods that were running.",
  },
  {
    kind: "unexpected-admission-error",
    words: ["no set of running pods found to reclaim resources"],
    title: "Rejected, not evicted: the node had no room for a critical pod, and none to preempt",
    ask:
      "Which pods fill it? kubectl describe node NODE, under Non-terminated Pods and Allocated " +
      "resources; how many pods there can be is the kubelet's maxPods.",
    detail: lackingText,
  },
  {
    kind: "unexpected-admission-error",
    words: [
      ...["TopologyAffinityError", "Topology Affinity Error"],
      "cannot be allocated with Topology locality",
    ],
    title: "Rejected, not evicted: the node's NUMA nodes have no place for the pod's resources",
    ask:
      "Which topologyManagerPolicy has the kubelet? restricted and single-numa-node reject such " +
      "pods: kubectl get --raw /api/v1/nodes/NODE/proxy/configz",
  },
  {
    kind: "unexpected-admission-error",
    words: ["Allocate failed due to"],
    causes: ["devices unavailable for", "no healthy devices present", "no longer healthy"],
    title: "Rejected, not evicted: the node had no free, healthy device for the pod",
    ask:
      "Which devices has the node? kubectl describe node NODE: Allocatable counts the healthy " +
      "ones, of which other pods hold some. The log of the device plugin's pod says why one is " +
      "not.",
    detail: allocationFailure,
  },
  {
    kind: "unexpected-admission-error",
    words: ["Allocate failed due to"],
    causes: ["rpc error", "rpc failed"],
    title: "Rejected, not evicted: a device plugin did not allocate what the pod asks for",
    ask: "Why not? The message has its words; the log of the plugin's pod on that node has more.",
    detail: allocationFailure,
  },
  {
    kind: "unexpected-admission-error",
    words: ["UnexpectedAdmissionError", "Allocate failed due to"],
    title: "Rejected, not evicted: the kubelet could not allocate devices or aligned resources",
    ask: "Which plugin failed? journalctl -u kubelet around that minute: the device plugin's name.",
    detail: allocationFailure,
  },
  {
    kind: "deadline-exceeded",
    words: ["longer than the specified deadline", "DeadlineExceeded"],
    title: "Not an eviction: the pod ran longer than its activeDeadlineSeconds",
    ask: "Who set it? spec.activeDeadlineSeconds of the pod, or of the Job that owns it.",
  },
  {
    kind: "image-gc-failed",
    words: [
      ...["FreeDiskSpaceFailed", "failed to garbage collect required amount of images"],
      "Failed to free sufficient space by deleting unused images",
    ],
    title: "Not an eviction: removing unused images did not free enough of the file system",
    ask:
      "What fills it? On the node: df -h, crictl images, and du -xh of the container runtime's " +
      "folder. Was a pod evicted? kubectl get events -A --field-selector reason=Evicted",
    detail: freedOfImages,
    isOfNode: true,
  },
  {
    kind: "image-fs-unknown",
    words: ["ImageGCFailed", "image garbage collection failed"],
    // By cAdvisor or the runtime, in pkg/kubelet/stats; earlier releases quote cAdvisor alone.
    causes: [
      ...["failed to get imageFs info", "failed to get image stats", "missing image stats"],
      ...["imageFs information is unavailable", "failed to get container fs info"],
      ...["get filesystem info: ", "invalid capacity 0 on "],
      ...["unable to find data for container /", "unable to find data in memory cache"],
      ...["no imagefs label for configured runtime", "non-existent label "],
    ],
    title: "Not an eviction: the kubelet could not measure the file system of images",
    ask:
      "Does the container runtime answer? On the node: crictl imagefsinfo, and journalctl -u " +
      "kubelet around that minute. While it lasts, no unused image is removed to free space.",
    isOfNode: true,
  },
  {
    kind: "image-gc-failed",
    words: ["ImageGCFailed", "image garbage collection failed"],
    title: "Not an eviction: the kubelet could not remove unused images",
    ask:
      "Is the container runtime up, and its disk readable? On the node: journalctl -u kubelet " +
      "around that minute, crictl imagefsinfo",
    detail: freedOfImages,
    isOfNode: true,
  },
  {
    kind: "node-condition",
    words: [
      ...["NodeHasDiskPressure", "NodeHasInsufficientMemory", "NodeHasInsufficientPID"],
      ...["KubeletHasDiskPressure", "KubeletHasInsufficientMemory", "KubeletHasInsufficientPID"],
      ...["/disk-pressure:NoSchedule", "/memory-pressure:NoSchedule", "/pid-pressure:NoSchedule"],
    ],
    title: "Not an eviction: the kubelet set a node condition, because a threshold was met",
    ask:
      "Was a pod evicted? Until the condition ends, the node takes no pod that does not tolerate " +
      "it. kubectl get events -A --field-selector reason=Evicted",
    detail: pressureConditions,
    label: "conditions",
    isOfNode: true,
  },
  {
    kind: "no-scale-up",
    words: ["NotTriggerScaleUp", "didn't trigger scale-up"],
    title: "Not an eviction: the cluster autoscaler adds no node for the pending pod",
    ask:
      "What does the pod need that no node has? kubectl describe pod: the event " +
      "FailedScheduling. A group at its maximum size needs a higher one.",
    detail: scaleUpReasons,
  },
  {
    kind: "pending",
    words: [PENDING_WITHOUT_NODE],
    title: "Not an eviction: the pod is pending, and has no node yet",
    ask: WHAT_FITS,
  },
  {
    kind: "failed-scheduling",
    words: [
      ...["nodes are available:", "no nodes available to schedule pods", "FailedScheduling"],
      ...["No nodes are available that match all of the", "failed to find fit for pod"],
      "failed to fit in any node",
      ...["unbound immediate PersistentVolumeClaims", 'running PreBind plugin "VolumeBinding"'],
      ...['persistentvolumeclaim "'],
    ],
    title: "Not an eviction: the scheduler finds no node for the pod, which stays pending",
    ask: WHAT_FITS,
    detail: schedulerReasons,
  },
  {
    kind: "killed",
    words: [EXIT_BY_SIGKILL, "exitCode 137", "exitCode: 137"],
    title: "Not an eviction: a container's process was killed with SIGKILL (exit code 137)",
    ask:
      "By what? A kubelet sends SIGKILL when a grace period has passed or a probe has failed. " +
      "The kernel reports it with the reason OOMKilled, or in its log: journalctl -k | plimsoll " +
      "oom -",
  },
];

/** `System OOM encountered, victim process: java, pid: 12345`, or the kernel's own line. */
function endedProcess(text: string): string | null {
  const [, name, pid] = VICTIM.exec(text) ?? [];
  if (name !== undefined) return `${name} (pid ${pid})`;
  const [, ended, called] = KILLED.exec(text) ?? TO_KILL.exec(text) ?? [];
  return ended === undefined ? null : `${called} (pid ${ended})`;
}

const REFUSED = /when evicting pods?(?:\/| )"([^"\s]{1,253})"(?: -n "([^"\s]{1,63})")?/g;
const REFUSED_MAX = 20;

/** `error when evicting pods/"web-1" -n "shop" (will retry after 5s): Cannot evict …`. */
function refusedPods(text: string): string | null {
  const pods = new Set<string>();
  for (const [, name = "", namespace] of text.matchAll(REFUSED)) {
    pods.add(namespace === undefined ? name : `${namespace}/${name}`);
  }
  if (pods.size === 0) return null;
  const more = pods.size > REFUSED_MAX ? ` and ${pods.size - REFUSED_MAX} more` : "";
  return `${[...pods].slice(0, REFUSED_MAX).join(", ")}${more}`;
}

/** `The disruption budget web needs 1 healthy pods and has 1 currently`. */
function refusingBudget(text: string): string | null {
  const [sentence] = /[Tt]he disruption budget \S{1,253} [^".\n]{1,200}/.exec(text) ?? [];
  return sentence?.trim() ?? null;
}

/** `… (use --force to override): web-1, web-2`; several are in brackets since 1.20. */
const AFTER_FLAG = /\(use (--[a-z-]{1,40}) to \w+\): ?(?=([^;\]\n]{1,2000}))/g;
/** What follows the pods of a flag on the same line. */
const AFTER_PODS = /,? *cannot delete .*|, *(?:continuing|aborting) command.*/;
/** Up to 1.8: `pods not managed by …: web-1,web-2 (use --force to override)`. */
const BEFORE_FLAG = /: ([^;:()\n]{1,2000}) \(use (--[a-z-]{1,40}) to \w+\)(?!:)/g;

/** The pods that kubectl names with a flag. */
function drainBlockers(text: string): string | null {
  const after = [...text.matchAll(AFTER_FLAG)];
  const before = [...text.matchAll(BEFORE_FLAG)];
  const named = [
    ...after.map(([, flag = "", pods = ""]) => `${flag}: ${pods.replace(AFTER_PODS, "").trim()}`),
    ...before.map(([, pods = "", flag = ""]) => `${flag}: ${pods.trim()}`),
  ];
  return named.length === 0 ? null : named.join("; ");
}

/** As 1.20 and 1.29 write it; a text that was cut may lack the second number. */
const AIM = new RegExp(
  "(?:wanted|attempted) to free (\\d{1,19})(?: bytes)?" +
    "(?:, but (freed|only found) (\\d{1,19}) (?:bytes|space))?",
  "i",
);
/** As 1.35 writes it. */
const FULL =
  /image filesystem \((\d{1,3}% of [^()]{1,40} used)\)\..{1,100}\(freed (\d{1,19}) bytes\)/;

/** As the kubelet's events, and the taints of a node, name them. */
const CONDITIONS: readonly (readonly [words: RegExp, condition: string])[] = [
  [/InsufficientMemory|\/memory-pressure/i, "MemoryPressure"],
  [/HasDiskPressure|\/disk-pressure/i, "DiskPressure"],
  [/InsufficientPID|\/pid-pressure/i, "PIDPressure"],
];

/** The conditions that a node got. */
function pressureConditions(text: string): string | null {
  const found = CONDITIONS.flatMap(([words, condition]) => (words.test(text) ? [condition] : []));
  return found.length === 0 ? null : found.join(", ");
}

/** `Wanted to free 5905580032 bytes, but freed 0 bytes`. */
function freedOfImages(text: string): string | null {
  const [, used, freed] = FULL.exec(text) ?? [];
  if (used !== undefined) return `${used}, freed ${formatBytes(Number(freed))}`;
  const [, wanted, verb, bytes] = AIM.exec(text) ?? [];
  if (wanted === undefined) return null;
  const aim = `wanted to free ${formatBytes(Number(wanted))}`;
  if (verb === undefined) return aim;
  const got = formatBytes(Number(bytes));
  return /freed/i.test(verb) ? `${aim}, freed ${got}` : `${aim}, found ${got} in unused images`;
}

/** What a program or a page puts between two parts of a sentence that it folds. */
const FOLD = String.raw`[\s"'\\+>|]{1,80}`;
const NUMBERS = new RegExp(
  `resource:${FOLD}([^\\s,]{1,100}),${FOLD}requested: (\\d+),${FOLD}used: (\\d+),${FOLD}` +
    String.raw`capacity: (\d+)`,
);

/** Whether a text has all amounts of a rejection, folded or not. */
export function hasAmounts(text: string): boolean {
  return NUMBERS.test(text);
}

const IN_BYTES = /^(?:memory|ephemeral-storage|hugepages-.+)$/;

/** `Node didn't have enough resource: cpu, requested: 500, used: 1900, capacity: 2000`. */
function missingResource(text: string): string | null {
  const found = NUMBERS.exec(text);
  if (found === null) return null;
  const [, resource = "", requested, used, capacity] = found;
  const unknown = capacity === "0" ? "; the kubelet does not know it yet" : "";
  const [needed, taken, all] = [requested, used, capacity].map((amount) => {
    return IN_BYTES.test(resource) ? formatBytes(Number(amount)) : amount;
  });
  const amounts = `requested ${needed}, used ${taken}, capacity ${all}`;
  return `${resource}: ${amounts}${unknown}`;
}

/** The reasons of a FailedScheduling message, those of most nodes first. */
function schedulerReasons(text: string): string | null {
  const message = readSchedulerMessage(text);
  if (message === null) return null;
  const reasons = message.reasons.map(({ nodes, reason }) => `${nodes} ${reason}`);
  const of = message.nodes === null ? "" : `0/${message.nodes} nodes: `;
  return (
    of +
    (reasons.length === 0 ? message.text : reasons.join("; ")) +
    (message.notEligible === null ? "" : `; preemption: ${message.notEligible}`)
  );
}

/** Earlier releases have a sentence in brackets. */
const SCALE_UP = /didn't trigger scale-up(?: \([^)\n]{1,100}\))?: ([^\n]{1,2000}?)\.?["'`]?\s*$/m;

/** The reasons of node groups: `3 max node group size reached, 1 Insufficient cpu`. */
function scaleUpReasons(text: string): string | null {
  const [, reasons] = SCALE_UP.exec(text) ?? [];
  return reasons?.replace(/, (?=\d{1,9} )/g, "; ") ?? null;
}

/** `[(res: cpu, q: 200), ]`: what a critical pod lacked; cpu in thousandths. */
const LACKING = /\(res: ([\w./-]{1,100}), q: (\d{1,19})\)/g;

function lackingText(text: string): string | null {
  const lacking = [...text.matchAll(LACKING)].map(([, resource = "", quantity]) => {
    if (resource === "pods") return plural(Number(quantity), "pod");
    if (resource === "cpu") return `${quantity}m of cpu`;
    const isBytes = IN_BYTES.test(resource);
    return `${isBytes ? formatBytes(Number(quantity)) : quantity} of ${resource}`;
  });
  return lacking.length === 0 ? null : `the node lacked room for ${lacking.join(" and ")}`;
}

const ALLOCATION = /Allocate failed due to ([^\n]{1,300}?)(?:, which is unexpected|["'`]?\s*$)/m;

/** The words of the kubelet or of a device plugin. */
function allocationFailure(text: string): string | null {
  return ALLOCATION.exec(text)?.[1] ?? null;
}

/** The status of a call over gRPC, and a condition of a Deployment: named like ends of pods. */
const OF_NO_POD = /\bcode = [A-Za-z]{1,40}\b|ProgressDeadlineExceeded/g;
/** Sentences of kubectl, the kubelet, the scheduler and the autoscaler. */
const SENTENCES = new RegExp(
  [
    "would violate the pod's disruption budget",
    "/eviction 429 Too Many Requests",
    String.raw`\(use --[a-z-]{1,40} to (?:override|ignore)\)`,
    ...["didn't have enough resource: ", "Allocate failed due to "],
    "preempting to accommodate a higher priority pod: ",
    ...["Preempted in order to admit critical pod", "failed to garbage collect required amount"],
    "nodes are available: ",
    "available that match all of the (?:following )?predicates::? ",
    "no set of running pods found to reclaim resources",
    String.raw`didn't trigger scale-up(?: \([^)\n]{1,100}\))?: `,
  ].join("|"),
);

/** Whether a line states an end by itself, without the columns of an event around it. */
export function statesEnd(line: string): boolean {
  return SENTENCES.test(line);
}

/** The pod that a line of kubectl or of a controller could not evict. */
export function refusedPod(line: string): { namespace: string | null; name: string } | null {
  const [first] = line.matchAll(REFUSED);
  if (first === undefined) return null;
  const [, name = "", namespace = null] = first;
  return { namespace, name };
}

/** What a later line says of a report, which is then no claim about now. */
const LATER = {
  placed: {
    kind: "placed-later",
    title: "Not an eviction: the pod was pending, and the scheduler then placed it on a node",
    ask: "Does it run there? kubectl describe pod: the states of its containers.",
    isOfNode: false,
  },
  deleted: {
    kind: "deleted-later",
    title: "Not an eviction: the pod was pending until it was deleted",
    ask: "What needs it now? kubectl get pods -A: the pods of its owner.",
    isOfNode: false,
  },
  goesOn: {
    kind: "drain-went-on",
    title: "Not evicted at first: kubectl drain needed more flags, and went on with them",
    ask: "Which pods are left there? plimsoll drain NODE shows them, and what blocks them.",
    isOfNode: true,
  },
  over: {
    kind: "node-condition-ended",
    title: "Not an eviction: the kubelet set a node condition, which ended later",
    ask: "Was a pod evicted? kubectl get events -A --field-selector reason=Evicted",
    isOfNode: true,
  },
} as const;

/** The same reasons or conditions, and what became of them. */
export function endedLater({ detail, label }: OtherEnd, how: keyof typeof LATER): OtherEnd {
  return { ...LATER[how], detail, label };
}

/** Null where the text is of none of these. */
export function otherEndOf(text: string): OtherEnd | null {
  const lower = lowerCase(text.replace(OF_NO_POD, ""));
  const status = text.replace(/:? *$/, "");
  const isIn = (words: readonly string[]) => words.some((each) => lower.includes(lowerCase(each)));
  const found = ENDS.find(
    ({ words, causes, statuses }) =>
      statuses?.includes(status) || (isIn(words) && (causes === undefined || isIn(causes))),
  );
  if (found === undefined) return null;
  const { kind, title, ask, detail, label = "numbers", isOfNode = false } = found;
  const scheduling = kind === "failed-scheduling" ? readSchedulerMessage(text) : null;
  return {
    ...{ kind, title, ask, detail: detail?.(text) ?? null, label, isOfNode },
    ...(scheduling === null ? {} : { scheduling }),
  };
}
