/** Whom the kernel would kill on a node, as `oom` shows it and `explain` beside an eviction. */

import type { Decision } from "../../engine/decision.ts";
import type { Race } from "../../engine/oomRace.ts";
import type { KernelView } from "../../questions/oom/nodeOom.ts";
import type { KernelRanking, RankedContainer } from "../../questions/oom/nodeRanking.ts";
import type { NodeRecord } from "../../questions/oom/nodeRecord.ts";
import { containerText, kernelSentences } from "../../questions/oom/oomWords.ts";
import { endSentences } from "../../questions/oom/terminationWords.ts";
import { formatBytes, formatCount, formatPair, plural } from "../../text/amount.ts";
import { podText } from "../../text/podText.ts";
import { rankedResource } from "../../text/rankingKeys.ts";
import { clockOf, dateOf } from "./moment.ts";
import { section, sectionColumns, sentences } from "./section.ts";
import type { Style } from "./style.ts";
import { type Column, type Row, table } from "./table.ts";

const ROWS_MAX = 12;
const COLUMNS: readonly Column[] = [
  { title: "#", align: "right" },
  { title: "pod", shrinks: true },
  { title: "container", shrinks: true },
  { title: "oom_score_adj", align: "right" },
  { title: "RSS", align: "right" },
  { title: "limit left", align: "right" },
  { title: "badness", align: "right" },
  { title: "kubelet", align: "right" },
];

export function nodeText(record: NodeRecord, all: boolean, style: Style): string[] {
  const { time, first } = record;
  const when = `${dateOf(time)} ${clockOf(time)} UTC`;
  const who =
    first === undefined
      ? "nobody could be killed"
      : `the kernel would kill ${containerText(first)}`;
  return [
    style.paint.title(`${when}: if the node ran out of memory, ${who}`),
    ...section("Why", sentences(reasons(record), style), style),
    ...rankingText(record, all, style),
    ...limitsText(record, style),
    ...raceText(record.race, style),
    ...section("What would have spared it", sentences(spared(record), style), style),
    ...section("Assumed", sentences(record.assumed, style), style),
  ];
}

/** Whom it has killed so far, and what it would do at a step that is about memory. */
export function kernel(view: KernelView | null, decision: Decision, style: Style): string[] {
  if (view === null) return [];
  const { ends = [], ranking, race } = view;
  const isForMemory = rankedResource(decision) === "memory";
  const lines = [
    ...endSentences(ends),
    ...(isForMemory ? (race?.sentences ?? []) : []),
    ...(isForMemory && ranking !== null ? kernelSentences(ranking) : []),
  ];
  return section("Kubelet or kernel", sentences(lines, style), style);
}

function raceText(race: Race | null, style: Style): string[] {
  if (race === null || race.sentences.length === 0) return [];
  return section("Kubelet or kernel", sentences(race.sentences, style), style);
}

function reasons(record: NodeRecord): string[] {
  const { first, next, isByAdjustment, evictedFirst } = record;
  if (first === undefined) return [];
  const containers = plural(record.ranking.length, "container");
  const kubelet =
    evictedFirst === undefined
      ? "The kubelet would find no pod to evict."
      : evictedFirst.uid === first.pod.uid
        ? `The kubelet would evict the same pod first, ${podText(evictedFirst)}.`
        : `The kubelet would evict another pod first: ${podText(evictedFirst)}.`;
  return [
    `${first.sentence ?? ""} pages, the highest badness of ${containers}.`,
    ...(isByAdjustment
      ? ["Its oom_score_adj alone puts it there: it would be first with no memory at all."]
      : []),
    ...(next === undefined
      ? ["Nobody else could be killed."]
      : [`After that: ${containerText(next)}, ${next.sentence ?? ""} pages.`]),
    kubelet,
  ];
}

function rankingText(record: NodeRecord, all: boolean, style: Style): string[] {
  const { ranking } = record;
  const shown = all ? ranking : ranking.slice(0, ROWS_MAX);
  const hidden = ranking.length - shown.length;
  const rows = shown.map((each, index) => rowOf(each, index, record, style));
  return section(
    "Ranking, first to die at the top",
    [
      ...table(COLUMNS, rows, sectionColumns(style), style.paint.faint),
      ...(hidden > 0 ? [style.paint.faint(`… ${formatCount(hidden)} more with --all`)] : []),
      style.paint.faint("kubelet: the pod's place in its order of eviction for memory"),
    ],
    style,
  );
}

function rowOf(
  each: RankedContainer,
  index: number,
  { pageBytes }: KernelRanking,
  style: Style,
): Row {
  const { headroomBytes, limitBytes, badness, evictionPosition } = each;
  const cells = [
    String(index + 1),
    podText(each.pod),
    each.container,
    String(each.oomScoreAdj),
    formatBytes((each.rssPages + each.swapPages) * pageBytes),
    headroomBytes === undefined || limitBytes === undefined
      ? "-"
      : formatPair("memory.available", headroomBytes, limitBytes).join(" of "),
    badness === null ? "never" : formatCount(badness),
    evictionPosition === undefined ? "never" : String(evictionPosition),
  ];
  return index === 0 ? { cells, paint: style.paint.bad } : { cells };
}

function limitsText({ nearLimits }: KernelRanking, style: Style): string[] {
  const lines = sentences(
    nearLimits.map(({ sentence }) => sentence),
    style,
  );
  return section("Near their own limit", lines, style);
}

function spared({ spared: found, first, pageBytes }: KernelRanking): string[] {
  if (found === undefined || first === undefined) return [];
  const { oomScoreAdj, instead, memoryRequestBytes, guaranteed, rssPages } = found;
  const other =
    instead === undefined ? "nobody is left to kill" : `${containerText(instead)} dies instead`;
  return [
    ...(oomScoreAdj === undefined
      ? []
      : [`oom_score_adj of ${oomScoreAdj} or less (it has ${first.oomScoreAdj}): ${other}.`]),
    ...(memoryRequestBytes === undefined
      ? []
      : [
          `A memory request of ${formatBytes(memoryRequestBytes)} or more in a Burstable pod, ` +
            "which gives it that oom_score_adj here.",
        ]),
    guaranteed
      ? "A Guaranteed pod (oom_score_adj -997)."
      : "A Guaranteed pod (oom_score_adj -997) would not spare it.",
    ...(rssPages === undefined
      ? []
      : [`At most ${formatBytes(rssPages * pageBytes)} resident, with all else as it is.`]),
  ];
}
