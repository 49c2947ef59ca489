/** Questions about the kubelet's numbers, and how the core answers them. */
import type { Functions } from "./module.ts";

export type Question =
  | { readonly kind: "quantity"; readonly text: string }
  | QuantityQuestion
  | { readonly kind: "duration"; readonly text: string }
  | { readonly kind: "percentage"; readonly text: string; readonly capacity: string }
  | { readonly kind: "quoted"; readonly hex: string }
  | { readonly kind: "time"; readonly text: string };

export interface QuantityQuestion {
  readonly kind: "quantity-op";
  readonly op: "add" | "sub" | "cmp";
  readonly a: string;
  readonly b: string;
}

export type Answer = Readonly<Record<string, string | number>>;

/** The largest worth that 128 bits of nano-units hold. */
export const NANO_MAX = (1n << 127n) - 1n;

const FIRST = 0x100;
const SECOND = 0x200;
const RESULT = 0x300;
const TEXT = 0x10000;
const OTHER_TEXT = 0x400000;
const OUTPUT = 0x800000;
const FORMATS = ["DecimalExponent", "DecimalSI", "BinarySI"];
/** Offset of a quantity's format, see the diagram above the record. */
const FORMAT_OFFSET = 28;
const REFUSED_EXPONENT = 4;
const TIME_ANSWERS = ["", "none", "invalid", "outside"];

export class Answers {
  readonly #core: Functions;
  readonly #bytes: Buffer;

  constructor(core: Functions) {
    this.#core = core;
    this.#bytes = Buffer.from(core.memory.buffer);
  }

  answer(question: Question): Answer {
    switch (question.kind) {
      case "quantity":
        return this.#parse(FIRST, TEXT, question.text) ?? this.#quantity(FIRST);
      case "quantity-op":
        return this.#operate(question);
      case "duration":
        return this.#duration(question.text);
      case "percentage":
        return this.#percentage(question.text, BigInt(question.capacity));
      case "quoted":
        return this.#quoted(Buffer.from(question.hex, "hex"));
      case "time":
        return this.#time(question.text);
    }
  }

  #put(at: number, text: string): number {
    return this.#bytes.write(text, at, "utf8");
  }

  #output(end: number): string {
    return this.#bytes.toString("utf8", OUTPUT, end);
  }

  /** Undefined when the text is a quantity. */
  #parse(target: number, at: number, text: string): Answer | undefined {
    const code = this.#core.parseQuantity(target, at, this.#put(at, text));
    if (code === 0) return undefined;
    if (code === REFUSED_EXPONENT) return { refused: "exponent" };
    const sentence = this.#core.quantityErrorText(code);
    return { error: this.#output(this.#core.writeAscii(OUTPUT, sentence)) };
  }

  #nano(at: number): bigint {
    return (this.#bytes.readBigInt64LE(at + 8) << 64n) | this.#bytes.readBigUInt64LE(at);
  }

  #isBeyond(at: number): boolean {
    const nano = this.#nano(at);
    return nano >= NANO_MAX || nano < -NANO_MAX;
  }

  #quantity(at: number): Answer {
    return {
      format: FORMATS[this.#bytes.readInt32LE(at + FORMAT_OFFSET)] ?? "unknown",
      milli: String(this.#core.quantityMilliValue(at)),
      nano: String(this.#nano(at)),
      text: this.#output(this.#core.writeQuantity(OUTPUT, at)),
      value: String(this.#core.quantityValue(at)),
    };
  }

  #operate({ op, a, b }: QuantityQuestion): Answer {
    const failed = this.#parse(FIRST, TEXT, a) ?? this.#parse(SECOND, OTHER_TEXT, b);
    if (failed) return failed;
    const beyond = this.#isBeyond(FIRST) || this.#isBeyond(SECOND) ? { beyond: "128 bits" } : {};
    if (op === "cmp") return { cmp: this.#core.compareQuantity(FIRST, SECOND), ...beyond };
    if (op === "add") this.#core.addQuantity(FIRST, SECOND);
    else this.#core.subtractQuantity(FIRST, SECOND);
    return { ...this.#quantity(FIRST), ...beyond };
  }

  #duration(text: string): Answer {
    const size = this.#put(TEXT, text);
    const code = this.#core.parseDuration(RESULT, TEXT, size);
    if (code !== 0) {
      return { error: this.#output(this.#core.writeDurationError(OUTPUT, code, TEXT, size)) };
    }
    const nanos = this.#bytes.readBigInt64LE(RESULT);
    const written = this.#output(this.#core.writeDuration(OUTPUT, nanos));
    return { nanoseconds: String(nanos), text: written };
  }

  #percentage(text: string, capacity: bigint): Answer {
    const size = this.#put(TEXT, text);
    const code = this.#core.parsePercentage(RESULT, TEXT, size);
    if (code !== 0) {
      return { error: this.#output(this.#core.writePercentageError(OUTPUT, code, TEXT, size)) };
    }
    const bits = this.#bytes.readUInt32LE(RESULT);
    return {
      float32: bits.toString(16).padStart(8, "0"),
      quantity: String(this.#core.percentageOf(bits, capacity)),
    };
  }

  #quoted(bytes: Buffer): Answer {
    const size = bytes.copy(this.#bytes, TEXT);
    return { text: this.#output(this.#core.writeQuoted(OUTPUT, TEXT, size)) };
  }

  #time(text: string): Answer {
    const code = this.#core.parseTime(RESULT, TEXT, this.#put(TEXT, text));
    if (code !== 0) return { error: TIME_ANSWERS[code] ?? "unknown" };
    const nanos = this.#bytes.readBigInt64LE(RESULT);
    const written = this.#output(this.#core.writeTime(OUTPUT, nanos));
    return { nanoseconds: String(nanos), text: written };
  }
}
