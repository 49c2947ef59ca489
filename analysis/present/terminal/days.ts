import { dateOf } from "../../text/utc.ts";
import type { Style } from "./style.ts";

/** The days of a timeline, whose lines have the time of day alone. */
export class Days {
  readonly #style: Style;
  #day: string | null = null;

  /** `known` is the date that a reader knows; null for that of the first line. */
  constructor(style: Style, known: string | null = null) {
    this.#style = style;
    this.#day = known;
  }

  /** The date before a line of another day than the line before it. */
  before(time: string | null): string[] {
    if (time === null) return [];
    const day = dateOf(time);
    const isNew = this.#day !== null && this.#day !== day;
    this.#day = day;
    return isNew ? [this.#style.paint.faint(`${day} UTC`)] : [];
  }
}
