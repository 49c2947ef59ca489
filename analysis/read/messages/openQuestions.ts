/** What a message leaves open, and what to ask next. */
import { podText } from "../../text/podText.ts";
import { shellWord } from "../../text/shellWord.ts";
import type { EvictionMessage, MessageKind } from "./message.ts";
import { CONTAINERS_SINCE, THRESHOLD_SINCE } from "./messageForms.ts";

type Sentences = (message: EvictionMessage) => readonly (string | false)[];

/** What a configuration settles. */
const KIND = "whether the threshold was hard or soft";
const OTHERS = "the pod's priority, and which other pods the kubelet ranked";
const OUTSIDE = "what else used the node: system daemons, other pods";
const VOLUMES =
  "what the pod's volumes contained: emptyDirs count in the ranking, but are in no message";
const SIGNAL = "which signal it was: ";

/** The same in a few words, for a line that has all of them. */
const SHORT = new Map([
  [KIND, "hard or soft threshold"],
  [OTHERS, "priorities; the other pods"],
  [OUTSIDE, "what ran outside pods"],
  [VOLUMES, "what the pod's emptyDirs hold"],
]);

export function shortClause(clause: string): string {
  return SHORT.get(clause) ?? clause.replace(SIGNAL, "");
}

const OPEN: Readonly<Record<MessageKind, Sentences>> = {
  "node-pressure": (message) => [
    mayBeLimit(message) &&
      "whether the node was low: 1.8 to 1.10 write the same for a pod above its own limit",
    message.signals.length > 1 && `${SIGNAL}${either(message.signals)}`,
    message.threshold === null && "the threshold, and how much was available",
    message.threshold === null &&
      message.containers.length === 0 &&
      isBeforeThresholds(message) &&
      `whether the text is whole: since 1.${THRESHOLD_SINCE} a message has the threshold next`,
    KIND,
    message.containers.length === 0 && noContainer(message),
    message.resource === "ephemeral-storage" && VOLUMES,
    OTHERS,
    OUTSIDE,
  ],
  "container-limit": ({ containers }) => [
    containers.length === 0 && "which container it was",
    "how much the container had written, and whether to its log or its writable layer",
  ],
  "pod-limit": () => [
    "how much the pod had written, and where: writable layers, logs or volumes",
    "which containers declare the limits whose sum this is; one with a limit bounds the whole pod",
  ],
  "emptyDir-limit": ({ volume }) => [
    volume === null && "which volume it was",
    "how much the volume contained, and who wrote it",
    "whether the volume is on disk or in memory (medium: Memory)",
  ],
  admission: ({ signals }) => [
    signals.length > 1 && `which signal set the condition: ${either(signals)}`,
    "the threshold, and how much was available",
    "how long the condition had been set; it lasts at least evictionPressureTransitionPeriod (5m)",
  ],
  evicted: () => ["for which resource: the message is missing, cut off, or not from a kubelet"],
  unknown: ({ otherEnd }) => [
    otherEnd === undefined && "whether a kubelet wrote it, and about what",
  ],
};

const OPEN_EVENT: Sentences = ({ signals }) => [
  "whether a pod was evicted: unused containers and images are deleted first, which " +
    "may be enough",
  signals.length > 1 && `${SIGNAL}${either(signals)}`,
  "the threshold, and how much was available",
  KIND,
];

/** What cannot be known from the message, one clause each; `isKindKnown`: hard or soft. */
export function openIn(message: EvictionMessage, isKindKnown = false): readonly string[] {
  const own = message.event === undefined ? OPEN[message.kind] : OPEN_EVENT;
  const clauses = [
    ...own(message),
    ...message.broken.map((text) => `what "${text}" means: no kubelet writes it in this form`),
    message.isCut && "the rest of the text, which ends in the middle of a sentence",
  ];
  const open = clauses.filter((clause) => clause !== false);
  return isKindKnown ? open.filter((clause) => clause !== KIND) : open;
}

/** A text of the last releases without thresholds may be one of those with them, cut off. */
function isBeforeThresholds({ minors }: EvictionMessage): boolean {
  return minors !== null && minors.to === THRESHOLD_SINCE - 1;
}

function mayBeLimit({ resource, minors }: EvictionMessage): boolean {
  return resource === "ephemeral-storage" && (minors?.from ?? CONTAINERS_SINCE) < CONTAINERS_SINCE;
}

function noContainer({ resource, minors, broken, isCut }: EvictionMessage): string {
  if (resource === "inodes" || resource === "pids") {
    return "what the pod was using: for inodes and process IDs, no message says so";
  }
  const { from, to } = minors ?? { from: 0, to: THRESHOLD_SINCE };
  if (to < CONTAINERS_SINCE)
    return `what the pod was using: no kubelet before 1.${CONTAINERS_SINCE} says it`;
  return from >= THRESHOLD_SINCE && broken.length === 0 && !isCut
    ? "what the pod was using: no container exceeded its request, or it had no stats"
    : "what the pod was using";
}

const NEXT: Readonly<Record<MessageKind, (message: EvictionMessage) => string>> = {
  "node-pressure": ({ resource, signals }) =>
    resource === "memory"
      ? "Was the whole node short, or only the pods' share of it (Node Allocatable)? The " +
        "kubelet's log names the signal: journalctl -u kubelet around that minute."
      : signals.length > 1
        ? "Which file system was it? On the node: df -h and df -i of /var/lib/kubelet and of the " +
          "runtime's image store; the kubelet's log names the signal."
        : "What used it? The kubelet's log around that minute has the numbers and the ranking " +
          "of pods.",
  "container-limit": () =>
    "What does the container write outside its volumes? Run in a new pod of the " +
    "workload: du -xh /",
  "pod-limit": () =>
    "Where does the pod write? Run in a new pod of the workload: du -xh /, and du -sh " +
    "for each emptyDir. Its logs also count.",
  "emptyDir-limit": () =>
    "What fills the volume? Run in a new pod of the workload: du -ah where it is mounted.",
  admission: () =>
    "What set the condition? This pod never ran. Look for earlier evictions: " +
    "kubectl get events -A --field-selector reason=Evicted",
  evicted: () =>
    "What for? The pod's status has the message until the pod is deleted: kubectl get pods -A -o " +
    "json | plimsoll",
  unknown: () =>
    "Who wrote it? See the pod's status.reason: a kubelet's evictions have Evicted. For events: " +
    "kubectl get events -A --field-selector reason=Evicted",
};

/** What to ask next, with the names of what it is about where they are known. */
export function nextQuestion(message: EvictionMessage, about?: Partial<Named>): string {
  const { namespace = null, name = null, node = null } = about ?? {};
  const question = questionOf(message);
  const ofPod =
    namespace === null || name === null
      ? question
      : question.replaceAll("NAMESPACE/NAME", () => shellWord(podText({ namespace, name })));
  return node === null ? ofPod : ofPod.replace(/\bNODE\b/g, () => shellWord(node));
}

/** A pod and its node, as far as they are known. */
interface Named {
  readonly namespace: string | null;
  readonly name: string | null;
  readonly node: string | null;
}

/** No command in it is followed by a full stop, which would be copied with it. */
function questionOf(message: EvictionMessage): string {
  if (message.event !== undefined) {
    return (
      "Was a pod evicted? kubectl get events -A --field-selector reason=Evicted; the kubelet's " +
      "log around that minute has the signal and the ranking."
    );
  }
  return message.otherEnd?.ask ?? NEXT[message.kind](message);
}

/** Joins several possible signals in a clause. */
export function either(signals: readonly string[]): string {
  if (signals.length < 2) return signals.join();
  return `${signals.slice(0, -1).join(", ")} or ${signals.at(-1)}`;
}
