import type { Decision, Eviction, RankedPod, UsageParts } from "../../engine/decision.ts";
import { admissionSentences } from "../../questions/admit/admissionWords.ts";
import type { NodeAdmission } from "../../questions/admit/nodeAdmission.ts";
import {
  type BesideRanking,
  besideKeys,
  besideLegends,
} from "../../questions/explain/extraColumns.ts";
import type { KernelView } from "../../questions/oom/nodeOom.ts";
import { kernelSentences } from "../../questions/oom/oomWords.ts";
import { endSentences } from "../../questions/oom/terminationWords.ts";
import { MEMORY_QUESTION } from "../../read/memory/words.ts";
import { allocatableCells } from "../../text/allocatableCells.ts";
import { alternativeSentence } from "../../text/alternativeWords.ts";
import {
  formatAmount,
  formatBytes,
  formatCount,
  formatSeconds,
  plural,
} from "../../text/amount.ts";
import {
  type Block,
  listed,
  type Section,
  type TableColumn,
  tabled,
  withCode,
} from "../../text/document.ts";
import { limitAndAvailable, observed, thresholdState } from "../../text/observedThreshold.ts";
import { findsNobody, isForLimits, underPressure } from "../../text/outcome.ts";
import { podText, podTexts } from "../../text/podText.ts";
import { rankedResource } from "../../text/rankingKeys.ts";
import { rankingSignalOf, rankingTable, skippedReasons } from "./rankingTable.ts";
import type { Incident } from "./recorder.ts";
import { momentText } from "./when.ts";

/** Rows of a ranking; the pods in question stand in it wherever they are. */
const ROWS_MAX = 15;

/** What a step comes to, such as `evicts shop/cart-7d9`. */
export function verdict(decision: Decision): string {
  if (decision.evictions.length > 0) return `evicts ${podTexts(decision.evictions)}`;
  if (decision.reclaimSufficient === true) return "reclaims on the node, and evicts no pod";
  return findsNobody(decision) ? "finds no pod that can be evicted" : "nothing to do";
}

/** One step in full: message, reason, what would have prevented it, numbers. */
export function incidentSection(
  { decision, memory, kernel = null, admission = null }: Incident,
  isOfLog = false,
): Section {
  const subject = decision.subject ?? decision.evictions[0];
  const title =
    decision.evictions.length > 0
      ? `Why the kubelet ${verdict(decision)}`
      : `Step ${decision.step}: ${verdict(decision)}`;
  const about = decision.ranking?.find(({ uid }) => uid === subject?.uid);
  return {
    title,
    blocks: [
      { is: "paragraph", text: `${momentText(decision.time)}, step ${decision.step}` },
      ...message(decision, isOfLog),
      ...reason(decision),
      ...prevention(decision),
      ...thresholds(decision),
      ...(isForLimits(decision)
        ? []
        : ranking(decision, isOfLog, { kernel: kernel?.ranking, admission })),
      ...(about === undefined ? [] : parts(about)),
      ...(isForLimits(decision) ? [] : memoryBlocks(decision, memory)),
      ...(isForLimits(decision) ? [] : kernelBlocks(decision, kernel)),
      ...(isForLimits(decision) ? [] : admissionBlocks(decision, admission)),
      ...others(decision),
      ...allocatable(decision),
    ],
  };
}

/** Why a limit evicts, whatever the node has left. */
const CAUSES: Readonly<Record<NonNullable<Eviction["cause"]>, string>> = {
  emptyDirLimit: "an emptyDir holds more than its sizeLimit",
  podEphemeralStorageLimit: "the pod uses more than the limits of its containers together",
  containerEphemeralStorageLimit: "a container uses more than its own limit",
};

function message({ evictions }: Decision, isOfLog: boolean): readonly Block[] {
  return evictions.flatMap((eviction) => [
    { is: "quote", text: eviction.message } as const,
    {
      is: "facts",
      rows: [
        ["pod", [{ code: podText(eviction) }]],
        ["grace period", formatSeconds(eviction.gracePeriodSeconds)],
        ...(isOfLog ? [["not known", "what the message says of containers"] as const] : []),
        ...(eviction.cause === undefined ? [] : [["cause", CAUSES[eviction.cause]] as const]),
      ],
    } as const,
  ]);
}

/** The core's sentences: the thresholds that matter, the pods in question, and the one after. */
function reason(decision: Decision): readonly Block[] {
  const odd = (decision.warnings ?? []).map((warning) => warning.message);
  const pods = decision.ranking ?? [];
  const last = pods.findLastIndex((pod) => isNamed(pod, decision));
  const named = pods.filter((pod, index) => isNamed(pod, decision) || index === last + 1);
  const sentences = [
    ...[decision.failed, decision.crash].flatMap((text) => text ?? []),
    ...odd,
    ...underPressure(decision).map(({ sentence }) => sentence),
    ...(last < 0 || isForLimits(decision) ? [] : named.map(({ sentence }) => sentence)),
    // Of a pod that is evicted, the title says so.
    ...(decision.standing === undefined || decision.evictions.length > 0
      ? []
      : [decision.standing]),
  ];
  return listed("Reason", sentences);
}

function isNamed({ uid }: RankedPod, { subject, evictions }: Decision): boolean {
  return uid === subject?.uid || evictions.some((eviction) => eviction.uid === uid);
}

function prevention({ counterfactuals = [] }: Decision): readonly Block[] {
  const blocks = listed(
    "What would have prevented it",
    counterfactuals.map(({ sentence }) => sentence),
  );
  if (blocks.length === 0 || counterfactuals.some(({ verified }) => !verified)) return blocks;
  return [
    ...blocks,
    {
      is: "paragraph",
      text: "Each of these was verified: the step was run again with the change.",
    },
  ];
}

const THRESHOLD_COLUMNS: readonly TableColumn[] = [
  { title: "threshold" },
  { title: "kind" },
  { title: "limit", isNumber: true },
  { title: "available", isNumber: true },
  { title: "capacity", isNumber: true },
  { title: "state" },
];

function thresholds({ thresholds: all = [] }: Decision): readonly Block[] {
  const rows = all.map((each) => {
    const amounts = observed(each)
      ? [...limitAndAvailable(each), formatAmount(each.signal, each.capacity)]
      : ["-", "-", "-"];
    const name = { code: `${each.signal}<${each.value}` };
    const cells = [[name], each.hard ? "hard" : "soft", ...amounts, thresholdState(each)];
    return { cells, ...(each.met || each.unresolved ? { tone: "bad" as const } : {}) };
  });
  return tabled("Thresholds", THRESHOLD_COLUMNS, rows);
}

/** `isOfLog`: a log has the places of the pods, and no usage, request or priority. */
function ranking(decision: Decision, isOfLog: boolean, beside: BesideRanking): readonly Block[] {
  const pods = decision.ranking ?? [];
  const shown = pods.filter((pod, index) => index < ROWS_MAX || isNamed(pod, decision));
  const { signal } = decision;
  const by = rankingSignalOf(decision);
  const why = by === signal ? "" : `, if ${by} were under its threshold`;
  const { columns, rows } = rankingTable(decision, shown, isOfLog, beside);
  const hidden = pods.length - shown.length;
  return [
    ...tabled(`Ranking, first to go at the top${why}`, columns, rows),
    ...legends(decision, beside),
    ...skippedReasons(shown),
    ...(hidden > 0
      ? [{ is: "paragraph", text: `${plural(hidden, "further pod")} not shown.` } as const]
      : []),
  ];
}

/** What the columns beside the kubelet's own keys mean. */
function legends(decision: Decision, beside: BesideRanking): readonly Block[] {
  const items = besideLegends(decision, beside).map(([title, text]) => `${title}: ${text}.`);
  return items.length === 0 ? [] : [{ is: "list", items }];
}

type PartColumn = readonly [title: string, read: (part: UsageParts) => string | undefined];

const PART_COLUMNS: readonly PartColumn[] = [
  ["memory", (part) => bytes(part.memoryWorkingSetBytes)],
  ["memory request", (part) => part.memoryRequest],
  ["writable layer", (part) => bytes(part.rootfsUsedBytes)],
  ["logs", (part) => bytes(part.logsUsedBytes)],
  ["volume", (part) => bytes(part.usedBytes)],
  ["storage request", (part) => part.ephemeralStorageRequest],
  ["inodes", (part) => count(part.inodesUsed ?? part.rootfsInodesUsed)],
];

/** What a pod uses, in the columns that some part of it fills. */
function parts(pod: RankedPod): readonly Block[] {
  const filled = PART_COLUMNS.filter(([, read]) =>
    pod.parts.some((part) => read(part) !== undefined),
  );
  const columns = [
    { title: "part" },
    { title: "kind" },
    ...filled.map(([title]) => ({ title, isNumber: true })),
  ];
  const rows = pod.parts.map((part) => ({
    cells: [[{ code: part.name }], part.kind, ...filled.map(([, read]) => read(part) ?? "-")],
  }));
  return tabled(["What ", { code: podText(pod) }, " uses"], columns, rows);
}

const MEMORY_COLUMNS: readonly TableColumn[] = [
  { title: "memory of" },
  ...["in use", "inactive file", "working set", "RSS"].map((title) => ({ title, isNumber: true })),
];

function memoryBlocks(decision: Decision, memory: Incident["memory"]): readonly Block[] {
  if (memory === null || rankedResource(decision) !== "memory") return [];
  const rows = [
    { name: "the node", ...memory.node },
    ...memory.systemContainers.map((each) => ({ ...each, name: `system container ${each.name}` })),
    ...memory.containers.map((each) => ({ ...each, name: `container ${each.name}` })),
  ].map(({ name, usageBytes, inactiveFileBytes, workingSetBytes, rssBytes }) => ({
    cells: [name, ...[usageBytes, inactiveFileBytes, workingSetBytes, rssBytes].map(formatBytes)],
  }));
  return [
    ...tabled(withCode(MEMORY_QUESTION), MEMORY_COLUMNS, rows),
    { is: "list", items: memory.sentences.map(withCode) },
  ];
}

/** Whom the kernel has killed so far, and would kill in a step that is about memory. */
function kernelBlocks(decision: Decision, kernel: KernelView | null): readonly Block[] {
  if (kernel === null) return [];
  const { ends = [], ranking: found, race } = kernel;
  const isForMemory = rankedResource(decision) === "memory";
  return listed("Kubelet or kernel", [
    ...endSentences(ends),
    ...(isForMemory ? (race?.sentences ?? []) : []),
    ...(isForMemory && found !== null ? kernelSentences(found) : []),
  ]);
}

/** Whom admission would take, in a step whose ranking has it. */
function admissionBlocks(decision: Decision, found: NodeAdmission | null): readonly Block[] {
  const isShown = besideKeys(decision, { admission: found }).length > 0;
  return listed("Admission", isShown && found !== null ? admissionSentences(found) : []);
}

function others({ alternatives, probability }: Decision): readonly Block[] {
  const own =
    probability === undefined ? [] : [`What is shown has a probability of ${probability}.`];
  return listed("Other outcomes the kubelet could have had", [
    ...(alternatives.length > 0 ? own : []),
    ...alternatives.map(alternativeSentence),
  ]);
}

const ALLOCATABLE_COLUMNS: readonly TableColumn[] = [
  { title: "resource" },
  ...["capacity", "− system", "− kube", "− eviction", "= allocatable"].map((title) => ({
    title,
    isNumber: true,
  })),
];

function allocatable({ nodeAllocatable = [] }: Decision): readonly Block[] {
  const rows = nodeAllocatable.map((each) => ({ cells: allocatableCells(each) }));
  return tabled("Node Allocatable", ALLOCATABLE_COLUMNS, rows);
}

function bytes(amount: number | undefined): string | undefined {
  return amount === undefined ? undefined : formatBytes(amount);
}

function count(amount: number | undefined): string | undefined {
  return amount === undefined ? undefined : formatCount(amount);
}
