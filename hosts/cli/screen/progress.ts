import { inOneLine } from "../../../analysis/present/terminal/controls.ts";
import { formatCount } from "../../../analysis/text/amount.ts";
import { clockOf } from "../../../analysis/text/utc.ts";
import type { Io } from "../../system/io.ts";

/** A replay that takes less than this needs no progress. */
const QUIET_MILLISECONDS = 700;
const INTERVAL_MILLISECONDS = 100;
/** The clock is looked at only so often: a step takes microseconds. */
const STEPS_PER_LOOK = 64;
const CLEAR_LINE = "\r\u001b[2K";

/** Says on stderr how far something long has come, when that is a terminal. */
export class Progress {
  readonly #io: Io;
  readonly #now: () => number;
  readonly #start: number;
  #shownAt = 0;
  #records = 0;

  constructor(io: Io, now: () => number = Date.now) {
    this.#io = io;
    this.#now = now;
    this.#start = now();
  }

  async step(time: string): Promise<void> {
    this.#records += 1;
    if (this.#records % STEPS_PER_LOOK !== 0) return;
    await this.show(`${formatCount(this.#records)} records, at ${clockOf(time)}`);
  }

  /** A line about what goes on, when it is time for one. */
  async show(text: string): Promise<void> {
    if (!this.#io.stderr.isTerminal) return;
    const now = this.#now();
    if (now - this.#start < QUIET_MILLISECONDS) return;
    if (now - this.#shownAt < INTERVAL_MILLISECONDS) return;
    this.#shownAt = now;
    await this.#io.stderr.write(`${CLEAR_LINE}${inOneLine(text)}`);
  }

  /** Makes room for what is printed next. */
  async clear(): Promise<void> {
    if (this.#shownAt === 0) return;
    this.#shownAt = 0;
    await this.#io.stderr.write(CLEAR_LINE);
  }
}
