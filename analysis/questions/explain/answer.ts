/** The first screen about one step: the verdict, the reason and the pods that decide it. */
import type { Decision, RankedPod } from "../../engine/decision.ts";
import { formatBytes, formatCount, formatPair } from "../../text/amount.ts";
import { capitalized } from "../../text/capitalized.ts";
import {
  type Block,
  type Column,
  type Mark,
  paragraph,
  type Row,
  type Section,
  type Text,
  table,
} from "../../text/document.ts";
import { fittingTitle } from "../../text/fittingTitle.ts";
import { withoutFullStop } from "../../text/fullStop.ts";
import { findsNobody, isForLimits, underPressure } from "../../text/outcome.ts";
import { podText, podTexts } from "../../text/podText.ts";
import { rankedResource } from "../../text/rankingKeys.ts";
import { clockOf } from "../../text/utc.ts";
import { doubtBlocks } from "../replay/doubts.ts";
import { missingSentence } from "./checkedFixes.ts";
import { type Growth, growthSentence, mostOfGrowth } from "./growth.ts";
import {
  CAUSES,
  conditionsSentence,
  type Incident,
  NOTHING_OBSERVED,
  thresholds,
} from "./incident.ts";
import { outrankedBy, prioritySentences } from "./outranked.ts";
import { isNamed, signOf } from "./rankingTable.ts";

/** What the step decides, and how it is meant. */
export function answerTitle(decision: Decision): { readonly title: string; readonly mark: Mark } {
  const at = `at ${clockOf(decision.time)}`;
  const { evictions, subject } = decision;
  if (evictions.length > 0) {
    const why = decision.reclaimAssumed
      ? ", if reclaiming on the node frees nothing"
      : `: ${causeWords(decision)}`;
    const evicted = `${evictedWords(evictions)} ${at}`;
    const title = evicted + why;
    const isAssumed = decision.reclaimAssumed === true;
    return { title: isAssumed ? title : fittingTitle(title, evicted), mark: "bad" };
  }
  if (decision.failed !== undefined || decision.missed === true) {
    return { title: `Nothing is decided ${at}: no measurements`, mark: "unknown" };
  }
  if (decision.reclaimSufficient === true) {
    return { title: `No pod is evicted ${at}: the node reclaims enough`, mark: "good" };
  }
  if (findsNobody(decision)) {
    return { title: `No pod can be evicted ${at}, although a threshold is met`, mark: "risk" };
  }
  const who = subject === undefined ? "No pod" : podText(subject);
  const words = subject === undefined ? "is evicted" : "is not evicted";
  return underPressure(decision).length === 0
    ? { title: `${who} ${words} ${at}: no threshold is met`, mark: "good" }
    : { title: `${who} ${words} ${at}, but a threshold was crossed`, mark: "risk" };
}

function evictedWords(evictions: Decision["evictions"]): string {
  return evictions.length === 1
    ? `${podTexts(evictions)} is evicted`
    : `${formatCount(evictions.length)} pods are evicted`;
}

const RUNS_LOW: Readonly<Record<NonNullable<Decision["resource"]>, string>> = {
  memory: "memory",
  "ephemeral-storage": "disk",
  inodes: "inodes",
  pids: "process IDs",
};

/** Why pods are evicted, after a colon. */
export function causeWords(decision: Decision): string {
  const [first] = decision.evictions;
  if (isForLimits(decision) && first?.cause !== undefined) {
    const isOne = decision.evictions.every(({ cause }) => cause === first.cause);
    return isOne ? CAUSES[first.cause] : "over their storage limits";
  }
  const { resource } = decision;
  return `the node runs low on ${resource === undefined ? "a resource" : RUNS_LOW[resource]}`;
}

/** The numbers behind the verdict, in a few sentences. */
export function answerReason(incident: Incident, isOfLog: boolean): readonly Block[] {
  const { decision, growth = null } = incident;
  const own = growth === null ? null : ownGrowth(decision, growth);
  const sentences = [
    ...[decision.failed, decision.crash].flatMap((text) => asSentence(text)),
    ...(decision.missed === true ? [NOTHING_OBSERVED] : []),
    ...(decision.warnings ?? []).map(({ message }) => message),
    ...thresholdSentences(decision),
    ...(isOfLog ? [] : usageSentences(decision, own)),
    ...(isOfLog ? [] : prioritySentences(decision)),
    ...(isOfLog ? [] : [missingSentence(decision)].filter((each) => each !== null)),
    ...(growth === null || own !== null ? [] : [growthSentence(growth)]),
    ...rankedAs(decision),
  ];
  return paragraph(sentences.length === 0 ? undefined : sentences.join(" "));
}

function asSentence(text: string | undefined): readonly string[] {
  return text === undefined ? [] : [`${capitalized(withoutFullStop(text))}.`];
}

/** Where another signal is asked about than the one that decides. */
function rankedAs(decision: Decision): readonly string[] {
  const { rankingSignal: by, signal } = decision;
  return by === undefined || by === signal ? [] : [`Ranked as if ${by} were under its threshold.`];
}

function thresholdSentences(decision: Decision): readonly string[] {
  const { signal, limit, available, hard, standing, subject, evictions } = decision;
  // The pod that is asked about may be another than the one that is evicted.
  const isAsked = evictions.every(({ uid }) => uid !== subject?.uid);
  const own = standing === undefined || !isAsked ? [] : [standing];
  if (signal !== undefined && limit !== undefined && available !== undefined) {
    const [has, needs] = formatPair(signal, available, limit);
    const kind = hard === false ? "soft" : "hard";
    return [`${signal} is ${has}, below its ${kind} threshold ${needs}.`, ...own];
  }
  const [pressed] = underPressure(decision);
  return [
    ...(pressed === undefined ? [] : [pressed.sentence]),
    ...(evictions.length > 0 ? [] : [conditionsSentence(decision)]),
    ...own,
  ];
}

/** What the first evicted pod used before; null unless it took nearly all that the node lost. */
function ownGrowth(decision: Decision, growth: Growth): GrowthOfPod | null {
  const [most, evicted] = [mostOfGrowth(growth), evictedIn(decision)];
  if (most === null || evicted === undefined || podText(most) !== podText(evicted)) return null;
  return missingSentence(decision) === null ? { before: most.before, since: growth.since } : null;
}

interface GrowthOfPod {
  readonly before: number;
  readonly since: string;
}

function evictedIn({ ranking = [], evictions: [first] }: Decision): RankedPod | undefined {
  return ranking.find(({ uid }) => uid === first?.uid);
}

/** What the first evicted pod uses, and what it requests. */
function usageSentences(decision: Decision, own: GrowthOfPod | null): readonly string[] {
  const evicted = evictedIn(decision);
  const resource = rankedResource(decision);
  if (evicted === undefined || !evicted.hasStats || decision.signal === undefined) return [];
  if (missingSentence(decision) !== null) return [];
  const { name, usage, request, processCount = 0 } = evicted;
  const format = resource === "pids" || resource === "inodes" ? formatCount : formatBytes;
  const was = own === null ? "" : ` (${format(own.before)} at ${clockOf(own.since)})`;
  if (resource === "pids") return [`${name} has ${formatCount(processCount)} processes${was}.`];
  if (resource === "inodes") return [`${name} uses ${formatCount(usage)} inodes${was}.`];
  const requests = request === 0 ? "nothing" : formatBytes(request);
  return [`${name} uses ${formatBytes(usage)}${was} and requests ${requests}.`];
}

/** A step in a few lines: its verdict, the reason, and the pods or else the thresholds. */
export function answerSection(title: string, incident: Incident): Section {
  const { decision } = incident;
  const verdict = paragraph(`${answerTitle(decision).title}.`);
  const pods = answerEvidence(decision, false);
  const evidence = pods.length > 0 ? pods : thresholds(decision).flatMap(({ blocks }) => blocks);
  return { title, blocks: [...verdict, ...answerReason(incident, false), ...evidence] };
}

/** Rows of the evidence: the pods in question, the next one, and the largest that is spared. */
const ROWS = { next: 1, largest: 1 } as const;

/** Why this pod, and not the one that uses more. */
export function answerEvidence(decision: Decision, isOfLog: boolean): readonly Block[] {
  if (isForLimits(decision)) return limitRows(decision);
  const pods = decision.ranking ?? [];
  if (pods.length === 0) return [];
  const last = pods.findLastIndex((pod) => isNamed(pod, decision));
  const named = pods.filter((pod) => isNamed(pod, decision)).slice(0, 3);
  const next = pods.filter((pod, at) => at > last && pod.skipped === undefined);
  const largest = [...pods].sort((a, b) => b.usage - a.usage).filter(({ skipped }) => !skipped);
  const outranked = outrankedBy(decision);
  const chosen = new Set([
    ...named,
    ...(isOfLog || outranked === null ? [] : [outranked]),
    ...next.slice(0, last < 0 ? 3 : ROWS.next),
    ...(doubtBlocks(decision).length > 0 ? [] : largest.slice(0, ROWS.largest)),
  ]);
  const columns = COLUMNS.filter(({ isOfStats = false, not }) => {
    return !(isOfStats && isOfLog) && not !== rankedResource(decision);
  });
  const rows = pods
    .filter((pod) => chosen.has(pod))
    .map((pod): Row => {
      const cells = columns.map(({ cell, isOfStats = false }) => {
        return isOfStats && !pod.hasStats ? "-" : cell(pod, decision);
      });
      return isNamed(pod, decision) ? { cells, tone: toneOf(pod, decision) } : { cells };
    });
  return table(
    columns.map(({ cell: _, isOfStats: __, not: ___, ...each }) => each),
    rows,
    {
      cut: "none",
    },
  );
}

const LIMIT_COLUMNS: readonly Column[] = [
  { title: "pod", shrinks: true },
  { title: "reason", isText: true },
];

function limitRows({ evictions }: Decision): readonly Block[] {
  return table(
    LIMIT_COLUMNS,
    evictions.map((eviction) => ({
      cells: [
        [{ code: podText(eviction) }],
        eviction.cause === undefined ? eviction.message : CAUSES[eviction.cause],
      ],
    })),
  );
}

function toneOf(pod: RankedPod, { evictions }: Decision) {
  return evictions.some(({ uid }) => uid === pod.uid) ? "bad" : "subject";
}

interface EvidenceColumn extends Column {
  readonly cell: (pod: RankedPod, decision: Decision) => Text;
  readonly isOfStats?: true;
  /** A resource by which pods are not compared so. */
  readonly not?: Decision["resource"];
}

const COLUMNS: readonly EvidenceColumn[] = [
  { title: "", cell: (pod, decision) => signOf(pod, decision) },
  { title: "rank", isNumber: true, cell: ({ position }) => String(position) },
  { title: "pod", shrinks: true, cell: (pod) => [{ code: podText(pod) }] },
  {
    title: "over request",
    isNumber: true,
    isOfStats: true,
    not: "pids",
    cell: ({ usageMinusRequest: over }, decision) => {
      return `${over > 0 ? "+" : ""}${amountOf(over, decision)}`;
    },
  },
  {
    title: "usage",
    isNumber: true,
    isOfStats: true,
    cell: (pod, decision) =>
      rankedResource(decision) === "pids"
        ? formatCount(pod.processCount ?? 0)
        : amountOf(pod.usage, decision),
  },
  { title: "priority", isNumber: true, isSpare: true, cell: ({ priority }) => String(priority) },
];

function amountOf(amount: number, decision: Decision): string {
  return rankedResource(decision) === "inodes" ? formatCount(amount) : formatBytes(amount);
}
