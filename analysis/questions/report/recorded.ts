/** A report of a capture that records evictions: its lines show those, not the policy's. */
import type { TimelineLine } from "../../text/document.ts";
import { inSentence } from "../../text/fullStop.ts";
import { podText } from "../../text/podText.ts";
import type { Incident } from "../explain/incident.ts";
import { type ComparedRow, isRecorded, verdictWords } from "../replay/comparedRows.ts";
import { type RecordedEnd, UNKNOWN } from "../replay/parting.ts";
import { evictsText, isEvictionLine, isEvictionOf } from "../replay/stepEvents.ts";
import { MARKS_MAX, type ReportRecord } from "./recorder.ts";

/** `parting`: from where the recording does not show what the policy would do. */
export function withRecorded(
  record: ReportRecord,
  rows: readonly ComparedRow[],
  parting: RecordedEnd | null = null,
): ReportRecord {
  const { events } = record;
  const parts = parting === null ? [] : [partingLine(parting)];
  if (rows.length === 0) {
    const known = events.filter((line) => parting === null || !isEvictionAfter(line, parting));
    return { ...record, events: inOrder([...known, ...parts]) };
  }
  const marks = rows.filter(isRecorded).map(({ time, pod }) => {
    return { at: Date.parse(time), label: evictsText(pod).text };
  });
  const decided = events.filter(isEvictionLine);
  const others = events.filter((line) => !isEvictionLine(line));
  return {
    ...record,
    recorded: rows,
    marks: marks.slice(0, MARKS_MAX),
    events: inOrder([...others, ...rows.map((row) => lineOf(row, decided)), ...parts]),
  };
}

function isEvictionAfter(line: TimelineLine, { time }: RecordedEnd): boolean {
  return isEvictionLine(line) && line.time !== null && Date.parse(line.time) > Date.parse(time);
}

function partingLine({ time, pod }: RecordedEnd): TimelineLine {
  return {
    time,
    mark: "!",
    text: `the recording lacks ${pod}; what follows is ${UNKNOWN}`,
    tone: "low",
  };
}

/** Where evictions are recorded, a report explains only decisions about those pods. */
export function isTold({ decision: { evictions } }: Incident, { recorded }: ReportRecord): boolean {
  if (recorded.length === 0) return evictions.length > 0;
  const pods = new Set(recorded.filter(isRecorded).map(({ pod }) => pod));
  return evictions.some((each) => pods.has(podText(each)));
}

/** `decided`: the evictions of the policy, whose messages and reasons are those of the row. */
function lineOf(row: ComparedRow, decided: readonly TimelineLine[]): TimelineLine {
  const { time, pod, fate } = row;
  const { mark, text } = evictsText(pod);
  const own = decided.filter((line) => isEvictionOf(line, pod));
  const then = nearest(own, Date.parse(row.decided ?? time));
  const isOfPolicy = row.verdict === "agrees" || row.verdict === "policyOnly";
  const details = isOfPolicy && then?.details !== undefined ? { details: then.details } : {};
  if (isRecorded(row)) {
    return { time, mark, text: `${text}; ${markWords(row)}`, tone: "bad", ...details };
  }
  const rest = fate === undefined ? "" : `; ${inSentence(fate)}`;
  return { time, text: `${verdictWords(row)}: ${text}${rest}`, tone: "low", ...details };
}

function nearest(lines: readonly TimelineLine[], at: number): TimelineLine | undefined {
  const apart = ({ time }: TimelineLine) => Math.abs(Date.parse(time ?? "") - at);
  return [...lines].sort((a, b) => apart(a) - apart(b))[0];
}

/** What is only recorded says so itself. */
function markWords(row: ComparedRow): string {
  const words = verdictWords(row);
  return row.verdict === "recordedOnly" ? words : `recorded; ${words}`;
}

/** Lines of one moment keep their order, and so does a line without a time. */
function inOrder(lines: readonly TimelineLine[]): readonly TimelineLine[] {
  const timeOf = ({ time }: TimelineLine) => (time === null ? null : Date.parse(time));
  return [...lines].sort((a, b) => {
    const [first, second] = [timeOf(a), timeOf(b)];
    return first === null || second === null ? 0 : first - second;
  });
}
