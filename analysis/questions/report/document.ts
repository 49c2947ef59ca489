import type { Decision, Policy, Signal } from "../../engine/decision.ts";
import { formatCount, formatSeconds, plural } from "../../text/amount.ts";
import { CONFIGZ_COMMAND, WITHOUT_CONFIGURATION } from "../../text/assumedDefaults.ts";
import {
  type Block,
  type Column,
  closing,
  commandText,
  type Document,
  type Fact,
  list,
  paragraph,
  type Section,
  section,
  type Text,
  table,
} from "../../text/document.ts";
import { sourceText } from "../../text/sourceText.ts";
import { secondsBetween } from "../../text/time.ts";
import { clockOf, dateOf, momentText } from "../../text/utc.ts";
import { explainDocument } from "../explain/document.ts";
import { type Incident, incidentSection } from "../explain/incident.ts";
import type { RecordedVerdict } from "../explain/shownStep.ts";
import { NAMED_MAX, nextCommands, closing as replayClosing } from "../replay/closing.ts";
import { comparedEvents } from "../replay/comparedEvents.ts";
import { comparedTable } from "../replay/comparedRows.ts";
import type { RecordedAndDecided } from "../replay/happened.ts";
import { opening } from "../replay/opening.ts";
import { partingWords, type RecordedEnd } from "../replay/parting.ts";
import { untilParting } from "../replay/untilParting.ts";
import { assumptions, isOfLog, type ReportSubject } from "./assumptions.ts";
import { isTold, withRecorded } from "./recorded.ts";
import type { ReportRecord } from "./recorder.ts";
import { replayAnswer } from "./replayAnswer.ts";
import { reportSummary } from "./summary.ts";

const CHARTS_MAX = 3;

/** How a replay is shown, in addition to what was replayed. */
export interface ReplayContext {
  /** What the capture records of evictions; null where nothing is as it was recorded. */
  readonly recorded?: RecordedAndDecided | null;
  /** From where the recording does not show what the policy would do. */
  readonly parting?: RecordedEnd | null;
  /** The capture ends before its end; the sentence says where. */
  readonly cut?: string | null;
  /** The same command with `--all`; null where it cannot be repeated, or has it. */
  readonly whole?: string | null;
  /** On a terminal, `explain` shows each eviction in full, and charts are bars. */
  readonly isOnTerminal?: boolean;
}

/** A replay: its answer, then everything that happened, with its charts and first evictions. */
export function replayReport(
  subject: ReportSubject,
  replayed: ReportRecord,
  { recorded: all = null, parting = null, cut = null, ...context }: ReplayContext = {},
): Document {
  const record = parting === null ? replayed : knownUntil(parting, replayed);
  const { whole = null, isOnTerminal = false } = context;
  const recorded = all === null ? null : untilParting(all, parting);
  const { incidents, tally } = record;
  const ofLog = isOfLog(subject.missing);
  const { candidate } = subject.closing;
  const { isConfigured, name } = subject;
  const isAssumed = !isConfigured;
  const { title, mark, lead, sections, isCutSaid } = replayAnswer({
    ...{ record, recorded, parting, cut, name, candidate, isAssumed, isOfLog: ofLog },
  });
  const missing = cut === null ? [] : afterCut(record, isCutSaid ? "" : cut);
  const rows = recorded?.rows() ?? [];
  const shown = withRecorded(record, rows, parting);
  const told = incidents.filter((each) => isTold(each, shown) && !isAfter(each, parting));
  const summary = isOnTerminal ? {} : summaryOf(subject, shown, told[0]);
  // The paths of this machine are nothing to a reader of a report.
  const next = isOnTerminal ? nextOnTerminal(subject, record, whole) : [];
  // The reason says so where it changes the answer.
  const isSaid = isAssumed && rows.length > 0;
  const { title: own, lead: beginningBlocks } = beginning(subject, record);
  return {
    title,
    mark,
    sources: [sourceText(name, partsOfSource(subject, record))],
    ...summary,
    lead,
    sections,
    further: [
      ...section(own, beginningBlocks),
      ...section(
        "What happened",
        whatHappened(shown, isOnTerminal ? [] : chartsBelow(shown, summary)),
      ),
      ...(recorded === null
        ? []
        : comparedEvents(recorded.lines(), dayOf(record), recorded.notes())),
      // Totals of which a part is unknown are none.
      ...(parting === null ? replayClosing(tally, subject.closing, rows, isOnTerminal) : []),
      ...(isOnTerminal ? [] : told.map((each) => incidentSection(each, ofLog))),
      ...allEvictions(shown),
      ...section("Assumptions", list(assumptions(subject, record, incidents), "none")),
    ],
    closing: closing(
      isSaid ? [] : assumed(subject, record),
      [...partingNotes(parting), ...unmeasured(record), ...missing],
      next,
    ),
  };
}

/** Without the evictions after a moment, which depend on what the recording does not show. */
function knownUntil({ time }: RecordedEnd, { tally, ...record }: ReportRecord): ReportRecord {
  const isKnown = (each: { readonly time: string }) => Date.parse(each.time) <= Date.parse(time);
  return { ...record, tally: { ...tally, evictions: tally.evictions.filter(isKnown) } };
}

function isAfter({ decision }: Incident, parting: RecordedEnd | null): boolean {
  return parting !== null && Date.parse(decision.time) > Date.parse(parting.time);
}

/** What gives the answer what it lacks, then what explains it, then the rest of it. */
function nextOnTerminal(
  { isConfigured, closing: parts }: ReportSubject,
  { tally }: ReportRecord,
  whole: string | null,
): readonly Text[] {
  const { input } = parts;
  if (input === null) return [];
  const [why, ...others] = nextCommands(tally, parts).map(([command, what]) =>
    commandText(command, what),
  );
  const commands = [
    ...(isConfigured
      ? []
      : [
          commandText(`plimsoll replay ${input} --config configz.json`),
          commandText(CONFIGZ_COMMAND),
        ]),
    ...(why === undefined ? [] : [why]),
    ...(whole === null ? others : [commandText(whole, "every change")]),
  ];
  return commands.slice(0, NEXT_MAX);
}

const NEXT_MAX = 2;

function dayOf({ tally: { firstTime } }: ReportRecord): string | null {
  return firstTime === null ? null : dateOf(firstTime);
}

/** The kind of what was read, its node and release, how many samples, and when. */
function partsOfSource(
  { node, kubelet, missing }: ReportSubject,
  { tally }: ReportRecord,
): readonly (string | undefined)[] {
  const { records, firstTime, lastTime } = tally;
  const isKnown = firstTime !== null && lastTime !== null;
  const seconds = isKnown ? secondsBetween(firstTime, lastTime) : 0;
  const apart = records > 1 && seconds > 0 ? `, ${secondsText(seconds / (records - 1))} apart` : "";
  return [
    isOfLog(missing) ? "capture of a log" : "capture",
    node,
    kubelet && `kubelet ${kubelet.replace(/^v/, "")}`,
    `${plural(records, "sample")}${apart}`,
    firstTime === null ? undefined : dateOf(firstTime),
  ];
}

function secondsText(seconds: number): string {
  return seconds < 10 ? `${Number(seconds.toFixed(1))}s` : formatSeconds(seconds);
}

function assumed({ isConfigured }: ReportSubject, { tally }: ReportRecord): readonly string[] {
  const { assumption } = tally;
  return [
    ...(isConfigured ? [] : [WITHOUT_CONFIGURATION]),
    ...(assumption === null ? [] : [assumption]),
  ];
}

function partingNotes(parting: RecordedEnd | null): readonly string[] {
  return parting === null ? [] : [partingWords(parting, "this policy")];
}

function unmeasured({ tally, problem }: ReportRecord): readonly string[] {
  const { records, steps } = tally;
  const missing = records - steps;
  const of = `${formatCount(missing)} of ${plural(records, "sample")}`;
  if (missing === 0 || problem === null) return [];
  return [`What happened in ${of}. ${clockOf(problem.time)}: ${problem.sentence}`];
}

/** `sentence` is empty where the answer has it. */
function afterCut({ tally: { lastTime } }: ReportRecord, sentence: string): readonly string[] {
  if (lastTime === null) return [];
  return [`Everything after ${clockOf(lastTime)}. ${sentence}`.trimEnd()];
}

/** One step as on a terminal, and the capture that it belongs to. */
export function explainReport(
  subject: ReportSubject,
  record: ReportRecord,
  incident: Incident,
  recorded: RecordedVerdict | null = null,
): Document {
  const { title, lead } = beginning(subject, record);
  const summary = summaryOf(subject, record, incident);
  const document = explainDocument(incident, isOfLog(subject.missing), {
    recorded,
    sections: [
      ...section(title, lead),
      ...replayClosing(record.tally, subject.closing, record.recorded),
      ...section("What happened", whatHappened(record, chartsBelow(record, summary))),
      ...allEvictions(record),
    ],
    assumptions: assumptions(subject, record, [incident]),
  });
  const sources = [sourceText(subject.name, partsOfSource(subject, record))];
  return { ...document, sources, ...summary };
}

/** For people who were not there; a log has neither usage nor requests. */
function summaryOf(
  { node, missing }: ReportSubject,
  record: ReportRecord,
  incident: Incident | undefined,
): Pick<Document, "summary"> {
  if (isOfLog(missing)) return {};
  const [block] = charts(record);
  const chart = block?.is === "chart" ? block.chart : null;
  return { summary: reportSummary(node, record, incident, chart) };
}

/** What a reader should know to find the same again. */
export function versions(
  policy: Policy,
  decisions: readonly Decision[],
  coreSha256: string,
): readonly Fact[] {
  const digests = decisions.map(({ step, digest }) => `step ${step}: ${digest}`);
  return [
    ["module SHA-256", [{ code: coreSha256 }]],
    ["rules of kubelet", policy.kubeletVersion],
    ...(digests.length === 0 ? [] : [["decision digest", digests.join("; ")] as const]),
  ];
}

function beginning(subject: ReportSubject, { first }: ReportRecord) {
  return first === null
    ? { title: subject.name, lead: [] }
    : opening(subject, subject.policy, first);
}

/** The first chart is in the summary, where there is one. */
function chartsBelow(record: ReportRecord, { summary = [] }: Pick<Document, "summary">) {
  return charts(record).slice(summary.length === 0 ? 0 : 1);
}

function whatHappened(record: ReportRecord, drawn: readonly Block[]): readonly Block[] {
  const { events, eventsLeftOut } = record;
  return [
    ...drawn,
    ...(events.length === 0
      ? paragraph("No threshold was crossed and no pod was evicted.")
      : [{ is: "timeline", lines: events, ...dayBefore(record) } as const]),
    ...(eventsLeftOut === 0
      ? []
      : paragraph(`${plural(eventsLeftOut, "further line")} left out: --output ndjson has all.`)),
  ];
}

function dayBefore(record: ReportRecord): { readonly day?: string } {
  const day = dayOf(record);
  return day === null ? {} : { day };
}

/** The signals that were under pressure, or else the memory that everybody asks about. */
function charts({ signals, pressed, bands, marks }: ReportRecord): readonly Block[] {
  const usual: readonly Signal[] = ["memory.available"];
  return (pressed.length > 0 ? pressed : usual)
    .slice(0, CHARTS_MAX)
    .flatMap((name) => signals.filter(({ signal }) => signal === name))
    .filter(({ points }) => points.length > 1)
    .map((each) => ({ is: "chart", chart: { ...each, bands, marks } }) as const);
}

const EVICTION_COLUMNS: readonly Column[] = [
  { title: "UTC" },
  { title: "step", isNumber: true },
  { title: "pod" },
  { title: "threshold or limit" },
  { title: "again in", isNumber: true },
];

/** All of them, where the closing names the first alone. */
function allEvictions({ tally, recorded }: ReportRecord): readonly Section[] {
  const { evictions, firstTime } = tally;
  if (recorded.length > 0) {
    const table = recorded.length > NAMED_MAX ? comparedTable(recorded, firstTime, []) : [];
    return section("All evictions", table);
  }
  if (evictions.length <= NAMED_MAX) return [];
  const rows = evictions.map(({ time, step, pod, what, repeated }) => ({
    cells: [
      momentText(time).slice(0, -" UTC".length),
      String(step),
      [{ code: pod }],
      what,
      repeated === 0 ? "" : plural(repeated, "step"),
    ],
  }));
  return section("All evictions", table(EVICTION_COLUMNS, rows, { cut: "none" }));
}
