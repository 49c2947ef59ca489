import type { Decision } from "../../engine/decision.ts";
import { type StepEvent, stepEvents } from "../../questions/replay/stepEvents.ts";
import { gauge } from "./gauge.ts";
import { COLUMNS_MAX, type Style } from "./style.ts";
import { hang } from "./wrap.ts";

/** What happened in a step, as lines; the first is beside the time. */
export function events(before: Decision | null, after: Decision, style: Style): string[] {
  return stepEvents(before, after).flatMap((event) => eventLines(after, event, style));
}

function eventLines(after: Decision, event: StepEvent, style: Style): string[] {
  if (event.signal !== undefined) {
    const { signal, state } = event;
    return [`${gauge(after, signal, style)}  ${signal} ${state}`];
  }
  const { mark, text, tone, rest, message, why } = event;
  const width = columns(style);
  const paint = tone === null ? (line: string) => line : style.paint[tone];
  return [
    ...(rest === undefined
      ? hang(`${mark} `, text, width).map(paint)
      : [`${paint(`${mark} ${text}`)}${rest}`]),
    ...(message === undefined ? [] : hang("  ", message, width).map(style.paint.faint)),
    ...(why === undefined ? [] : hang("  why: ", why, width)),
  ];
}

/** What is left beside the time. */
function columns(style: Style): number {
  return Math.min(style.columns, COLUMNS_MAX) - "10:04:40  ".length;
}
