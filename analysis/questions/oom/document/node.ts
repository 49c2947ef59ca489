/** Which container the kernel would kill on a node, next to what the kubelet would evict. */
import { formatBytes, formatCount, formatPair, plural } from "../../../text/amount.ts";
import {
  type Block,
  type Column,
  type Document,
  list,
  type Row,
  section,
  table,
} from "../../../text/document.ts";
import { podText } from "../../../text/podText.ts";
import { momentText } from "../../../text/utc.ts";
import type { OomRanking, RankedContainer } from "../nodeRanking.ts";
import type { NodeRecord } from "../nodeRecord.ts";
import { containerText } from "../oomWords.ts";
import { sparedSentences } from "../sparedWords.ts";

export function nodeDocument(record: NodeRecord): Document {
  const { time, first, race, nearLimits, assumed } = record;
  const who =
    first === undefined
      ? "no process could be killed"
      : `the kernel would kill ${containerText(first)}`;
  return {
    title: `${momentText(time)}: if the node ran out of memory, ${who}`,
    lead: [],
    sections: [
      ...section("Why", list(reasons(record))),
      ...section("Ranking, first to be killed at the top", ranking(record)),
      ...section("Near their own limit", list(nearLimits.map(({ sentence }) => sentence))),
      ...section("Kubelet or kernel", list(race?.sentences ?? [])),
      ...section("Fixes", list(spared(record))),
      ...section("Assumed", list(assumed)),
    ],
  };
}

function reasons(record: NodeRecord): readonly string[] {
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
      ? ["Its oom_score_adj alone decides that: it would be first even if it used no memory."]
      : []),
    ...(next === undefined
      ? ["No other container could be killed."]
      : [`After that: ${containerText(next)}, ${next.sentence ?? ""} pages.`]),
    kubelet,
  ];
}

const COLUMNS: readonly Column[] = [
  { title: "#", isNumber: true },
  { title: "pod", shrinks: true },
  { title: "container", shrinks: true },
  { title: "oom_score_adj", isNumber: true },
  { title: "RSS", isNumber: true, isSpare: true },
  { title: "limit left", isNumber: true, isSpare: true },
  { title: "badness", isNumber: true },
  { title: "kubelet", isNumber: true },
];

function ranking({ ranking, pageBytes }: NodeRecord): readonly Block[] {
  const rows = ranking.map((each, index) => rowOf(each, index, pageBytes));
  return table(COLUMNS, rows, {
    notes: [["", "kubelet: the pod's place in its order of eviction for memory"]],
  });
}

function rowOf(each: RankedContainer, index: number, pageBytes: number): Row {
  const { headroomBytes, limitBytes, badness, evictionPosition } = each;
  const cells = [
    String(index + 1),
    [{ code: podText(each.pod) }],
    each.container,
    String(each.oomScoreAdj),
    formatBytes((each.rssPages + each.swapPages) * pageBytes),
    headroomBytes === undefined || limitBytes === undefined
      ? "-"
      : formatPair("memory.available", headroomBytes, limitBytes).join(" of "),
    badness === null ? "never" : formatCount(badness),
    evictionPosition === undefined ? "never" : String(evictionPosition),
  ];
  return index === 0 ? { cells, tone: "bad" } : { cells };
}

function spared({ spared: found, first, pageBytes }: OomRanking): readonly string[] {
  if (found === undefined || first === undefined) return [];
  const instead = found.instead === undefined ? null : containerText(found.instead);
  return sparedSentences(found, { oomScoreAdj: first.oomScoreAdj, pageBytes, instead });
}
