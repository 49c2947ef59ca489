import type { Decision, RankedPod } from "../../engine/decision.ts";
import {
  type ExtraColumns,
  extraKeys,
  extraLegends,
} from "../../questions/explain/extraColumns.ts";
import { formatCount } from "../../text/amount.ts";
import { isForLimits } from "../../text/outcome.ts";
import { podText } from "../../text/podText.ts";
import { keyCell, type RankingKey, rankedResource, rankingKeys } from "../../text/rankingKeys.ts";
import { section, sectionColumns, sentences } from "./section.ts";
import type { Style } from "./style.ts";
import { type Column, type Row, table } from "./table.ts";
import { hang } from "./wrap.ts";

/** In less than this, the names of the pods need every column. */
const WIDE_COLUMNS = 100;

const NO_STATS_IN_LOG = "the log has its place, and no usage, request or priority";

/** Rows shown unless all are asked for: the pod that goes first is at the top. */
export const ROWS_MAX = 12;

/**
 * Every pod with its sort keys, in the order in which the kubelet would evict them. A log has the
 * order and no keys.
 */
export function ranking(
  decision: Decision,
  all: boolean,
  style: Style,
  isOfLog = false,
  extra: ExtraColumns = {},
): string[] {
  const pods = decision.ranking ?? [];
  if (pods.length === 0) return [];
  const isNarrow = style.columns < WIDE_COLUMNS;
  const resource = rankedResource(decision);
  const others = extraKeys(decision, extra);
  // The two extra columns need the room of a long title.
  const difference = isNarrow || others.length > 1 ? "over" : undefined;
  const keys = [...(isOfLog ? [] : rankingKeys(resource, difference)), ...others];
  const shown = pods.filter((pod, index) => all || index < ROWS_MAX || isNamed(pod, decision));
  const columns: Column[] = [
    { title: "" },
    { title: "#", align: "right" },
    { title: "pod", shrinks: true },
    ...keys.map(({ title, isNumber }) =>
      isNumber ? { title, align: "right" as const } : { title },
    ),
  ];
  const rows = shown.map((pod) => rowOf(pod, keys, decision, style));
  const hidden = pods.length - shown.length;
  return section(
    titleOf(decision),
    [
      ...table(columns, rows, sectionColumns(style), style.paint.faint),
      ...(hidden > 0 ? [style.paint.faint(`… ${formatCount(hidden)} more with --all`)] : []),
      ...legend(shown, decision, style, isOfLog),
      ...extraLegends(decision, extra)
        .flatMap(([title, meaning]) => hang(`${title}  `, meaning, sectionColumns(style)))
        .map(style.paint.faint),
      ...(isForLimits(decision) ? [] : reasons(decision, style)),
    ],
    style,
  );
}

/** Where nothing drives eviction, the core shows how it would rank under memory pressure. */
function titleOf({ signal, rankingSignal }: Decision): string {
  const shown = rankingSignal ?? signal ?? "memory.available";
  const why = shown === signal ? "" : ` if ${shown} were under its threshold`;
  return `Ranking${why}, first to be evicted at the top`;
}

function rowOf(pod: RankedPod, keys: readonly RankingKey[], decision: Decision, style: Style): Row {
  const cells = [
    markOf(pod, decision),
    String(pod.position),
    podText(pod),
    ...keys.map((key) => keyCell(key, pod)),
  ];
  if (isEvicted(pod, decision)) return { cells, paint: style.paint.bad };
  if (pod.uid === decision.subject?.uid) return { cells, paint: style.paint.subject };
  return pod.skipped === undefined ? { cells } : { cells, paint: style.paint.faint };
}

function markOf(pod: RankedPod, decision: Decision): string {
  if (isEvicted(pod, decision)) return "✖";
  if (pod.skipped !== undefined) return "-";
  if (!pod.hasStats) return "?";
  return pod.tied ? "=" : "";
}

/** What the marks mean, for those that are in the table. */
function legend(
  shown: readonly RankedPod[],
  decision: Decision,
  style: Style,
  isOfLog: boolean,
): string[] {
  const marks = new Set(shown.map((pod) => markOf(pod, decision)));
  const reasons = new Map<string, string[]>();
  for (const { skipped, ...pod } of shown) {
    if (skipped === undefined) continue;
    reasons.set(skipped, [...(reasons.get(skipped) ?? []), podText(pod)]);
  }
  const width = sectionColumns(style);
  return [
    ...(marks.has("?")
      ? hang("?  ", isOfLog ? NO_STATS_IN_LOG : "no stats in the Summary", width)
      : []),
    ...(marks.has("=") ? hang("=  ", "equal in every key to the pod above", width) : []),
    ...[...reasons].flatMap(([why, pods]) => hang("-  ", `${why}: ${pods.join(", ")}`, width)),
  ].map(style.paint.faint);
}

/** The core's sentences about the pods in question, and about the one after them. */
function reasons(decision: Decision, style: Style): string[] {
  const pods = decision.ranking ?? [];
  const last = pods.findLastIndex((pod) => isNamed(pod, decision));
  const listed = pods.filter(
    (pod, index) => isNamed(pod, decision) || (last >= 0 && index === last + 1),
  );
  if (listed.length === 0) return [];
  return [
    "",
    ...sentences(
      listed.map((pod) => pod.sentence),
      style,
    ),
  ];
}

function isEvicted(pod: RankedPod, decision: Decision): boolean {
  return decision.evictions.some((eviction) => eviction.uid === pod.uid);
}

function isNamed(pod: RankedPod, decision: Decision): boolean {
  return pod.uid === decision.subject?.uid || isEvicted(pod, decision);
}
