import { DOCUMENTS } from "../../../engine/contract/documents.ts";
import { PROFILES } from "../../../engine/contract/profiles.ts";
import { SIGNALS } from "../../../engine/decision.ts";
import { MISSING_IN_SERIES } from "../../../read/capture/missing.ts";
import { MISSING as MISSING_OF_LOGS } from "../../../read/journal/records.ts";
import type { WordKind } from "../reduce/shape.ts";

/** What captures of logs and of series leave out. */
const MISSING = [...MISSING_OF_LOGS, ...MISSING_IN_SERIES];

/** The labels of the kubelet's eviction counter: signals, and limits of local storage. */
const SIGNAL_NAMES = [
  ...SIGNALS.map((signal) => signal.replaceAll(".", "\\.")),
  ...["ephemeralcontainerfs\\.limit", "ephemeralpodfs\\.limit", "emptydirfs\\.limit"],
].join("|");

/** What Kubernetes writes into `status.reason` of a pod. */
const STATUS_REASONS = [
  ...["Evicted", "Preempting", "DeadlineExceeded", "NodeLost", "UnexpectedAdmissionError"],
  ...["OutOf(?:cpu|memory|pods|ephemeral-storage)", "Node(?:Affinity|Ports|Name|Shutdown)"],
  ...["TopologyAffinityError", "SMTAlignmentError"],
  ...["Terminated", "Shutdown", "AppArmor", "SysctlForbidden", "PodOSNotSupported"],
];

/** A member of a Summary or a pod by its path, such as `node.systemContainers["pods"].memory`. */
function memberPath(): RegExp {
  const name = `(?:${[...namesIn([DOCUMENTS.summary, DOCUMENTS.podList, CONTAINERS])].join("|")})`;
  const step = `${name}(?:\\["(?:pods|kubelet|runtime)"\\])?`;
  return new RegExp(`^${step}(?:\\.${step}){0,8}$`);
}

/** What the paths call by themselves. */
const CONTAINERS = { pods: {}, limits: {}, requests: {} };

function namesIn(tree: unknown): ReadonlySet<string> {
  if (typeof tree !== "object" || tree === null) return new Set();
  const own = Array.isArray(tree) ? [] : Object.keys(tree);
  return new Set([...own, ...Object.values(tree).flatMap((below) => [...namesIn(below)])]);
}

interface Vocabulary {
  readonly words: RegExp;
  /** The replacement of any other text, which the policy treats in the same way. */
  readonly otherwise: string;
}

/** The words the policy compares with; no other text of these members leaves the cluster. */
export const VOCABULARIES: Readonly<Record<WordKind, Vocabulary>> = {
  phase: { words: /^(?:Pending|Running|Succeeded|Failed|Unknown)$/, otherwise: "Unknown" },
  // Reasons of Kubernetes' own components: the kubelet, its admission and plugins, node lifecycle.
  statusReason: {
    words: new RegExp(`^(?:${STATUS_REASONS.join("|")})$`),
    otherwise: "other",
  },
  // The policy asks for BestEffort and Guaranteed; an empty class is computed from the resources.
  qosClass: { words: /^(?:Guaranteed|Burstable|BestEffort|)$/, otherwise: "Burstable" },
  medium: { words: /^(?:Memory|HugePages|)$/, otherwise: "Memory" },
  restartPolicy: { words: /^(?:Always|OnFailure|Never|)$/, otherwise: "Never" },
  configSource: { words: /^(?:api|file|http)$/, otherwise: "http" },
  priorityClass: { words: /^system-(?:node|cluster)-critical$/, otherwise: "class" },
  systemContainer: { words: /^(?:pods|kubelet|runtime)$/, otherwise: "container" },
  kind: {
    words: /^(?:Pod|(?:Pod)?List|KubeletConfiguration|v1|kubelet\.config\.k8s\.io\/v1beta1)$/,
    otherwise: "v1",
  },
  kubeletVersion: { words: /^v?\d{1,3}\.\d{1,3}(?:\.\d{1,3})?$/, otherwise: "unknown" },
  missing: { words: new RegExp(`^(?:${MISSING.join("|")})$`), otherwise: "other" },
  seriesMember: { words: memberPath(), otherwise: "other" },
  origin: { words: /^(?:measured|derived|assumed)$/, otherwise: "assumed" },
  // The labels of a series may name mounts and devices.
  seriesOrigin: { words: /^$/, otherwise: "series" },
  happening: { words: /^(?:evictions|evictedPod|condition)$/, otherwise: "other" },
  signal: { words: new RegExp(`^(?:${SIGNAL_NAMES})$`), otherwise: "unknown" },
  condition: { words: /^(?:Memory|Disk|PID)Pressure$/, otherwise: "other" },
  profile: { words: new RegExp(`^(?:${PROFILES.join("|")})$`), otherwise: "unknown" },
  // The one member of which the policy asks whether a flag gave it.
  configurationMember: { words: /^evictionPressureTransitionPeriod$/, otherwise: "member" },
  enforcement: {
    words: /^(?:none|pods|(?:system|kube)-reserved(?:-compressible)?)$/,
    otherwise: "unknown",
  },
};
