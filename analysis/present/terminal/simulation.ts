/** What happens in a cluster that is played, as text; what comes again and again is told once. */

import type { SimulatorEvent } from "../../engine/simulatorEvent.ts";
import { eventWords } from "../../questions/simulate/eventWords.ts";
import { plural } from "../../text/amount.ts";
import { virtualTime } from "../../text/virtualTime.ts";
import { rounds } from "./rounds.ts";
import { sectionColumns } from "./section.ts";
import type { Style } from "./style.ts";
import { hang } from "./wrap.ts";

const LINES_MAX = 40;

/** Several events of one moment that say the same of several pods. */
interface Line {
  readonly first: SimulatorEvent;
  readonly count: number;
}

/** With `all`, every event in a line of its own. */
export function scenarioLines(
  events: readonly SimulatorEvent[],
  { all }: { readonly all: boolean },
  style: Style,
): string[] {
  const columns = events.reduce((most, { node = "" }) => Math.max(most, node.length), 0);
  if (all) return events.flatMap((first) => lineText({ first, count: 1 }, columns, style));
  const told = new Set<string>();
  const text = ({ first, count }: Line) => {
    const shape = shapeOf(first);
    const isNew = !told.has(shape);
    told.add(shape);
    const event = isNew ? first : { ...first, message: firstSentence(first.message) };
    return lineText({ first: event, count }, columns, style);
  };
  const stretches = rounds(together(events), ({ first }) => shapeOf(first)).map(
    ({ items, times, last }) => {
      const lines = items.flatMap(text);
      if (times === 1) return lines;
      const until = virtualTime(last.first.time);
      return [...lines, style.paint.faint(`  … and so ${times - 1} times more, until ${until}`)];
    },
  );
  const lines = stretches.flat();
  if (lines.length <= LINES_MAX) return lines;
  const half = LINES_MAX / 2;
  const left = plural(lines.length - LINES_MAX, "line");
  const gap = style.paint.faint(`  … ${left} more; --all shows every event`);
  return [...lines.slice(0, half), gap, ...lines.slice(-half)];
}

/** What was told in full before needs no more. */
function firstSentence(message = ""): string {
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

function lineText({ first, count }: Line, columns: number, style: Style): string[] {
  const { time, node = "", kind } = first;
  const begins = `${virtualTime(time).padStart(9)}  ${node.padEnd(columns)}  `;
  const paint = PAINTS[kind];
  const lines = hang(begins, eventWords(first, count), sectionColumns(style));
  return paint === undefined ? lines : lines.map(style.paint[paint]);
}

const PAINTS: Readonly<Partial<Record<SimulatorEvent["kind"], "bad" | "low">>> = {
  Evicted: "bad",
  FailedScheduling: "low",
  OOMKilled: "bad",
  Preempted: "bad",
  Rejected: "bad",
};
