/** Memory QoS in sentences and rows: what is protected, and where throttling starts. */
import type { ContainerMemory, MemoryQos, PodMemory } from "../../engine/memoryQos.ts";
import { formatBytes } from "../../text/amount.ts";
import {
  type Block,
  type Column,
  type Fact,
  list,
  type Row,
  type Section,
  section,
  table,
} from "../../text/document.ts";

const TITLE = "Memory QoS";
const NOT_PROMISED: Fact = [
  "",
  "The kernel does not promise the order in which it reclaims. A throttled pod is slow, and is " +
    "not killed for it: its memory pressure rises, which killers in user space may act on.",
];
const COLUMNS: readonly Column[] = [
  { title: "pod", shrinks: true },
  { title: "container", shrinks: true },
  { title: "protected" },
  { title: "throttled above", isNumber: true },
  { title: "killed at", isNumber: true },
];

/** How far the node is protected and throttled, in the words of its settings. */
export function settingSentences(qos: MemoryQos): readonly string[] {
  const { kubelet, enabled, throttlingFactor: factor } = qos;
  if (!enabled) return [`Off: the feature gate MemoryQoS is not on in a kubelet ${kubelet}.`];
  const throttling =
    factor === undefined
      ? "Nothing is throttled: memoryThrottlingFactor is not set."
      : `Throttling starts at ${factor} of the way from a container's request to its limit, or ` +
        "to the node's allocatable memory without a limit (memory.high).";
  return [`On, for kubelet ${kubelet} under cgroup v2.`, throttling, protectionSentence(qos)];
}

function protectionSentence({ reservationPolicy: policy, pods, kubelet }: MemoryQos): string {
  if (policy === "None") {
    return "Nothing is protected from reclaim: memoryReservationPolicy is None.";
  }
  if (policy === undefined) {
    return "Requests are protected: the kernel reclaims none of them (memory.min).";
  }
  const guaranteed = "Requests of Guaranteed pods are protected (memory.min)";
  if (pods.every(({ protection }) => protection !== "void")) {
    return `${guaranteed}, and those of Burstable pods while the kernel finds other memory.`;
  }
  return (
    `${guaranteed}. memory.low of Burstable pods has no effect: kubelet ${kubelet} does not set ` +
    "it on kubepods, and a cgroup protects no more than the one above it."
  );
}

const PROTECTIONS: Readonly<Record<PodMemory["protection"], string>> = {
  hard: "always",
  soft: "if possible",
  void: "in vain",
  none: "no",
};

function protectedText(pod: PodMemory, { min = 0, low = 0 }: ContainerMemory): string {
  const bytes = Math.max(min, low);
  return bytes === 0 ? "no" : `${formatBytes(bytes)} ${PROTECTIONS[pod.protection]}`;
}

function rowsOf(pod: PodMemory, isKept: boolean): readonly Row[] {
  return pod.containers.map((container): Row => {
    const { high, max } = container;
    const name = container.init === true ? `${container.name} (init)` : container.name;
    return {
      cells: [
        `${pod.namespace}/${pod.name}`,
        name,
        protectedText(pod, container),
        typeof high === "number" ? [{ bytes: high }] : "-",
        max === undefined ? "-" : [{ bytes: max }],
      ],
      ...(isKept ? { isKept } : {}),
    };
  });
}

/** The pods of a node; `subject` is the pod that the answer is about, by its uid. */
export function memoryQosSections(qos: MemoryQos | null, subject?: string): readonly Section[] {
  if (qos?.enabled !== true) return [];
  const about = qos.pods.find(({ uid }) => uid === subject);
  const rows = qos.pods.flatMap((pod) => rowsOf(pod, pod === about));
  const isIdle = qos.pods.every(isUntouched);
  return section(TITLE, [
    ...list([
      ...(about === undefined ? [] : about.containers.map(limitSentence)),
      ...settingSentences(qos),
    ]),
    ...(isIdle ? [] : table(COLUMNS, rows, { notes: [NOT_PROMISED] })),
  ]);
}

function isUntouched({ protection, containers }: PodMemory): boolean {
  return protection === "none" && containers.every(({ high }) => typeof high !== "number");
}

function limitSentence({ name, sentence }: ContainerMemory): string {
  return `As container ${name} grows: ${sentence}.`;
}

/** What becomes of the memory of a pod that stands for others. */
export function exampleWords({ protection, containers: [container] }: PodMemory): string {
  const is = protection === "none" ? "not protected" : `protected ${PROTECTIONS[protection]}`;
  return `${is}; ${container?.sentence ?? ""}`;
}

/** What a configuration does, on pods that stand for others. */
export function exampleBlocks(qos: MemoryQos): readonly Block[] {
  const examples = qos.pods.map((pod) => `${pod.name}: ${exampleWords(pod)}`);
  const isIdle = qos.pods.every(isUntouched);
  return list([...settingSentences(qos), ...(isIdle || !qos.enabled ? [] : examples)]);
}
