import { sectionsLines } from "../../../../analysis/present/terminal/blocks.ts";
import { printed } from "../../../../analysis/present/terminal/controls.ts";
import { COLUMNS_MAX, styleOf } from "../../../../analysis/present/terminal/style.ts";
import { hang } from "../../../../analysis/present/terminal/wrap.ts";
import { comparedEvents } from "../../../../analysis/questions/replay/comparedEvents.ts";
import type { OriginRow } from "../../../../analysis/read/prometheus/origins.ts";
import type { SeriesReport } from "../../../../analysis/read/prometheus/seriesCapture.ts";
import { formatSeconds } from "../../../../analysis/text/amount.ts";
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
  const width = Math.min(style.columns, COLUMNS_MAX);
  const interval = formatSeconds(report.intervalSeconds);
  const lines = [
    ...hang(
      "scrapes    ",
      report.intervalSeconds === 0
        ? "one only: nothing is known of what came before and after it"
        : `every ${interval}: what rises and falls within ${interval} is not seen`,
      width,
    ),
    ...originLines(report.origins, width),
    ...hang("missing    ", report.missing.join(", "), width),
    ...(unmeasured === 0 ? [] : hang("left out   ", unmeasuredWords(unmeasured), width)),
    // Nothing above it has a date.
    ...sectionsLines(comparedEvents(comparison, null), { all: true }, style),
  ];
  return printed(lines, style.isAscii);
}

function unmeasuredWords(count: number): string {
  const times = count === 1 ? "once" : `${count} times`;
  return `${times} a running pod, of which no sample had the memory at that scrape`;
}

function originLines(origins: readonly OriginRow[], width: number): string[] {
  return (["measured", "derived", "assumed"] as const).flatMap((origin) => {
    const rows = origins.filter((row) => row.origin === origin);
    return rows.flatMap(({ member, from }, index) => {
      const label = index === 0 ? origin.padEnd(11) : " ".repeat(11);
      return hang(label, `${member}: ${from}`, width);
    });
  });
}
