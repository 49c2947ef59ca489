/** One step in full: the same sections in the answer to `explain` and in a report. */

import type { AlternativePod, Decision, Eviction, RankedPod } from "../../engine/decision.ts";
import { asLogged } from "../../read/journal/logged.ts";
import type { MemoryReport } from "../../read/memory/use.ts";
import { MEMORY_QUESTION } from "../../read/memory/words.ts";
import { allocatableCells } from "../../text/allocatableCells.ts";
import { alternativeSentence } from "../../text/alternativeWords.ts";
import { formatAmount, formatPair, formatSeconds } from "../../text/amount.ts";
import { capitalized } from "../../text/capitalized.ts";
import {
  type Block,
  type Column,
  type Fact,
  headed,
  list,
  paragraph,
  type Section,
  section,
  type Tone,
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
import { memoryQosSections } from "../memoryQos/words.ts";
import { laneBlocks, type RaceEnds } from "../oom/lanes.ts";
import type { OomView } from "../oom/nodeOom.ts";
import { containerText, oomSentences } from "../oom/oomWords.ts";
import { terminationSentences } from "../oom/terminationWords.ts";
import { doubtBlocks } from "../replay/doubts.ts";
import { reclaimWords } from "../replay/stepEvents.ts";
import { type ExtraColumns, extraKeys } from "./extraColumns.ts";
import { type Growth, growthSection } from "./growth.ts";
import type { NodeAnalysis } from "./nodeAnalyses.ts";
import { isNamed, rankingNotes, rankingTable, rankingTitle } from "./rankingTable.ts";
import { usageSection } from "./usageTable.ts";

/** A step that is explained in full. */
export interface Incident extends Partial<NodeAnalysis> {
  readonly decision: Decision;
  readonly memory: MemoryReport | null;
  /** Null where no moment before is known. */
  readonly growth?: Growth | null;
}

/** The result of a step, such as `evicts shop/cart-7d9`. */
export function verdict(decision: Decision): string {
  if (decision.evictions.length > 0) {
    const condition = decision.reclaimAssumed ? ", if reclaiming on the node frees nothing" : "";
    return `evicts ${podTexts(decision.evictions)}${condition}`;
  }
  if (decision.reclaimSufficient === true) return "reclaims enough on the node, and evicts no pod";
  return findsNobody(decision) ? "finds no pod that can be evicted" : "nothing to do";
}

/** The same as the headline of a page. */
export function headline(decision: Decision): string {
  return capitalized(verdict(decision));
}

/** What the node reports after a step. */
export function conditionsSentence({ nodeConditions }: Decision): string {
  return `The node reports ${nodeConditions.join(", ") || "no condition"}.`;
}

export const NOTHING_OBSERVED = "Nothing was observed in this step; the kubelet does nothing.";
export const NO_THRESHOLD_MET = "No threshold is met.";

/** What the kubelet does before it evicts a pod. */
export function reclaimSentence(decision: Decision): string {
  return `Before any pod, the kubelet ${reclaimWords(decision)}.`;
}

/** The step as one section, its parts under headings. */
export function incidentSection(incident: Incident, isOfLog = false): Section {
  const { decision } = incident;
  const title =
    decision.evictions.length > 0
      ? `Why the kubelet ${verdict(decision)}`
      : `Step ${decision.step}: ${verdict(decision)}`;
  return {
    title,
    blocks: [
      ...paragraph(`${momentText(decision.time)}, step ${decision.step}`),
      ...doubtBlocks(decision),
      ...incidentSections(incident, isOfLog).flatMap((part) => headed(part.title, part.blocks)),
    ],
  };
}

/** The reason, the fixes, the eviction message, and the numbers. */
export function incidentSections(incident: Incident, isOfLog: boolean): readonly Section[] {
  const decision = isOfLog ? asLogged(incident.decision) : incident.decision;
  return [...reason(decision, isOfLog), ...fixes(decision), ...incidentDetails(incident, isOfLog)];
}

/** What is behind an answer whose first screen has the reason and the fixes. */
export function incidentDetails(
  {
    decision: whole,
    memory,
    growth = null,
    oom = null,
    admission = null,
    memoryQos = null,
  }: Incident,
  isOfLog: boolean,
): readonly Section[] {
  const decision = isOfLog ? asLogged(whole) : whole;
  const subject = decision.subject ?? decision.evictions[0];
  const about = decision.ranking?.find(({ uid }) => uid === subject?.uid);
  // A limit evicts whatever the ranking is; the core may rank for a signal nevertheless.
  const isRanked = !isForLimits(decision) || decision.rankingSignal !== undefined;
  return [
    ...decision.evictions.flatMap((eviction) => message(eviction, isOfLog)),
    ...thresholds(decision),
    ...(isRanked ? ranking(decision, isOfLog, { oom: oom?.ranking, admission }) : []),
    ...growthSection(growth),
    ...(about === undefined ? [] : usageSection(decision, about)),
    ...(isRanked ? memorySection(decision, memory) : []),
    ...(isRanked ? oomSection(decision, oom) : []),
    ...(isRanked ? admissionSection(decision, admission) : []),
    ...memoryQosSections(memoryQos, subject?.uid),
    ...others(decision),
    ...allocatable(decision),
  ];
}

/** The core's sentences: the thresholds that matter, the pods in question, and the one after. */
export function reason(decision: Decision, isOfLog: boolean): readonly Section[] {
  const odd = (decision.warnings ?? []).map((warning) => warning.message);
  const pods = decision.ranking ?? [];
  const last = pods.findLastIndex((pod) => isNamed(pod, decision));
  const named = pods.filter((pod, index) => isNamed(pod, decision) || index === last + 1);
  const sentences = [
    ...[decision.failed, decision.crash].flatMap((text) => text ?? []),
    ...odd,
    ...underPressure(decision).map(({ sentence }) => sentence),
    ...(last < 0 || isForLimits(decision) ? [] : named.map(({ sentence }) => sentence)),
    ...(isOfLog ? [] : decision.evictions.flatMap((evicted) => effectOf(decision, evicted))),
    // For an evicted pod, the title says so.
    ...(decision.standing === undefined || decision.evictions.length > 0
      ? []
      : [decision.standing]),
  ];
  return section("Reason", list(sentences));
}

/** Whether the memory or the disk of the evicted pod makes up for what is missing. */
function effectOf(decision: Decision, { uid }: Eviction): readonly string[] {
  const { signal, limit, available, ranking = [] } = decision;
  const pod = ranking.find((each) => each.uid === uid);
  const isUnknown = signal === undefined || limit === undefined || available === undefined;
  if (isUnknown || pod === undefined || !pod.hasStats || isForLimits(decision)) return [];
  const missing = limit - available;
  if (missing <= 0) return [];
  const usage = decision.resource === "pids" ? (pod.processCount ?? 0) : pod.usage;
  const [used, short] = formatPair(signal, usage, missing);
  const effect = usage < missing ? "cannot free enough" : "can free enough";
  return [`${podText(pod)} uses ${used}; ${short} are missing: evicting it ${effect}.`];
}

/** Changes that would have spared the pod, or changed the step. */
export function fixes({ counterfactuals = [] }: Decision): readonly Section[] {
  const blocks = list(counterfactuals.map(({ sentence }) => sentence));
  const areVerified = counterfactuals.every(({ verified }) => verified);
  return section("Fixes", [
    ...blocks,
    ...(blocks.length > 0 && areVerified
      ? paragraph("Each fix was verified by rerunning the step with it.")
      : []),
  ]);
}

/** Why a limit evicts, whatever the node has left. */
export const CAUSES: Readonly<Record<NonNullable<Eviction["cause"]>, string>> = {
  emptyDirLimit: "an emptyDir holds more than its sizeLimit",
  podEphemeralStorageLimit: "the pod uses more than the limits of its containers together",
  containerEphemeralStorageLimit: "a container uses more than its own limit",
};

/** What the pod's status and event say, and how long it has. */
function message(eviction: Eviction, isOfLog: boolean): readonly Section[] {
  return section(
    ["Eviction message of ", { code: podText(eviction) }],
    messageBlocks(eviction, isOfLog),
  );
}

/** The message, and what the kubelet sets with it. */
export function messageBlocks(eviction: Eviction, isOfLog = false): readonly Block[] {
  const { reason, cause, gracePeriodSeconds, annotations = {} } = eviction;
  const rows: readonly Fact[] = [
    ...(isOfLog ? [["not known", NOT_IN_LOG] as const] : []),
    ["reason", reason],
    ...(cause === undefined ? [] : [["cause", CAUSES[cause]] as const]),
    ["grace period", formatSeconds(gracePeriodSeconds)],
    ...Object.entries(annotations).map(([name, value]) => {
      return ["annotation", `${name}: ${value}`] as const;
    }),
  ];
  return [
    { is: "quote", text: eviction.message },
    { is: "facts", rows },
  ];
}

/** A message goes on with the containers above their requests. */
const NOT_IN_LOG =
  "the containers and their usage, which follow in the message: a capture of a log does not keep " +
  "them. The pod's Evicted event in the log has them: plimsoll explain --events LOG.";

const THRESHOLD_COLUMNS: readonly Column[] = [
  { title: "threshold", shrinks: true },
  { title: "kind" },
  { title: "limit", isNumber: true },
  { title: "available", isNumber: true },
  { title: "capacity", isNumber: true },
  { title: "state" },
];

export function thresholds(decision: Decision): readonly Section[] {
  const rows = (decision.thresholds ?? []).map((each) => {
    const amounts = observed(each)
      ? [...limitAndAvailable(each), formatAmount(each.signal, each.capacity)]
      : ["-", "-", "-"];
    const name = { code: `${each.signal}<${each.value}` };
    const cells = [[name], each.hard ? "hard" : "soft", ...amounts, thresholdState(each)];
    const isChosen = each.signal === decision.signal && each.hard === decision.hard;
    const tone: Tone | null = isChosen ? "bad" : each.met || each.unresolved ? "low" : null;
    return tone === null ? { cells } : { cells, tone };
  });
  return section("Thresholds", table(THRESHOLD_COLUMNS, rows, { cut: "none" }));
}

/** `isOfLog`: a log has the places of the pods, and no usage, request or priority. */
export function ranking(
  decision: Decision,
  isOfLog = false,
  extra: ExtraColumns = {},
): readonly Section[] {
  const pods = decision.ranking ?? [];
  const { columns, rows } = rankingTable(decision, pods, isOfLog, extra);
  const kept = rows.map((row, index) => {
    return isNamed(pods[index] as RankedPod, decision) ? { ...row, isKept: true } : row;
  });
  const notes = rankingNotes(decision, pods, isOfLog, extra);
  return section(rankingTitle(decision), table(columns, kept, { notes }));
}

const MEMORY_COLUMNS: readonly Column[] = [
  { title: "memory of", shrinks: true },
  ...["in use", "inactive file", "working set", "RSS"].map((title) => ({ title, isNumber: true })),
];

/** What the kubelet counts of the memory in use, in a step that is about memory. */
export function memorySection(decision: Decision, memory: Incident["memory"]): readonly Section[] {
  if (memory === null || rankedResource(decision) !== "memory") return [];
  const rows = [
    { name: "the node", ...memory.node },
    ...memory.systemContainers.map((each) => ({ ...each, name: `system container ${each.name}` })),
    ...memory.containers.map((each) => ({ ...each, name: `container ${each.name}` })),
  ].map(({ name, usageBytes, inactiveFileBytes, workingSetBytes, rssBytes }) => ({
    cells: [
      name,
      ...[usageBytes, inactiveFileBytes, workingSetBytes, rssBytes].map((bytes) => [{ bytes }]),
    ],
  }));
  return section(withCode(MEMORY_QUESTION), [
    ...table(MEMORY_COLUMNS, rows),
    ...list(memory.sentences.map(withCode)),
  ]);
}

/** The processes that the kernel has killed, and those it would kill in a memory step. */
export function oomSection(decision: Decision, oom: OomView | null): readonly Section[] {
  if (oom === null) return [];
  const { terminations = [], ranking: found, race } = oom;
  const isForMemory = rankedResource(decision) === "memory";
  const sentences = [
    ...terminationSentences(terminations),
    ...(isForMemory ? (race?.sentences ?? []) : []),
    ...(isForMemory && found !== null ? oomSentences(found) : []),
  ];
  return section("Kubelet or kernel", [
    ...list(sentences),
    ...(isForMemory ? laneBlocks(race, raceEnds(decision, oom)) : []),
  ]);
}

function raceEnds({ evictions, ranking: pods = [] }: Decision, { ranking }: OomView): RaceEnds {
  const pod = evictions[0] ?? pods.find(({ skipped }) => skipped === undefined);
  const first = ranking?.first;
  return {
    ...(pod === undefined ? {} : { kubelet: podText(pod) }),
    ...(first === undefined ? {} : { kernel: containerText(first) }),
  };
}

/** The pods that admission would preempt, if the ranking of the step has that column. */
export function admissionSection(
  decision: Decision,
  found: NodeAdmission | null,
): readonly Section[] {
  const isShown = extraKeys(decision, { admission: found }).length > 0;
  return section("Admission", list(isShown && found !== null ? admissionSentences(found) : []));
}

/** Each with the message that its pods would get, and before them how probable the decision is. */
export function others({ alternatives, probability }: Decision): readonly Section[] {
  if (alternatives.length === 0) return [];
  const own =
    probability === undefined ? undefined : `What is shown has a probability of ${probability}.`;
  const entries = alternatives.map((one) => ({
    title: alternativeSentence(one),
    blocks: list(one.pods.map(insteadOf)),
  }));
  return section("Other outcomes the kubelet could have had", [
    ...paragraph(own),
    { is: "entries", entries },
  ]);
}

function insteadOf(pod: AlternativePod): string {
  const grace = `grace period ${formatSeconds(pod.gracePeriodSeconds)}`;
  return `${podText(pod)}: ${grace}, ${pod.message}`;
}

const ALLOCATABLE_COLUMNS: readonly Column[] = [
  { title: "resource" },
  ...["capacity", "- system", "- kube", "- eviction", "= allocatable"].map((title) => ({
    title,
    isNumber: true,
  })),
];

export function allocatable({ nodeAllocatable = [] }: Decision): readonly Section[] {
  const rows = nodeAllocatable.map((each) => ({ cells: allocatableCells(each) }));
  return section("Node Allocatable", table(ALLOCATABLE_COLUMNS, rows, { cut: "none" }));
}
