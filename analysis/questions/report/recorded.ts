/** A report of a capture that records evictions: its lines show those, not the policy's. */
import type { TimelineLine } from "../../text/document.ts";
import { podText } from "../../text/podText.ts";
import type { Incident } from "../explain/incident.ts";
import { type ComparedRow, isRecorded, verdictWords } from "../replay/comparedRows.ts";
import { evictsText, isEvictionLine } from "../replay/stepEvents.ts";
import { MARKS_MAX, type ReportRecord } from "./recorder.ts";

export function withRecorded(record: ReportRecord, rows: readonly ComparedRow[]): ReportRecord {
  if (rows.length === 0) return record;
  const marks = rows.filter(isRecorded).map(({ time, pod }) => {
    return { at: Date.parse(time), label: evictsText(pod).text };
  });
  const decided = record.events.filter((line) => !isEvictionLine(line));
  return {
    ...record,
    recorded: rows,
    marks: marks.slice(0, MARKS_MAX),
    events: inOrder([...decided, ...rows.map(lineOf)]),
  };
}

/** Where evictions are recorded, a report explains only decisions about those pods. */
export function isTold({ decision: { evictions } }: Incident, { recorded }: ReportRecord): boolean {
  if (recorded.length === 0) return evictions.length > 0;
  const pods = new Set(recorded.filter(isRecorded).map(({ pod }) => pod));
  return evictions.some((each) => pods.has(podText(each)));
}

function lineOf(row: ComparedRow): TimelineLine {
  const { time, pod } = row;
  const { mark, text } = evictsText(pod);
  if (!isRecorded(row)) return { time, text: `${verdictWords(row)}: ${text}`, tone: "low" };
  return { time, mark, text: `${text}; ${verdictWords(row)}`, tone: "bad" };
}

/** Lines of one moment keep their order, and so does a line without a time. */
function inOrder(lines: readonly TimelineLine[]): readonly TimelineLine[] {
  const timeOf = ({ time }: TimelineLine) => (time === null ? null : Date.parse(time));
  return [...lines].sort((a, b) => {
    const [first, second] = [timeOf(a), timeOf(b)];
    return first === null || second === null ? 0 : first - second;
  });
}
