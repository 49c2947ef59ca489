import type { Decision, RankedPod, Signal } from "../../engine/decision.ts";
import type { Column, Fact, Row } from "../../text/document.ts";
import { podText } from "../../text/podText.ts";
import { keyCell, rankedResource, rankingKeys } from "../../text/rankingKeys.ts";
import { type ExtraColumns, extraKeys } from "./extraColumns.ts";

interface RankingTable {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
}

/** Pods of a ranking with the keys they were sorted by; a log has their places alone. */
export function rankingTable(
  decision: Decision,
  pods: readonly RankedPod[],
  isOfLog = false,
  extra: ExtraColumns = {},
): RankingTable {
  const keys = [
    ...(isOfLog ? [] : rankingKeys(rankedResource(decision))),
    ...extraKeys(decision, extra),
  ];
  const columns = [
    { title: "#", isNumber: true },
    { title: "pod" },
    ...keys.map(({ title, isNumber }) => ({ title, isNumber })),
    ...(isOfLog ? [] : [{ title: "" }]),
  ];
  const rows = pods.map((pod) => ({
    cells: [
      String(pod.position),
      [{ code: podText(pod) }],
      ...keys.map((key) => keyCell(key, pod)),
      ...(isOfLog ? [] : [standingOf(pod)]),
    ],
    ...toneOf(pod, decision),
  }));
  return { columns, rows };
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
  return [...reasons].map(([why, names]) => ["", [`Not evicted, ${why}: `, { names }, "."]]);
}

function standingOf({ skipped, hasStats, tied }: RankedPod): string {
  if (skipped !== undefined) return "not evicted";
  if (!hasStats) return "no stats";
  return tied ? "equal to the pod above" : "";
}

function toneOf(pod: RankedPod, { evictions }: Decision) {
  if (evictions.some(({ uid }) => uid === pod.uid)) return { tone: "bad" as const };
  return pod.skipped === undefined ? {} : { tone: "faint" as const };
}
