/** The sources of the numbers in a capture that was made of series. */
import type { OriginRow } from "../../read/prometheus/origins.ts";
import type { SeriesReport } from "../../read/prometheus/seriesCapture.ts";
import { formatSeconds } from "../../text/amount.ts";
import type { Block, Fact } from "../../text/document.ts";

/** The note about a capture without a configuration. */
export const NO_CONFIGURATION =
  "No series has the kubelet's configuration: its defaults are assumed; give --config.";
const ORIGINS = ["measured", "derived", "assumed"] as const;

/** `unmeasured`: how often a running pod had no sample of its memory. */
export function seriesBlocks(
  { intervalSeconds, origins, missing }: SeriesReport,
  unmeasured: number,
): readonly Block[] {
  const interval = formatSeconds(intervalSeconds);
  const scrapes =
    intervalSeconds === 0
      ? "only one; nothing is known about the time before and after it"
      : `every ${interval}: changes within ${interval} are not visible`;
  const rows: readonly Fact[] = [
    ["scrapes", scrapes],
    ...ORIGINS.flatMap((origin) => originFacts(origin, origins)),
    ["missing", missing.join(", ")],
    ...(unmeasured === 0 ? [] : [["left out", unmeasuredWords(unmeasured)] as const]),
  ];
  return [{ is: "facts", rows }];
}

function originFacts(origin: OriginRow["origin"], origins: readonly OriginRow[]): readonly Fact[] {
  return origins
    .filter((row) => row.origin === origin)
    .map(({ member, from }, index) => [index === 0 ? origin : "", `${member}: ${from}`]);
}

function unmeasuredWords(count: number): string {
  const times = count === 1 ? "once" : `${count} times`;
  return `${times} a running pod without a sample of its memory at that scrape`;
}
