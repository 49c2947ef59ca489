/** Splits a text in the module: where documents in it begin and end. */
import { Answer } from "./answer.ts";
import type { ModuleInstance, ModuleSurface } from "./moduleInstance.ts";

/** The verbs that every module has that takes lists. */
export interface SplitExports extends ModuleSurface {
  splitFrom(start: bigint, level: number, partBytes: number): number;
  split(size: number): number;
}

/** A document of a text, or what is known of those before it; places are bytes of the text. */
export interface Cut {
  /** Absent where it only says what the items are that were cut off before. */
  readonly start?: number;
  readonly end?: number;
  /** The number of the first item, of some items of a list. */
  readonly first?: number;
  /** The kind of the list that the items belong to; absent while it is not known. */
  readonly kind?: string;
  /** The number of the item, of an item that is a list: a text to split before the others. */
  readonly list?: number;
}

export interface Cuts {
  readonly cuts: readonly Cut[];
  /** Bytes that were read: the others are to be given again. */
  readonly taken: number;
  /** What comes before this byte of the text is not needed any more. */
  readonly keep: number;
  /** Logs of containers that begin in the part. */
  readonly logs: number;
  /** Why the text cannot be read, and what to do. */
  readonly problem?: string;
  readonly advice?: string;
}

/** Where a text begins that is a list in another one. */
export interface SplitStart {
  readonly start?: number;
  /** The number of lists that the text is nested in. */
  readonly level?: number;
  /** Bytes from which a document is handed on; 1 MiB otherwise. */
  readonly partBytes?: number;
}

export class Splitter {
  readonly #module: ModuleInstance<SplitExports>;

  constructor(module: ModuleInstance<SplitExports>) {
    this.#module = module;
  }

  /** Begins a text, and forgets one that was not read to its end. */
  begin({ start = 0, level = 0, partBytes = 0 }: SplitStart): void {
    this.#module.call("splitFrom", BigInt(start), level, partBytes);
  }

  /** The next part of the text; null where it ends. */
  split(part: Uint8Array | null): Cuts {
    this.#module.call("split", part ?? END);
    return new Answer<Cuts>(this.#module.output()).parse();
  }
}

const END = -1;
