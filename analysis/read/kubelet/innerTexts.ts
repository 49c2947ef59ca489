import { TEXT_BYTES_MAX } from "../recognize/text.ts";
import { ConfigurationError } from "./error.ts";

/** What reading one configuration may take. */
export interface ReadingLimits {
  /** Characters of the texts inside the text, on all levels together. Default: 4 Mi. */
  readonly innerLengthMax?: number;
  /** Called with the length of each text inside the text, before it is read. */
  readonly onInnerText?: (length: number) => void;
}

/** Documents whose texts hold documents: a ConfigMap in a MachineConfig is the deepest there is. */
const DEPTH_MAX = 4;

/**
 * Bounds the texts inside one text: packed or repeated by an alias, they may grow to
 * many times its length, and each of them is read like a text of its own.
 */
export class InnerTexts {
  readonly #limits: ReadingLimits;
  #left: number;

  constructor(limits: ReadingLimits) {
    this.#limits = limits;
    this.#left = limits.innerLengthMax ?? TEXT_BYTES_MAX;
  }

  /** Characters that there may be still. */
  get left(): number {
    return this.#left;
  }

  /** Counts a text at this depth of nesting; throws if it is one too many. */
  take(name: string, length: number, depth: number): void {
    if (depth > DEPTH_MAX) {
      throw new ConfigurationError(
        `${name}: texts are nested in texts too deeply; give the innermost one.`,
      );
    }
    if (length > this.#left) throw this.refused(name);
    this.#left -= length;
    this.#limits.onInnerText?.(length);
  }

  refused(name: string): ConfigurationError {
    const max = this.#limits.innerLengthMax ?? TEXT_BYTES_MAX;
    return new ConfigurationError(
      `${name}: the texts inside the document have more than ${max >> 10} KiB together; ` +
        "give the file itself.",
    );
  }
}
