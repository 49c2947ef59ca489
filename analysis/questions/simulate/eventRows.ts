/** Events of a cluster as rows of a table; those that repeat are shown once. */
import type { SimulatorEvent } from "../../engine/simulatorEvent.ts";
import { plural } from "../../text/amount.ts";
import type { Column, Row, Tone } from "../../text/document.ts";
import { virtualTime } from "../../text/virtualTime.ts";
import { eventWords } from "./eventWords.ts";
import { rounds } from "./rounds.ts";

/** Several events of one moment that say the same of several pods. */
interface Line {
  readonly first: SimulatorEvent;
  readonly count: number;
}

export const EVENT_COLUMNS: readonly Column[] = [
  { title: "time", isNumber: true },
  { title: "node", shrinks: true },
  { title: "event", isText: true },
];

/** With `all`, every event has a row of its own. */
export function eventRows(
  events: readonly SimulatorEvent[],
  { all }: { readonly all: boolean },
): readonly Row[] {
  if (all) return events.map((first) => rowOf({ first, count: 1 }));
  const shown = new Set<string>();
  const row = ({ first, count }: Line) => {
    const shape = shapeOf(first);
    const isNew = !shown.has(shape);
    shown.add(shape);
    const event = isNew ? first : { ...first, message: firstSentence(first.message) };
    return rowOf({ first: event, count });
  };
  return rounds(together(events), ({ first }) => shapeOf(first)).flatMap(
    ({ items, times, last }): readonly Row[] => {
      const rows = items.map(row);
      if (times === 1) return rows;
      const until = virtualTime(last.first.time);
      const again = `… ${plural(times - 1, "more round")} like this, until ${until}`;
      return [...rows, { cells: ["", "", again], tone: "faint" }];
    },
  );
}

/** An event that was printed in full before needs no more. */
export function firstSentence(message = ""): string {
  const end = message.indexOf(". ");
  return end < 0 ? message : message.slice(0, end + 1);
}

/** Pods of one owner to which the same happens within a second are one line. */
function together(events: readonly SimulatorEvent[]): readonly Line[] {
  const lines: Line[] = [];
  for (const event of events) {
    const before = lines.at(-1);
    if (before !== undefined && event.pod !== undefined && isSame(before.first, event)) {
      lines[lines.length - 1] = { first: before.first, count: before.count + 1 };
    } else lines.push({ first: event, count: 1 });
  }
  return lines;
}

function isSame(a: SimulatorEvent, b: SimulatorEvent): boolean {
  return b.time - a.time < 1 && a.owner !== undefined && shapeOf(a) === shapeOf(b);
}

/** What is the same whenever it comes again: names of pods and numbers in messages are not. */
function shapeOf({
  kind,
  node = "",
  pod,
  owner,
  reason = "",
  message = "",
}: SimulatorEvent): string {
  const who = owner === undefined ? pod?.name : `${owner.kind}/${owner.name}`;
  const words = kind === "Condition" || kind.endsWith("ainted") ? message : "";
  return [kind, node, pod?.namespace, who, reason, words].join("\n");
}

function rowOf({ first, count }: Line): Row {
  const { time, node = "", kind } = first;
  const tone = TONES[kind];
  const cells = [virtualTime(time), node, eventWords(first, count)];
  return tone === undefined ? { cells } : { cells, tone };
}

const TONES: Readonly<Partial<Record<SimulatorEvent["kind"], Tone>>> = {
  Evicted: "bad",
  FailedScheduling: "low",
  Killed: "bad",
  OOMKilled: "bad",
  Preempted: "bad",
  Rejected: "bad",
};
