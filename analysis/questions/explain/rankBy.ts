/** The pods of a step in the order of one of three judges, with what that judge compares. */
import type { Decision, RankedPod } from "../../engine/decision.ts";
import { formatBytes, formatCount } from "../../text/amount.ts";
import type { Fact, Row, Table, Text } from "../../text/document.ts";
import { podText } from "../../text/podText.ts";
import {
  columnsOf,
  keyCell,
  number,
  type RankingKey,
  rankedResource,
  text,
} from "../../text/rankingKeys.ts";
import { ADMISSION_TITLE, admissionLegend, DEFAULT_LEGEND } from "../admit/admissionKey.ts";
import { type NodeAdmission, preemptedPlaces } from "../admit/nodeAdmission.ts";
import type { OomRanking, RankedContainer } from "../oom/nodeRanking.ts";
import { OOM_LEGEND } from "../oom/oomKey.ts";
import { AWAITED, type ExtraColumns, shownColumns } from "./extraColumns.ts";
import { isNamed, meaningOf, skippedReasons } from "./rankingTable.ts";

/** Who ranks: the kubelet evicts, the kernel kills, admission preempts. */
export type Judge = "kubelet" | "kernel" | "admission";

export const PLACE = "#";
const OVER_REQUEST = "over request";
const NEVER_EVICTED = "never evicted";

/** Those that have an order for the step. */
export function judgesOf(decision: Decision, extra: ExtraColumns): readonly Judge[] {
  const { oom, admission } = shownColumns(decision, extra);
  return [
    "kubelet",
    ...(oom === null ? [] : (["kernel"] as const)),
    ...(hasOrder(admission) ? (["admission"] as const) : []),
  ];
}

/** Whether admission could be asked, or is being asked. */
function hasOrder(admission: NodeAdmission | typeof AWAITED | null): boolean {
  return admission !== null && (admission === AWAITED || admission.answer !== null);
}

/** The place of a pod, the pod, and three columns. */
export function judgeColumns(
  by: Judge,
  decision: Decision,
  extra: ExtraColumns,
): readonly RankingKey[] {
  const { oom, admission } = shownColumns(decision, extra);
  if (by === "kernel") return kernelColumns(decision, oom);
  if (by === "admission") return admissionColumns(decision, admission);
  return [kubeletPlace(decision), podColumn(decision), ...kubeletColumns(decision)];
}

export function judgeTable(
  by: Judge,
  decision: Decision,
  pods: readonly RankedPod[],
  extra: ExtraColumns,
): Pick<Table, "columns" | "rows" | "notes"> {
  const keys = judgeColumns(by, decision, extra);
  const rows = pods.map((pod): Row => {
    const cells = keys.map((key) => keyCell(key, pod));
    if (isNamed(pod, decision)) return { cells, tone: toneOf(pod, decision) };
    return pod.skipped === undefined ? { cells } : { cells, tone: "faint" };
  });
  return { columns: columnsOf(keys), rows, notes: notesOf(by, decision, pods, extra) };
}

function toneOf({ uid }: RankedPod, { evictions }: Decision) {
  return evictions.some((eviction) => eviction.uid === uid) ? "bad" : "subject";
}

/** What the columns do not say themselves. */
function notesOf(
  by: Judge,
  decision: Decision,
  pods: readonly RankedPod[],
  extra: ExtraColumns,
): readonly Fact[] {
  const { admission } = shownColumns(decision, extra);
  if (by === "kernel") return [[PLACE, OOM_LEGEND]];
  if (by === "admission") {
    const isKnown = admission !== null && admission !== AWAITED;
    return [[PLACE, isKnown ? admissionLegend(admission) : DEFAULT_LEGEND]];
  }
  const isCompared = rankedResource(decision) !== "pids" && pods.length > 0;
  return [
    ...(isCompared ? [[OVER_REQUEST, "usage minus request"] as const] : []),
    ...skippedReasons(pods).map(([, why]): Fact => [NEVER_EVICTED, why]),
    ...(admission === null || admission === AWAITED || admission.answer !== null
      ? []
      : [[ADMISSION_TITLE, admissionLegend(admission)] as const]),
  ];
}

/** Pods that are never evicted hold no place, and come last. */
function kubeletPlace({ ranking = [] }: Decision): RankingKey {
  const evictable = ranking.filter(({ skipped }) => skipped === undefined);
  const places = new Map(evictable.map(({ uid }, index) => [uid, index + 1]));
  return {
    ...number(PLACE, ({ uid }) => places.get(uid) ?? Number.MAX_SAFE_INTEGER, String),
    cell: ({ uid }) => String(places.get(uid) ?? "-"),
    isOfSpec: true,
  };
}

function podColumn(decision: Decision): RankingKey {
  return {
    ...text("pod", podText),
    cell: (pod): Text => {
      const meaning = meaningOf(pod, decision);
      const name = { code: podText(pod) };
      return meaning === null ? [name] : [name, ` ${meaning}`];
    },
    shrinks: true,
    isOfSpec: true,
  };
}

const PRIORITY: RankingKey = {
  ...number("priority", ({ priority }) => priority, formatCount),
  isOfSpec: true,
};

function kubeletColumns(decision: Decision): readonly RankingKey[] {
  const resource = rankedResource(decision);
  if (resource === "pids") {
    return [number("processes", (pod) => pod.processCount ?? 0, formatCount), PRIORITY];
  }
  const isCount = resource === "inodes";
  const amount = (value: number): Exclude<Text, string>[number] =>
    isCount ? formatCount(value) : { bytes: value };
  const format = isCount ? formatCount : formatBytes;
  return [
    number(OVER_REQUEST, (pod) => pod.usageMinusRequest, format),
    {
      ...number("usage of request", ({ usage }) => usage, format),
      cell: ({ usage, request }) => [amount(usage), " of ", { bytes: request }],
    },
    PRIORITY,
  ];
}

/** A pod is ranked by the first of its containers; without one it comes last. */
function kernelColumns(
  decision: Decision,
  oom: OomRanking | typeof AWAITED | null,
): readonly RankingKey[] {
  const found = new Map<string, RankedContainer & { readonly place: number }>();
  const ranking = oom === null || oom === AWAITED ? [] : oom.ranking;
  for (const each of ranking) {
    if (each.badness === null || found.has(each.pod.uid)) continue;
    found.set(each.pod.uid, { ...each, place: found.size + 1 });
  }
  const unknown = oom === AWAITED ? "…" : "-";
  const pageBytes = oom === null || oom === AWAITED ? 0 : oom.pageBytes;
  const column = (
    title: string,
    value: (container: RankedContainer & { readonly place: number }) => number,
    format: (value: number) => Text = formatCount,
  ): RankingKey => ({
    title,
    isNumber: true,
    isOfSpec: true,
    value: ({ uid }) => {
      const container = found.get(uid);
      return container === undefined ? Number.MAX_SAFE_INTEGER : value(container);
    },
    cell: ({ uid }) => {
      const container = found.get(uid);
      return container === undefined ? unknown : format(value(container));
    },
  });
  return [
    column(PLACE, ({ place }) => place),
    podColumn(decision),
    column("score in pages", ({ badness }) => badness ?? 0),
    column(
      "RSS",
      ({ rssPages }) => rssPages * pageBytes,
      (bytes) => [{ bytes }],
    ),
    column("oom_score_adj", ({ oomScoreAdj }) => oomScoreAdj, String),
  ];
}

/** Pods that stay come behind all others. */
function admissionColumns(
  decision: Decision,
  admission: NodeAdmission | typeof AWAITED | null,
): readonly RankingKey[] {
  const places =
    admission === null || admission === AWAITED ? new Map() : preemptedPlaces(admission);
  const placeOf = ({ uid }: RankedPod): number | undefined => places.get(uid);
  const unknown = admission === AWAITED ? "…" : "-";
  return [
    {
      ...number(PLACE, (pod) => placeOf(pod) ?? places.size + 1, String),
      cell: (pod) => String(placeOf(pod) ?? unknown),
      isOfSpec: true,
    },
    podColumn(decision),
    PRIORITY,
    { ...text("QoS class", ({ qosClass }) => qosClass), isOfSpec: true },
    {
      ...number("request freed", ({ request }) => request, formatBytes),
      cell: (pod) => (placeOf(pod) === undefined ? unknown : [{ bytes: pod.request }]),
      isOfSpec: true,
    },
  ];
}
