import type { Decision, RankedPod, Signal } from "../../engine/decision.ts";
import type { Fact, Table, Text } from "../../text/document.ts";
import { podText } from "../../text/podText.ts";
import {
  columnsOf,
  keyCell,
  number,
  type RankingKey,
  rankedResource,
  rankingKeys,
  text,
} from "../../text/rankingKeys.ts";
import { type ExtraColumns, extraKeys, extraLegends } from "./extraColumns.ts";

/** The column that `usage-request` is elsewhere: a terminal has little room. */
export const DIFFERENCE = "over";
const DIFFERENCE_NOTE: Fact = [DIFFERENCE, "usage minus request"];

/** The order in which pods are evicted. */
export const POSITION: RankingKey = {
  ...number("#", ({ position }) => position, String),
  isOfSpec: true,
};
const POD: RankingKey = {
  ...text("pod", podText),
  cell: (pod) => [{ code: podText(pod) }],
  shrinks: true,
  isOfSpec: true,
};
const QOS_CLASS: RankingKey = {
  ...text("QoS class", ({ qosClass }) => qosClass),
  isOfSpec: true,
  under: POD.title,
};

/** The columns of a ranking with what rows are sorted by; a log has places alone. */
export function rankingColumns(
  decision: Decision,
  isOfLog = false,
  extra: ExtraColumns = {},
): readonly RankingKey[] {
  const mark: RankingKey = { ...text("", () => ""), cell: (pod) => signOf(pod, decision) };
  return [
    { ...mark, isOfSpec: true },
    POSITION,
    POD,
    ...(isOfLog ? [] : rankingKeys(rankedResource(decision), DIFFERENCE)),
    // The kernel and admission have sentences of their own below the table.
    ...extraKeys(decision, extra).map((key) => ({ ...key, isSpare: true })),
    ...(extra.hasQosClass === true ? [QOS_CLASS] : []),
  ];
}

/** Pods of a ranking with the keys they were sorted by. */
export function rankingTable(
  decision: Decision,
  pods: readonly RankedPod[],
  isOfLog = false,
  extra: ExtraColumns = {},
): Pick<Table, "columns" | "rows"> {
  const keys = rankingColumns(decision, isOfLog, extra);
  const rows = pods.map((pod) => ({
    cells: keys.map((key) => keyCell(key, pod)),
    ...toneOf(pod, decision),
  }));
  return { columns: columnsOf(keys), rows };
}

/** `isInOrder`: the pods are listed in the order in which they are evicted. */
export function rankingTitle(decision: Decision, isInOrder = true): string {
  const by = rankingSignalOf(decision);
  const why = by === decision.signal ? "" : ` if ${by} were under its threshold`;
  return `Ranking${why}${isInOrder ? ", first to be evicted at the top" : ""}`;
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
export function skippedReasons(pods: readonly RankedPod[]): readonly Fact[] {
  const reasons = new Map<string, string[]>();
  for (const { skipped, ...pod } of pods) {
    if (skipped === undefined) continue;
    reasons.set(skipped, [...(reasons.get(skipped) ?? []), podText(pod)]);
  }
  return [...reasons].map(([why, names]) => ["-", [`${why}: `, { names }]]);
}

const MEANINGS = { "✖": "evicted", "-": "never evicted", "?": "no stats", "=": "tied" } as const;

function markOf(pod: RankedPod, decision: Decision): keyof typeof MEANINGS | null {
  if (isEvicted(pod, decision)) return "✖";
  if (pod.skipped !== undefined) return "-";
  if (!pod.hasStats) return "?";
  return pod.tied ? "=" : null;
}

/** What the mark of a pod means, in words; null for one without a mark. */
export function meaningOf(pod: RankedPod, decision: Decision): string | null {
  const mark = markOf(pod, decision);
  return mark === null ? null : MEANINGS[mark];
}

export function signOf(pod: RankedPod, decision: Decision): Text {
  const mark = markOf(pod, decision);
  return mark === null ? "" : [{ sign: mark, means: MEANINGS[mark] }];
}

function isEvicted({ uid }: RankedPod, { evictions }: Decision): boolean {
  return evictions.some((eviction) => eviction.uid === uid);
}

function toneOf(pod: RankedPod, decision: Decision) {
  if (isEvicted(pod, decision)) return { tone: "bad" as const };
  if (pod.uid === decision.subject?.uid) return { tone: "subject" as const };
  return pod.skipped === undefined ? {} : { tone: "faint" as const };
}
