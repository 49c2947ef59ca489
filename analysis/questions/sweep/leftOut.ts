/** Why a capture of a fleet is not counted, and what to say where none is. */
import type { CaptureProblem } from "../../read/capture/format.ts";
import { formatCount } from "../../text/amount.ts";
import { formatNames } from "../../text/names.ts";

/** A capture that is not counted, and why. */
export interface LeftOutCapture {
  readonly capture: string;
  readonly reason: string;
}

export const REASONS = {
  empty: "it has no record that can be replayed",
  name: "its name ends neither in .ndjson nor in .ndjson.gz",
  pipe: "it is not a file, and can be read only once; give a file",
  overlap: "it overlaps in time with another capture of its node; sweep one cluster at a time",
} as const;

const DAMAGES: Readonly<Record<CaptureProblem["kind"], string>> = {
  "cut-off": "is truncated",
  line: "is not a record",
  "too-long": "is too long",
  header: "is a second header",
  order: "is older than the line before",
};

/** What is damaged in a capture; null for one that can be counted as a whole. */
export function damageOf(problems: readonly CaptureProblem[]): string | null {
  const found = problems.find(({ kind }) => kind !== "order");
  return found === undefined ? null : `line ${found.line} ${DAMAGES[found.kind]}; get it again`;
}

/** In the order of names, whichever shard had them. */
export function byCapture(leftOut: readonly LeftOutCapture[]): readonly LeftOutCapture[] {
  return [...leftOut].sort((a, b) => (a.capture < b.capture ? -1 : 1));
}

/** The sentence where no capture is counted. */
export function formatNoneCounted([first]: readonly LeftOutCapture[]): string {
  if (first === undefined) return "No capture is in these folders; give captures.";
  return `No capture can be swept: ${first.capture}: ${first.reason.replace(/\.$/, "")}.`;
}

/** The numbers of shards that there is room for. */
export function formatShards(shards: readonly number[]): string {
  return formatNames(shards.map(String), { max: 10 });
}

/** The sentence where shards cannot be joined into one. */
export function formatMissingShards(missing: readonly number[], of: number): string {
  const [some, all] = [formatCount(missing.length), formatCount(of)];
  const which = `${some} of ${all} shards are missing: ${formatShards(missing)}`;
  return `${which}; run them, or print a table without --output ndjson.`;
}
