/** The events of a scenario for one JSON document, which is printed when the scenario is over. */
import { formatCount } from "../../../../analysis/text/amount.ts";
import { inputFailure } from "../../exitCode.ts";

/** About 200 bytes each. */
const EVENTS_MAX = 500_000;
const decoder = new TextDecoder();

export class KeptLines {
  readonly #max: number;
  readonly #texts: string[] = [];

  constructor(max = EVENTS_MAX) {
    this.#max = max;
  }

  /** Some lines, as elements of a JSON list. */
  get texts(): readonly string[] {
    return this.#texts;
  }

  /** Takes lines as the module writes them; `events` is how many there are with these. */
  take(lines: Uint8Array, events: number): void {
    if (events > this.#max) {
      throw inputFailure(
        `--output json holds ${formatCount(this.#max)} events, and the scenario has more; ` +
          "use --output ndjson, which prints events as they happen, or simulate a shorter time.",
      );
    }
    const text = decoder.decode(lines).trimEnd();
    if (text !== "") this.#texts.push(text.replaceAll("\n", ",\n"));
  }
}
