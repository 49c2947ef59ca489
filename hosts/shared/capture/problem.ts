/** Something in a capture that does not count; everything around it does. */
export interface CaptureProblem {
  readonly kind:
    | "cut-off" // the file or its compression ends in the middle
    | "line" // a line is not a JSON object, or not a record
    | "too-long" // a line exceeds the capacity of the engine's input
    | "header" // a second header: two captures in one file
    | "order"; // time went backwards; the record counts
  /** 1-based; the line the reader was on. */
  readonly line: number;
  /** One sentence: what, where, what was done about it. */
  readonly sentence: string;
}

/** The bytes are no capture at all. */
export class CaptureError extends Error {
  override readonly name = "CaptureError";
}

/** A reader of compressed bytes throws this where they end early; what came before counts. */
export class CutOff extends Error {
  override readonly name = "CutOff";
}
