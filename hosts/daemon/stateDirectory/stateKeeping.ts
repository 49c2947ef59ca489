import { EngineError } from "../../../analysis/engine/engineError.ts";
import type { EvictionEngine } from "../../../analysis/engine/evictionEngine.ts";
import type { Store } from "../../../analysis/engine/store.ts";
import { formatTime, parseTime } from "../../../analysis/text/time.ts";
import { fileSentence } from "../../system/files.ts";

const VERSION = "state/1";
const NEWLINE = 0x0a;
const NANOSECONDS_PER_SECOND = 1_000_000_000n;
/** After so long without an observation it is unknown whether a threshold was met all the while. */
const FRESH_SECONDS = 300n;

/** A store that can put what it holds out of the way. */
export interface SetAsideStore extends Store {
  readonly path: string;
  setAside(): Promise<string>;
}

/** What a run begins with. */
export interface Resumed {
  /** The time of the last snapshot before the restart, in nanoseconds since the epoch. */
  readonly time: bigint | null;
  /** What is to be known about the state that was found, one sentence each. */
  readonly sentences: readonly string[];
}

/** Keeps the engine's state over a restart; a store of null keeps nothing. */
export class StateKeeping {
  readonly #store: SetAsideStore | null;
  readonly #node: string;
  #failing = false;

  constructor(store: SetAsideStore | null, node: string) {
    this.#store = store;
    this.#node = node;
  }

  /**
   * Restores the engine. `now` is null for a source with its own times. A state that cannot be
   * used is set aside: the engine then begins as a kubelet does that was restarted.
   */
  async resume(engine: EvictionEngine, now: bigint | null): Promise<Resumed> {
    const bytes = (await this.#store?.load(this.#node)) ?? null;
    if (this.#store === null || bytes === null) return { time: null, sentences: [] };
    const { state, time, flaw } = this.#read(bytes, now);
    const refusal = flaw ?? restored(engine, state);
    if (refusal === null) return { time, sentences: [] };
    const aside = await this.#store.setAside();
    const sentence =
      `${this.#store.path}: ${refusal}; it is renamed to ${aside}, and grace periods start ` +
      "over, as in a restarted kubelet.";
    return { time: null, sentences: [sentence] };
  }

  /** `time` is the snapshot's. Answers a sentence when it fails, once until it works again. */
  async save(state: Uint8Array, time: bigint): Promise<string | null> {
    if (this.#store === null) return null;
    const header = { plimsoll: VERSION, node: this.#node, time: formatTime(time) };
    const line = Buffer.from(`${JSON.stringify(header)}\n`);
    try {
      await this.#store.save(this.#node, Buffer.concat([line, state]));
      this.#failing = false;
      return null;
    } catch (error) {
      if (this.#failing) return null;
      this.#failing = true;
      const reason = fileSentence(error) ?? `${this.#store.path}: ${(error as Error).message}.`;
      return `The state cannot be saved. ${reason} A restart would start grace periods again.`;
    }
  }

  #read(bytes: Uint8Array, now: bigint | null) {
    const end = bytes.indexOf(NEWLINE);
    const header = headerOf(bytes.subarray(0, Math.max(0, end)));
    const time = parseTime(header?.time ?? "");
    const state = bytes.subarray(end + 1);
    if (header === null || time === null) {
      return { state, time, flaw: "it is not a state of this version" };
    }
    return { state, time, flaw: this.#flawOf(header.node, time, now) };
  }

  #flawOf(node: string | undefined, time: bigint, now: bigint | null): string | null {
    if (node !== this.#node) return `the state is from node ${node}, not of ${this.#node}`;
    if (now === null) return null;
    if (time > now) return `the state is from ${formatTime(time)}, which is in the future`;
    if (now - time <= FRESH_SECONDS * NANOSECONDS_PER_SECOND) return null;
    const minutes = (now - time) / (60n * NANOSECONDS_PER_SECOND);
    return `the state is ${minutes} minutes old, and the node was not observed since`;
  }
}

function headerOf(line: Uint8Array): { node?: string; time?: string } | null {
  try {
    const header = JSON.parse(Buffer.from(line).toString());
    return header?.plimsoll === VERSION ? header : null;
  } catch {
    return null;
  }
}

function restored(engine: EvictionEngine, state: Uint8Array): string | null {
  try {
    engine.restore(state);
    return null;
  } catch (error) {
    if (error instanceof EngineError) return error.reason;
    throw error;
  }
}
