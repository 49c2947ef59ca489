/** What a capture of series says that happened, and whether its numbers show the same. */
import type { ComparedEvent } from "../../text/comparedEvent.ts";
import { paragraph, type Section, section } from "../../text/document.ts";

/** Whether the numbers at hand show the same. */
const MARKS = { true: "○", false: "✖", null: "·" } as const;

/** `day` is the date that a reader knows by then, if there is one. */
export function comparedEvents(
  events: readonly ComparedEvent[],
  day: string | null,
  notes: readonly string[] = [],
): readonly Section[] {
  const lines = events.map(({ agrees, time, sentence }) => {
    return { time, mark: MARKS[String(agrees) as keyof typeof MARKS], text: sentence };
  });
  if (lines.length === 0) return [];
  const known = day === null ? {} : { day };
  return section("Recorded events, and the decisions on these numbers", [
    ...paragraph(notes.length === 0 ? undefined : notes.join(" ")),
    { is: "timeline", lines, ...known },
  ]);
}
