/** Why a capture of a fleet is not counted, and what to say where none is. */

/** A capture that is not counted, and why. */
export interface LeftOutCapture {
  readonly capture: string;
  readonly reason: string;
}

export const REASONS = {
  empty: "it has no record that can be replayed",
  name: "its name ends neither in .ndjson nor in .ndjson.gz",
  overlap: "it overlaps in time with another capture of its node; sweep one cluster at a time",
} as const;

/** In the order of names, whichever shard had them. */
export function byCapture(leftOut: readonly LeftOutCapture[]): readonly LeftOutCapture[] {
  return [...leftOut].sort((a, b) => (a.capture < b.capture ? -1 : 1));
}

/** The sentence where no capture is counted. */
export function formatNoneCounted([first]: readonly LeftOutCapture[]): string {
  if (first === undefined) return "No capture is in these folders; give captures.";
  return `No capture can be swept: ${first.capture}: ${first.reason.replace(/\.$/, "")}.`;
}

/** The sentence where shards cannot be joined into one. */
export function formatMissingShards(missing: readonly number[], of: number): string {
  const which = `${missing.length} of ${of} shards are missing: ${missing.join(", ")}`;
  return `${which}; run them, or print a table without --output ndjson.`;
}
