/** The first screen about a whole capture: the verdict, the reason, and the evidence for it. */

import type { Decision } from "../../engine/decision.ts";
import { formatAmount, formatSeconds } from "../../text/amount.ts";
import { WITHOUT_CONFIGURATION } from "../../text/assumedDefaults.ts";
import {
  type Block,
  type Column,
  type Fact,
  fixes,
  type Mark,
  paragraph,
  type Row,
  type Section,
  section,
  type TimelineLine,
  table,
} from "../../text/document.ts";
import { fittingTitle } from "../../text/fittingTitle.ts";
import { inSentence } from "../../text/fullStop.ts";
import { podText } from "../../text/podText.ts";
import { secondsBetween } from "../../text/time.ts";
import { clockOf, clockSince, clockText, dateOf } from "../../text/utc.ts";
import { answerEvidence, answerReason, answerTitle, causeWords } from "../explain/answer.ts";
import { CHECKED, checkedFixes } from "../explain/checkedFixes.ts";
import { growthSentence } from "../explain/growth.ts";
import type { Incident } from "../explain/incident.ts";
import { recordedAnyway } from "../replay/closing.ts";
import {
  apartWords,
  type ComparedRow,
  comparedTable,
  countOf,
  isRecorded,
  OWN_LIMITS,
  shownRows,
} from "../replay/comparedRows.ts";
import { doubtBlocks } from "../replay/doubts.ts";
import { gaugeOf } from "../replay/gauges.ts";
import type { RecordedAndDecided } from "../replay/happened.ts";
import { CHANGED, type RecordedEnd, sparesTitle } from "../replay/parting.ts";
import type { TalliedEviction } from "../replay/tally.ts";
import { agreeingWords, agreementText } from "./agreement.ts";
import type { ReportRecord, SignalRecord } from "./recorder.ts";

/** What a first screen is made of. */
export interface ReplayFacts {
  readonly record: ReportRecord;
  /** Null where nothing is as it was recorded. */
  readonly recorded: RecordedAndDecided | null;
  /** The defaults are assumed. */
  readonly isAssumed: boolean;
  readonly isOfLog: boolean;
  /** The capture ends before its end; the sentence says where. */
  readonly cut: string | null;
  readonly name: string;
  /** The pod that memory pressure would evict after the last step. */
  readonly candidate: string | null;
  /** From where the recording does not show what the policy would do. */
  readonly parting: RecordedEnd | null;
}

export interface ReplayAnswer {
  readonly title: string;
  readonly mark: Mark;
  readonly lead: readonly Block[];
  readonly sections: readonly Section[];
  /** Whether it says where the capture is cut. */
  readonly isCutSaid?: boolean;
}

export function replayAnswer(facts: ReplayFacts): ReplayAnswer {
  const rows = facts.recorded?.rows() ?? [];
  if (facts.parting !== null) return partingAnswer(facts.parting, rows, facts);
  if (rows.length > 0) return recordedAnswer(rows, facts);
  const evictions = firstEvictions(facts.record);
  const [incident] = facts.record.incidents;
  if (incident === undefined || evictions.length === 0) return quietAnswer(facts);
  return evictions.length === 1
    ? oneAnswer(incident, facts)
    : severalAnswer(incident, evictions, facts);
}

/** What was recorded until then and after, or else what the policy evicts until then. */
function partingAnswer(
  parting: RecordedEnd,
  rows: readonly ComparedRow[],
  { record }: ReplayFacts,
): ReplayAnswer {
  const { firstTime } = record.tally;
  const { pod, time: from } = parting;
  const decided = firstEvictions(record);
  const missing = `not compared: from ${clockOf(from)} on, the recording lacks ${pod}`;
  const notes: readonly Fact[] = [
    ...policyOnlyNotes(rows),
    ...(countOf(rows, "unknown") === 0 ? [] : [["", missing] as const]),
  ];
  return {
    title: sparesTitle(CHANGED, parting),
    mark: "risk",
    lead: [
      ...doubts(record),
      ...(rows.length > 0
        ? comparedTable(shownRows(rows), firstTime, notes)
        : table(
            EVICTION_COLUMNS,
            decided.map((each) => evictionRow(each, firstTime)),
          )),
    ],
    sections: [],
  };
}

/** The first eviction of each pod; where a recording goes on, a pod may be evicted again. */
function firstEvictions({ tally: { evictions } }: ReportRecord): readonly TalliedEviction[] {
  const seen = new Set<string>();
  return evictions.filter(({ uid }) => {
    const isFirst = !seen.has(uid);
    seen.add(uid);
    return isFirst;
  });
}

function recordedAnswer(rows: readonly ComparedRow[], facts: ReplayFacts): ReplayAnswer {
  const { tally, incidents } = facts.record;
  const notes = rowNotes(rows, facts);
  const [row, ...others] = rows;
  const [incident] = incidents;
  const isExplained =
    others.length === 0 &&
    row?.verdict === "agrees" &&
    incident?.decision.evictions.some((pod) => podText(pod) === row.pod);
  if (row !== undefined && incident !== undefined && isExplained === true) {
    const { lead, ...answer } = oneAnswer(incident, facts);
    const apart = [...paragraph(apartSentence(row)), ...lead];
    return { ...answer, lead: apart, title: recordedTitle(rows, facts) };
  }
  return {
    title: recordedTitle(rows, facts),
    mark: "bad",
    lead: [
      ...paragraph(recordedReason(rows, facts)),
      ...doubts(facts.record),
      ...comparedTable(shownRows(rows), tally.firstTime, notes),
    ],
    sections: [],
  };
}

/** Undefined where the policy evicts the pod at the recorded moment. */
function apartSentence(row: ComparedRow): string | undefined {
  const { time, decided } = row;
  if (decided === undefined) return undefined;
  const [recorded, policy] = [clockOf(time), clockOf(decided)];
  const decides = `the policy evicts at ${policy}${apartWords(row)}`;
  return `The eviction is recorded at ${recorded}; ${decides}.`;
}

function recordedTitle(rows: readonly ComparedRow[], { isAssumed, record }: ReplayFacts): string {
  const happened = rows.filter(isRecorded);
  const { length: count } = happened;
  const apart = happened.map(apartWords).join("");
  const [agrees, sparse] = [countOf(rows, "agrees"), countOf(rows, "recordedOnly")];
  const [first] = happened;
  const evicted =
    count === 1 && first !== undefined
      ? `${first.pod} was evicted at ${clockSince(record.tally.firstTime, first.time)}`
      : `${count} pods were evicted`;
  if (agrees === 0 && isAssumed) {
    return fittingTitle(
      `${evicted}; the reason needs this node's configuration`,
      `${evicted}; its configuration is missing`,
    );
  }
  const kinds = countedResources(happened);
  const [kind] = kinds;
  const why =
    kind === undefined ? "" : kinds.length === 1 ? ` for ${kind[0]}` : countedWords(kinds);
  const isBetween = sparse > 0 && agrees + sparse === count && isAbove(rows);
  const agreement = `; ${agreementText(agrees, count)}${count === 1 ? apart : ""}`;
  const between =
    isBetween && agrees > 0 && kinds.length === 1
      ? [
          `${count} evictions${why}: the policy agrees with ${agrees}, and ${sparse} ` +
            `${sparse === 1 ? "falls" : "fall"} between samples`,
        ]
      : [];
  return fittingTitle(
    ...between,
    kinds.length > 1 ? evicted + why : evicted + why + agreement,
    evicted + why,
    evicted,
  );
}

type CountedResource = readonly [resource: string, count: number];

/** What the pods were evicted for; empty where that is not recorded for all of them. */
function countedResources(
  rows: readonly Pick<ComparedRow, "resource">[],
): readonly CountedResource[] {
  const counts = new Map<string, number>();
  for (const { resource } of rows) counts.set(resource, (counts.get(resource) ?? 0) + 1);
  return counts.has("") ? [] : [...counts].sort((a, b) => b[1] - a[1]);
}

function countedWords(kinds: readonly CountedResource[]): string {
  return `: ${kinds.map(([resource, count]) => `${count} for ${resource}`).join(", ")}`;
}

/** Whether what is recorded alone happened with more available than the threshold. */
function isAbove(rows: readonly ComparedRow[]): boolean {
  return rows.every(({ verdict, nearest }) => {
    return verdict !== "recordedOnly" || nearest?.isBelow === false;
  });
}

function recordedReason(rows: readonly ComparedRow[], facts: ReplayFacts): string {
  const { record, isAssumed } = facts;
  const happened = rows.filter(isRecorded);
  const agrees = countOf(rows, "agrees");
  const growth = record.incidents[0]?.growth ?? null;
  const isMixed = countedResources(happened).length > 1;
  const agreement =
    (isMixed || agrees === 0) && !(isAssumed && agrees === 0)
      ? [`The policy agrees with ${agreeingWords(agrees, happened.length)}.`]
      : [];
  return [
    ...(isAssumed ? [WITHOUT_CONFIGURATION] : []),
    ...thresholdSentence(happened, facts),
    ...(growth === null || agrees === 0 ? [] : [growthSentence(growth)]),
    ...agreement,
  ].join(" ");
}

/** The threshold that decides about the rows, with the least that was available of its signal. */
function thresholdSentence(rows: readonly ComparedRow[], { record }: ReplayFacts): string[] {
  const [near] = rows.flatMap(({ nearest }) => (nearest === undefined ? [] : [nearest]));
  if (near === undefined) return [];
  const { signal, limit, hard } = near;
  const own = rows.filter(({ nearest }) => nearest?.signal === signal && nearest.limit === limit);
  const kind = hard ? "hard" : "soft";
  if (own.length === rows.length && own.every(({ nearest }) => nearest?.isBelow === true)) {
    return [`${signal} was below its ${kind} threshold ${limit} each time.`];
  }
  const found = record.signals.find((each) => each.signal === signal);
  const lowest = found === undefined ? null : lowestOf(found);
  if (lowest === null) return [];
  const amount = formatAmount(found?.signal ?? "memory.available", lowest.available);
  const moment = `(${clockText(lowest.at)})`;
  return own.some(({ nearest }) => nearest?.isBelow === true)
    ? [`${signal} fell below its ${kind} threshold ${limit}; lowest ${amount} ${moment}.`]
    : [`The ${kind} threshold is ${limit}, and ${signal} was never below ${amount} ${moment}.`];
}

interface Lowest {
  readonly at: number;
  readonly available: number;
}

function lowestOf({ points }: Pick<SignalRecord, "points">): Lowest | null {
  return points.reduce<Lowest | null>((low, { at, available }) => {
    return available === null || (low !== null && available >= low.available)
      ? low
      : { at, available };
  }, null);
}

/** Each verdict but agreement, with its reason. */
function rowNotes(rows: readonly ComparedRow[], { isAssumed }: ReplayFacts): readonly Fact[] {
  const notes: Fact[] = [];
  if (countOf(rows, "recordedOnly") > 0) {
    const why = isAssumed
      ? "these numbers lead to no eviction under the assumed defaults"
      : isAbove(rows)
        ? "the samples next to the eviction are above the threshold"
        : "these numbers do not lead to this eviction";
    notes.push(["", `recorded only: ${why}`]);
  }
  notes.push(...policyOnlyNotes(rows));
  if (countOf(rows, "unknown") > 0) {
    notes.push(["", "not compared: the capture has no numbers of that moment"]);
  }
  return notes;
}

/** What became of the first pod that the policy alone evicts. */
function policyOnlyNotes(rows: readonly ComparedRow[]): readonly Fact[] {
  const alone = rows.filter(({ verdict }) => verdict === "policyOnly");
  const [first] = alone;
  if (first === undefined) return [];
  const { time, pod, fate } = first;
  const many = alone.length === 1 ? "" : `${alone.length}, such as `;
  const isListed = shownRows(rows).includes(first);
  const what = fate === undefined ? "nothing records it" : inSentence(fate);
  const which = isListed
    ? `policy only, ${clockOf(time)}: ${what}`
    : `policy only: ${many}${pod} at ${clockOf(time)}; ${what}`;
  return [["", which]];
}

/** One eviction: with the bars around it and the pods that it was chosen from. */
function oneAnswer(incident: Incident, facts: ReplayFacts): ReplayAnswer {
  const { record, isOfLog, recorded } = facts;
  const { decision } = incident;
  const doubt = recorded?.doubt() ?? null;
  return {
    ...answerTitle(decision),
    lead: [
      ...answerReason(incident, isOfLog),
      ...paragraph(doubt ?? undefined),
      ...(doubt === null ? recordedAnyway(record.tally) : []),
      ...doubts(record),
      ...bars(record),
      ...answerEvidence(decision, isOfLog),
    ],
    sections: section(CHECKED, fixes(checkedFixes(decision))),
  };
}

/** What is available before, in and after the step of the first eviction. */
function bars({ around, bands }: ReportRecord): readonly Block[] {
  const evicting = around.find(({ evictions }) => evictions.length > 0);
  const signal = evicting?.signal;
  if (evicting === undefined || signal === undefined) return [];
  const lines = around.flatMap((each): TimelineLine[] => {
    const gauge = gaugeOf(each, signal);
    if (gauge === null) return [];
    return [{ time: each.time, gauge, text: barWords(each, evicting, bands) }];
  });
  return lines.length < 2 ? [] : [{ is: "timeline", lines, day: dateOf(evicting.time) }];
}

function barWords(step: Decision, evicting: Decision, bands: ReportRecord["bands"]): string {
  if (step === evicting) {
    const [first] = step.evictions;
    return `evicted, grace period ${formatSeconds(first?.gracePeriodSeconds ?? 0)}`;
  }
  const at = Date.parse(step.time);
  if (at < Date.parse(evicting.time)) return "";
  const band = bands.find(({ from, to }) => from <= at && at < to);
  return band === undefined ? "" : `${band.condition} until ${clockText(band.to)}`;
}

/** Several evictions that only the policy decides: a row for each. */
function severalAnswer(
  { decision }: Incident,
  evictions: readonly TalliedEviction[],
  { record, recorded }: ReplayFacts,
): ReplayAnswer {
  const { firstTime } = record.tally;
  const growth = record.incidents[0]?.growth ?? null;
  const doubt = recorded?.doubt() ?? null;
  const sentences = [
    ...lowestSentences(record),
    ...(growth === null ? [] : [growthSentence(growth)]),
    ...(doubt === null ? [] : [`${evictions[0]?.pod}: ${doubt}`]),
  ];
  return {
    title: severalTitle(decision, evictions, firstTime),
    mark: "bad",
    lead: [
      ...paragraph(sentences.length === 0 ? undefined : sentences.join(" ")),
      ...recordedAnyway(record.tally),
      ...doubts(record),
      ...table(
        EVICTION_COLUMNS,
        evictions.map((each) => evictionRow(each, firstTime)),
      ),
    ],
    sections: [],
  };
}

function severalTitle(
  decision: Decision,
  evictions: readonly TalliedEviction[],
  firstTime: string | null,
): string {
  const evicted = `${evictions.length} pods are evicted`;
  const [from, to] = [evictions[0], evictions.at(-1)].map((each) => {
    return clockSince(firstTime, each?.time ?? "");
  });
  const span = from === to ? ` at ${from}` : ` between ${from} and ${to}`;
  const kinds = countedResources(
    evictions.map(({ signal }) => ({ resource: signal ?? OWN_LIMITS })),
  );
  return kinds.length === 1
    ? fittingTitle(`${evicted}${span}: ${causeWords(decision)}`, evicted + span)
    : fittingTitle(evicted + countedWords(kinds), evicted + span);
}

const EVICTION_COLUMNS: readonly Column[] = [
  { title: "time" },
  { title: "evicts", shrinks: true },
  { title: "available", isNumber: true },
  { title: "threshold or limit", isText: true },
];

function evictionRow(eviction: TalliedEviction, first: string | null): Row {
  const { time, pod, what, available } = eviction;
  return { cells: [clockSince(first, time), [{ code: pod }], available ?? "-", what] };
}

/** The least that was available of each signal under pressure. */
function lowestSentences({ signals, pressed }: ReportRecord): readonly string[] {
  return pressed.slice(0, 2).flatMap((name) => {
    const found = signals.find(({ signal }) => signal === name);
    const lowest = found === undefined ? null : lowestOf(found);
    if (found === undefined || lowest === null) return [];
    const amount = formatAmount(name, lowest.available);
    const fell = `${name} fell to ${amount} (${clockText(lowest.at)})`;
    const [limit, ...others] = found.limits;
    if (limit === undefined || others.length > 0) {
      return [`${fell}; its thresholds are ${limitWords(found)}.`];
    }
    const kind = limit.hard ? "hard" : "soft";
    return [`${fell}; its ${kind} threshold is ${limitWords(found).slice(kind.length + 1)}.`];
  });
}

function doubts({ first }: ReportRecord): readonly Block[] {
  return first === null ? [] : doubtBlocks(first);
}

/** No pod is evicted, neither as it is recorded nor by the policy. */
function quietAnswer(facts: ReplayFacts): ReplayAnswer {
  const { record, cut, name, candidate } = facts;
  const { tally, pressed } = record;
  const last = pressed.length === 0 ? "no threshold was reached" : "no pod was chosen";
  return {
    ...quietTitle(facts),
    isCutSaid: cut !== null,
    lead: [
      ...paragraph(
        [
          ...(cut === null ? [] : [cut]),
          ...lowestSentences(record),
          ...(tally.reclaimsSufficient > 0
            ? ["The node reclaimed enough, so no pod had to be evicted."]
            : []),
          ...(candidate === null
            ? []
            : [`If memory ran short, ${candidate} would be evicted first.`]),
        ].join(" ") || `In ${name}, ${last}.`,
      ),
      ...doubts(record),
      ...nearestTable(record),
    ],
    sections: [],
  };
}

function quietTitle({ record, cut, name }: ReplayFacts): { title: string; mark: Mark } {
  if (cut !== null) {
    return {
      title: fittingTitle(
        `No eviction is recorded in the part of ${name} that can be read`,
        "No eviction is recorded in the part that can be read",
      ),
      mark: "unknown",
    };
  }
  const { tally, pressed } = record;
  const { firstTime, lastTime, steps } = tally;
  if (steps === 0) return { title: "Nothing was measured in this capture", mark: "unknown" };
  const seconds = firstTime === null || lastTime === null ? 0 : secondsBetween(firstTime, lastTime);
  const when =
    seconds > 0
      ? `in ${formatSeconds(seconds)}`
      : `at ${clockOf(firstTime ?? record.first?.time ?? "")}`;
  if (pressed.length === 0) {
    return { title: `No pod is evicted ${when}: no threshold is reached`, mark: "good" };
  }
  if (tally.reclaimsSufficient > 0) {
    return { title: `No pod is evicted ${when}: the node reclaims enough`, mark: "good" };
  }
  return { title: `No pod is evicted ${when}, but a threshold is crossed`, mark: "risk" };
}

const NEAREST_COLUMNS: readonly Column[] = [
  { title: "signal" },
  { title: "lowest", isNumber: true },
  { title: "at" },
  { title: "threshold", isText: true },
];

/** Each signal with a threshold, the nearest to it first. */
function nearestTable({ signals, tally: { firstTime } }: ReportRecord): readonly Block[] {
  const rows = signals.flatMap((each) => {
    const lowest = lowestOf(each);
    const limit = Math.max(...each.limits.map((one) => one.limit));
    if (lowest === null || each.limits.length === 0) return [];
    return [{ each, lowest, share: limit > 0 ? lowest.available / limit : 0 }];
  });
  rows.sort((a, b) => a.share - b.share);
  return table(
    NEAREST_COLUMNS,
    rows.map(({ each: { signal, limits }, lowest }) => ({
      cells: [
        signal,
        formatAmount(signal, lowest.available),
        clockSince(firstTime, new Date(lowest.at).toISOString()),
        limitWords({ signal, limits }),
      ],
    })),
  );
}

/** Such as `hard 15% (15Gi), soft 20% (20Gi)`. */
function limitWords({ signal, limits }: Pick<SignalRecord, "signal" | "limits">): string {
  const words = limits.map(({ label, limit }) => {
    return label.endsWith("%") ? `${label} (${formatAmount(signal, limit)})` : label;
  });
  return words.join(", ");
}
