import type { StoryLine } from "../../read/prometheus/story.ts";
import { clockSince } from "../../text/utc.ts";
import { COLUMNS_MAX, type Style } from "./style.ts";
import { hang } from "./wrap.ts";

/** Whether the numbers at hand show the same. */
const MARKS = { true: "○", false: "✖", null: "·" } as const;

/** Empty when nothing happened and nothing was decided. `first` is the time of the first step. */
export function afterwardsLines(
  story: readonly StoryLine[],
  first: string | null,
  style: Style,
): string[] {
  const width = Math.min(style.columns, COLUMNS_MAX);
  if (story.length === 0) return [];
  return [
    style.paint.title("What happened, beside what the policy does on these numbers"),
    ...story.flatMap(({ agrees, time, sentence }) => {
      const mark = MARKS[String(agrees) as keyof typeof MARKS];
      return hang(`  ${mark} ${clockSince(first, time)}  `, sentence, width);
    }),
  ];
}
