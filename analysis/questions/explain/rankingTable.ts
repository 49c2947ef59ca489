import type { Decision, RankedPod, Signal } from "../../engine/decision.ts";
import type { Column, Fact, Row } from "../../text/document.ts";
import { podText } from "../../text/podText.ts";
import { keyCell, rankedResource, rankingKeys } from "../../text/rankingKeys.ts";
import { type ExtraColumns, extraKeys, extraLegends } from "./extraColumns.ts";

interface RankingTable {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
}

/** The column that `usage-request` is elsewhere: a terminal has little room. */
const DIFFERENCE = "over";
const DIFFERENCE_NOTE: Fact = [DIFFERENCE, "usage minus request"];

/** Pods of a ranking with the keys they were sorted by; a log has their places alone. */
export function rankingTable(
  decision: Decision,
  pods: readonly RankedPod[],
  isOfLog = false,
  extra: ExtraColumns = {},
): RankingTable {
  const own = isOfLog ? [] : rankingKeys(rankedResource(decision), DIFFERENCE);
  const keys = [...own, ...extraKeys(decision, extra)];
  const columns = [
    { title: "" },
    { title: "#", isNumber: true },
    { title: "pod", shrinks: true },
    // The kernel and admission have sentences of their own below the table.
    ...keys.map(({ title, isNumber }, at) => ({ title, isNumber, isSpare: at >= own.length })),
  ];
  const rows = pods.map((pod) => ({
    cells: [
      markOf(pod, decision),
      String(pod.position),
      [{ code: podText(pod) }],
      ...keys.map((key) => keyCell(key, pod)),
    ],
    ...toneOf(pod, decision),
  }));
  return { columns, rows };
}

/** What folds the meanings of the columns that are not the kubelet's keys. */
export const FURTHER_COLUMNS = "The columns Kernel and Admission";

/** How a ranking on the page is read; `isSorted`: by another column than the place. */
export function rankingCaption(decision: Decision | null, isSorted: boolean): string {
  if (decision?.ranking === undefined) return "Nothing was observed, so no pod is ranked.";
  const isActing = decision.signal !== undefined;
  const why = `Choose a pod to see why${isActing ? ", and what would have spared it" : ""}.`;
  const order = isActing ? "" : " for memory.available";
  return isSorted
    ? `# is the order${order} in which pods are evicted. ${why}`
    : `The order${order}, first to be evicted at the top. ${why}`;
}

/** What the marks and the columns mean, for those that are in the table. */
export function rankingNotes(
  decision: Decision,
  pods: readonly RankedPod[],
  isOfLog = false,
  extra: ExtraColumns = {},
): readonly Fact[] {
  const marks = new Set(pods.map((pod) => markOf(pod, decision)));
  const withoutStats = isOfLog ? NO_STATS_IN_LOG : "no stats in the Summary";
  const isCompared = !isOfLog && rankedResource(decision) !== "pids" && pods.length > 0;
  return [
    ...(marks.has("?") ? [["?", withoutStats] as const] : []),
    ...(marks.has("=") ? [["=", "equal in every key to the pod above"] as const] : []),
    ...skippedReasons(pods),
    ...(isCompared ? [DIFFERENCE_NOTE] : []),
    ...extraLegends(decision, extra),
  ];
}

const NO_STATS_IN_LOG = "the log has its place, and no usage, request or priority";

/** Whether a step is about the pod: it was asked for, or is evicted. */
export function isNamed(pod: RankedPod, decision: Decision): boolean {
  return pod.uid === decision.subject?.uid || isEvicted(pod, decision);
}

/** The signal that a ranking is for: memory where nothing drives eviction. */
export function rankingSignalOf({ rankingSignal, signal }: Decision): Signal {
  return rankingSignal ?? signal ?? "memory.available";
}

/** Why pods of the ranking are not evicted, each reason once. */
function skippedReasons(pods: readonly RankedPod[]): readonly Fact[] {
  const reasons = new Map<string, string[]>();
  for (const { skipped, ...pod } of pods) {
    if (skipped === undefined) continue;
    reasons.set(skipped, [...(reasons.get(skipped) ?? []), podText(pod)]);
  }
  return [...reasons].map(([why, names]) => ["-", [`${why}: `, { names }]]);
}

function markOf(pod: RankedPod, decision: Decision): string {
  if (isEvicted(pod, decision)) return "✖";
  if (pod.skipped !== undefined) return "-";
  if (!pod.hasStats) return "?";
  return pod.tied ? "=" : "";
}

function isEvicted({ uid }: RankedPod, { evictions }: Decision): boolean {
  return evictions.some((eviction) => eviction.uid === uid);
}

function toneOf(pod: RankedPod, decision: Decision) {
  if (isEvicted(pod, decision)) return { tone: "bad" as const };
  if (pod.uid === decision.subject?.uid) return { tone: "subject" as const };
  return pod.skipped === undefined ? {} : { tone: "faint" as const };
}
