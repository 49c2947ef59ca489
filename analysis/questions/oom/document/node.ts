/** Which container the kernel would kill on a node, next to what the kubelet would evict. */
import { formatBytes, formatCount, formatPair, plural } from "../../../text/amount.ts";
import {
  type Block,
  type Column,
  closing,
  type Document,
  fixes,
  list,
  paragraph,
  type Row,
  section,
  table,
} from "../../../text/document.ts";
import { fittingTitle } from "../../../text/fittingTitle.ts";
import { podText } from "../../../text/podText.ts";
import { momentText } from "../../../text/utc.ts";
import type { OomRanking, RankedContainer } from "../nodeRanking.ts";
import type { NodeRecord } from "../nodeRecord.ts";
import { containerText } from "../oomWords.ts";
import { sparedFixes, unsparedSentence } from "../sparedWords.ts";

export function nodeDocument(record: NodeRecord): Document {
  const { time, first, race, nearLimits, assumed } = record;
  const containers = plural(record.ranking.length, "container");
  return {
    title: titleOf(first),
    mark: first === undefined ? "unknown" : "risk",
    sources: [`${momentText(time)} · ${containers}`],
    lead: [...paragraph(leadWords(record).join(" ") || undefined), ...ranking(record)],
    sections: section("Fixes (checked by running the choice again)", spared(record)),
    further: [
      ...section("Why", list(reasons(record))),
      ...section("Near their own limit", list(nearLimits.map(({ sentence }) => sentence))),
      ...section("Kubelet or kernel", list(race?.sentences ?? [])),
    ],
    closing: closing(assumed, [], []),
  };
}

function titleOf(first: RankedContainer | undefined): string {
  const when = "If the node ran out of memory,";
  if (first === undefined) return `${when} no process could be killed`;
  const kills = (what: string) => `the kernel would kill ${what}`;
  const short = `${first.container} of ${podText(first.pod)}`;
  return fittingTitle(
    `${when} ${kills(containerText(first))}`,
    `Out of memory, ${kills(short)}`,
    `${when} ${kills(first.container)}`,
  );
}

function leadWords(record: NodeRecord): readonly string[] {
  const { first, isByAdjustment } = record;
  if (first === undefined) return [];
  return [
    ...(titleOf(first).includes(podText(first.pod)) ? [] : [`Its pod is ${podText(first.pod)}.`]),
    ...(isByAdjustment
      ? ["Its oom_score_adj alone decides that: it would be first even if it used no memory."]
      : []),
    ...unspared(record),
    kubeletWords(record, first),
  ];
}

function kubeletWords({ evictedFirst }: NodeRecord, first: RankedContainer): string {
  if (evictedFirst === undefined) return "The kubelet would find no pod to evict.";
  return evictedFirst.uid === first.pod.uid
    ? `The kubelet would evict the same pod first, ${podText(evictedFirst)}.`
    : `The kubelet would evict another pod first: ${podText(evictedFirst)}.`;
}

function reasons(record: NodeRecord): readonly string[] {
  const { first, next, isByAdjustment } = record;
  if (first === undefined) return [];
  const containers = plural(record.ranking.length, "container");
  return [
    `${first.sentence ?? ""} pages, the highest badness of ${containers}.`,
    ...(isByAdjustment
      ? ["Its oom_score_adj alone decides that: it would be first even if it used no memory."]
      : []),
    ...(next === undefined
      ? ["No other container could be killed."]
      : [`After that: ${containerText(next)}, ${next.sentence ?? ""} pages.`]),
    kubeletWords(record, first),
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

/** A limit of its own is not what runs out here. */
function subjectOf({ spared: found, pageBytes }: OomRanking, first: RankedContainer) {
  const { oomScoreAdj, rssPages, container } = first;
  return {
    ...{ name: container, oomScoreAdj, rssPages, pageBytes },
    ...{ instead: found?.instead?.container ?? null, isOfPod: true, isAtOwnLimit: false },
  };
}

function spared(record: OomRanking): readonly Block[] {
  const { spared: found, first } = record;
  if (found === undefined || first === undefined) return [];
  return fixes(sparedFixes(found, subjectOf(record, first)));
}

function unspared(record: OomRanking): readonly string[] {
  const { spared: found, first } = record;
  if (found === undefined || first === undefined) return [];
  const sentence = unsparedSentence(found, subjectOf(record, first));
  return sentence === null ? [] : [sentence];
}
