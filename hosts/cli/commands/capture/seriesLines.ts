import { blockLines, sectionsLines } from "../../../../analysis/present/terminal/blocks.ts";
import { printed } from "../../../../analysis/present/terminal/controls.ts";
import { styleOf } from "../../../../analysis/present/terminal/style.ts";
import { seriesBlocks } from "../../../../analysis/questions/capture/seriesDocument.ts";
import { comparedEvents } from "../../../../analysis/questions/replay/comparedEvents.ts";
import type { SeriesReport } from "../../../../analysis/read/prometheus/seriesCapture.ts";
import type { ComparedEvent } from "../../../../analysis/text/comparedEvent.ts";
import type { Io } from "../../../system/io.ts";

/** The sources of the numbers in a capture made of series, for stderr. */
export function seriesLines(
  report: SeriesReport,
  comparison: readonly ComparedEvent[],
  unmeasured: number,
  io: Io,
): string {
  const style = styleOf(io, io.stderr);
  const view = { all: true };
  const lines = [
    ...blockLines(seriesBlocks(report, unmeasured), view, style),
    // Nothing above it has a date.
    ...sectionsLines(comparedEvents(comparison, null), view, style),
  ];
  return printed(lines, style.isAscii);
}
