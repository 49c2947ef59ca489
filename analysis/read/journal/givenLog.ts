import type { Notices } from "../notices.ts";

/** A log to be read once, without its compression. */
export interface GivenLog {
  readonly name: string;
  readonly chunks: AsyncIterable<Uint8Array>;
  /** The present time, for lines that lack their year. */
  readonly now: bigint;
  readonly notices: Notices;
}
