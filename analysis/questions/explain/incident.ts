import type { Decision, Eviction, RankedPod, UsageParts } from "../../engine/decision.ts";
import type { MemoryReport } from "../../read/memory/use.ts";
import { MEMORY_QUESTION } from "../../read/memory/words.ts";
import { allocatableCells } from "../../text/allocatableCells.ts";
import { alternativeSentence } from "../../text/alternativeWords.ts";
import { formatAmount, formatBytes, formatCount, formatSeconds } from "../../text/amount.ts";
import {
  type Block,
  type Column,
  type Fact,
  headed,
  list,
  type Section,
  table,
  withCode,
} from "../../text/document.ts";
import { limitAndAvailable, observed, thresholdState } from "../../text/observedThreshold.ts";
import { findsNobody, isForLimits, underPressure } from "../../text/outcome.ts";
import { podText, podTexts } from "../../text/podText.ts";
import { rankedResource } from "../../text/rankingKeys.ts";
import { momentText } from "../../text/utc.ts";
import { admissionSentences } from "../admit/admissionWords.ts";
import type { NodeAdmission } from "../admit/nodeAdmission.ts";
import type { OomView } from "../oom/nodeOom.ts";
import { oomSentences } from "../oom/oomWords.ts";
import { terminationSentences } from "../oom/terminationWords.ts";
import { type ExtraColumns, extraKeys, extraLegends } from "./extraColumns.ts";
import type { NodeAnalysis } from "./nodeAnalyses.ts";
import { rankingSignalOf, rankingTable, skippedReasons } from "./rankingTable.ts";

/** A step that is explained in full. */
export interface Incident extends Partial<NodeAnalysis> {
  readonly decision: Decision;
  readonly memory: MemoryReport | null;
}

/** What a step comes to, such as `evicts shop/cart-7d9`. */
export function verdict(decision: Decision): string {
  if (decision.evictions.length > 0) return `evicts ${podTexts(decision.evictions)}`;
  if (decision.reclaimSufficient === true) return "reclaims on the node, and evicts no pod";
  return findsNobody(decision) ? "finds no pod that can be evicted" : "nothing to do";
}

/** One step in full: message, reason, what would have prevented it, numbers. */
export function incidentSection(
  { decision, memory, oom = null, admission = null }: Incident,
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
        : ranking(decision, isOfLog, { oom: oom?.ranking, admission })),
      ...(about === undefined ? [] : parts(about)),
      ...(isForLimits(decision) ? [] : memoryBlocks(decision, memory)),
      ...(isForLimits(decision) ? [] : oomBlocks(decision, oom)),
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
  return headed("Reason", list(sentences));
}

function isNamed({ uid }: RankedPod, { subject, evictions }: Decision): boolean {
  return uid === subject?.uid || evictions.some((eviction) => eviction.uid === uid);
}

function prevention({ counterfactuals = [] }: Decision): readonly Block[] {
  const sentences = counterfactuals.map(({ sentence }) => sentence);
  const blocks = headed("Fixes", list(sentences));
  if (blocks.length === 0 || counterfactuals.some(({ verified }) => !verified)) return blocks;
  return [
    ...blocks,
    {
      is: "paragraph",
      text: "Each of these was verified: the step was run again with the change.",
    },
  ];
}

const THRESHOLD_COLUMNS: readonly Column[] = [
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
  return headed("Thresholds", table(THRESHOLD_COLUMNS, rows, { cut: "none" }));
}

/** `isOfLog`: a log has the places of the pods, and no usage, request or priority. */
function ranking(decision: Decision, isOfLog: boolean, extra: ExtraColumns): readonly Block[] {
  const pods = decision.ranking ?? [];
  const { signal } = decision;
  const by = rankingSignalOf(decision);
  const why = by === signal ? "" : `, if ${by} were under its threshold`;
  const { columns, rows } = rankingTable(decision, pods, isOfLog, extra);
  const notes = [...legends(decision, extra), ...skippedReasons(pods)];
  const kept = rows.map((row, index) => {
    return isNamed(pods[index] as RankedPod, decision) ? { ...row, isKept: true } : row;
  });
  return headed(`Ranking, first to be evicted at the top${why}`, table(columns, kept, { notes }));
}

/** What the columns mean that are not keys of the kubelet. */
function legends(decision: Decision, extra: ExtraColumns): readonly Fact[] {
  return extraLegends(decision, extra).map(([title, text]) => [title, `${text}.`]);
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
  return headed(["Usage of ", { code: podText(pod) }], table(columns, rows));
}

const MEMORY_COLUMNS: readonly Column[] = [
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
  return headed(withCode(MEMORY_QUESTION), [
    ...table(MEMORY_COLUMNS, rows),
    ...list(memory.sentences.map(withCode)),
  ]);
}

/** Whom the kernel has killed so far, and would kill in a step that is about memory. */
function oomBlocks(decision: Decision, oom: OomView | null): readonly Block[] {
  if (oom === null) return [];
  const { terminations = [], ranking: found, race } = oom;
  const isForMemory = rankedResource(decision) === "memory";
  const sentences = [
    ...terminationSentences(terminations),
    ...(isForMemory ? (race?.sentences ?? []) : []),
    ...(isForMemory && found !== null ? oomSentences(found) : []),
  ];
  return headed("Kubelet or kernel", list(sentences));
}

/** Whom admission would take, in a step whose ranking has it. */
function admissionBlocks(decision: Decision, found: NodeAdmission | null): readonly Block[] {
  const isShown = extraKeys(decision, { admission: found }).length > 0;
  return headed("Admission", list(isShown && found !== null ? admissionSentences(found) : []));
}

function others({ alternatives, probability }: Decision): readonly Block[] {
  const own =
    probability === undefined ? [] : [`What is shown has a probability of ${probability}.`];
  const sentences = [
    ...(alternatives.length > 0 ? own : []),
    ...alternatives.map(alternativeSentence),
  ];
  return headed("Other outcomes the kubelet could have had", list(sentences));
}

const ALLOCATABLE_COLUMNS: readonly Column[] = [
  { title: "resource" },
  ...["capacity", "− system", "− kube", "− eviction", "= allocatable"].map((title) => ({
    title,
    isNumber: true,
  })),
];

function allocatable({ nodeAllocatable = [] }: Decision): readonly Block[] {
  const rows = nodeAllocatable.map((each) => ({ cells: allocatableCells(each) }));
  return headed("Node Allocatable", table(ALLOCATABLE_COLUMNS, rows, { cut: "none" }));
}

function bytes(amount: number | undefined): string | undefined {
  return amount === undefined ? undefined : formatBytes(amount);
}

function count(amount: number | undefined): string | undefined {
  return amount === undefined ? undefined : formatCount(amount);
}
