import type { ComparedEvent } from "../../read/prometheus/eventComparison.ts";
import { clockSince } from "../../text/utc.ts";
import { COLUMNS_MAX, type Style } from "./style.ts";
import { hang } from "./wrap.ts";

/** Whether the numbers at hand show the same. */
const MARKS = { true: "○", false: "✖", null: "·" } as const;

/** Empty when nothing happened and nothing was decided. `first` is the time of the first step. */
export function comparedEventLines(
  events: readonly ComparedEvent[],
  first: string | null,
  style: Style,
): string[] {
  const width = Math.min(style.columns, COLUMNS_MAX);
  if (events.length === 0) return [];
  return [
    style.paint.title("Recorded events, and the decisions on these numbers"),
    ...events.flatMap(({ agrees, time, sentence }) => {
      const mark = MARKS[String(agrees) as keyof typeof MARKS];
      return hang(`  ${mark} ${clockSince(first, time)}  `, sentence, width);
    }),
  ];
}
