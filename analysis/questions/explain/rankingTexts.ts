import type { Decision, RankedPod } from "../../engine/decision.ts";
import { type CsvCell, csvText } from "../../text/csv.ts";
import type { Block } from "../../text/document.ts";
import { rankedResource, rankingKeys } from "../../text/rankingKeys.ts";
import { momentText } from "../../text/utc.ts";
import type { NodeAdmission } from "../admit/nodeAdmission.ts";
import type { OomRanking } from "../oom/nodeRanking.ts";
import { extraKeys } from "./extraColumns.ts";
import { verdict } from "./incident.ts";
import { rankingNotes, rankingSignalOf, rankingTable } from "./rankingTable.ts";

/** The ranking as it is listed, and what a reader elsewhere must know of it. */
export interface ListedRanking {
  readonly decision: Decision;
  /** The kernel's order next to the kubelet's, where that is listed. */
  readonly oom: OomRanking | null;
  /** The pods that admission would preempt, if they are listed. */
  readonly admission: NodeAdmission | null;
  /** All that the filters let through, in the order that was asked for. */
  readonly pods: readonly RankedPod[];
  /** Which these are, such as `5 of 600 pods`. */
  readonly summary: string;
  /** The node, or the name of the capture. */
  readonly of: string;
  /** What differs from the recording; null when nothing does. */
  readonly changed: string | null;
}

/** The ranking for an issue: the decision, and the pods with their sort keys. */
export function rankingBlocks(ranking: ListedRanking): readonly Block[] {
  const { decision, pods, oom, admission, summary, of, changed } = ranking;
  const others = { oom, admission };
  return [
    {
      is: "facts",
      rows: [
        ["node", [{ code: of }]],
        ["moment", `${momentText(decision.time)}, step ${decision.step}`],
        ...(changed === null ? [] : [["not the recording", changed] as const]),
        ["decision", verdict(decision)],
        ["order", [{ code: rankingSignalOf(decision) }, ", # 1 is first"]],
        ["listed", summary],
      ],
    },
    {
      is: "table",
      ...rankingTable(decision, pods, false, others),
      notes: rankingNotes(decision, pods, false, others),
    },
  ];
}

/** The ranking for a spreadsheet, with exact amounts: bytes or counts. */
export function rankingCsv({ decision, pods, oom, admission }: ListedRanking): string {
  const keys = rankingKeys(rankedResource(decision));
  const places = extraKeys(decision, { oom, admission });
  const evicted = new Set(decision.evictions.map(({ uid }) => uid));
  const head = ["position", "namespace", "name", "uid", "qosClass"];
  const stateOf = (pod: RankedPod) =>
    evicted.has(pod.uid) ? "evicted" : (pod.skipped ?? (pod.hasStats ? "" : "no stats"));
  return csvText([
    [...head, ...[...keys, ...places].map(({ title }) => title), "state"],
    ...pods.map((pod): CsvCell[] => [
      pod.position,
      pod.namespace,
      pod.name,
      pod.uid,
      pod.qosClass,
      ...keys.map(({ value, isOfSpec }) => (pod.hasStats || isOfSpec ? value(pod) : "")),
      // A pod that the kernel never chooses, or that admission leaves, has none.
      ...places.map(({ cell, value }) => (cell(pod) === "-" ? "" : value(pod))),
      stateOf(pod),
    ]),
  ]);
}

/** `worker-3-20260115T101220Z-ranking`, as files are named. */
export function fileStem({ decision, of }: ListedRanking): string {
  const time = `${decision.time.slice(0, 19).replaceAll(/[-:]/g, "")}Z`;
  return `${of.replaceAll(/[^\w.-]+/g, "-")}-${time}-ranking`;
}
