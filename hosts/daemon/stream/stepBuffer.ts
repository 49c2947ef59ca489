import { parseTime } from "../../shared/time.ts";
import type { HeldDocument } from "./heldDocument.ts";
import { type HeldStep, type NodeContext, sizeBeside } from "./heldStep.ts";

const NANOSECONDS_PER_SECOND = 1_000_000_000n;
/** Behind the id of a step, where its decision has been sent too. */
export const DECIDED = "/decided";

export interface BufferBounds {
  readonly steps: number;
  /** Of the compressed documents. */
  readonly bytes: number;
}

/** What a client asks to begin with. */
export interface StartFrom {
  /** Before the newest step. */
  readonly seconds: number | null;
  /** The id of the last event the client got, if it comes back. */
  readonly lastEventId: string | null;
}

/** Where a client has come to: all before it has been sent, or will never be. */
export interface Cursor {
  /** Counts steps since the daemon began. */
  readonly number: number;
  /** Of the step there only the decision is to be sent. */
  readonly hasRecord: boolean;
  /** What the client needs not be sent again. */
  readonly has: NodeContext;
}

/** The steps that were taken last, in memory; the newest is always there. */
export class StepBuffer {
  /** In force from the next step on. */
  header: string;
  pods: HeldDocument | null = null;
  readonly #bounds: BufferBounds;
  readonly #held: HeldStep[] = [];
  #bytes = 0;
  #first = 0;

  constructor(bounds: BufferBounds, header: string) {
    this.#bounds = bounds;
    this.header = header;
  }

  /** The number of the oldest step that is held. */
  get first(): number {
    return this.#first;
  }

  /** Of memory, as far as the documents take it. */
  get bytes(): number {
    return this.#bytes;
  }

  get steps(): number {
    return this.#held.length;
  }

  at(number: number): HeldStep | undefined {
    return this.#held[number - this.#first];
  }

  add(held: HeldStep): void {
    this.#bytes += sizeBeside(held, this.#held.at(-1));
    this.#held.push(held);
    while (this.#isTooMuch()) this.#dropOldest();
  }

  /**
   * What was not sent yet to a client that comes back; to others the time before the newest step,
   * or the last step that observed the node.
   */
  cursorOf({ lastEventId, seconds }: StartFrom): Cursor {
    const returned = lastEventId === null ? null : this.#after(lastEventId);
    if (returned !== null) return returned;
    const newest = this.#held.at(-1);
    const observed = this.#held.findLastIndex((held) => held.observed);
    if (seconds === null || newest === undefined) {
      return this.#from(observed < 0 ? this.#held.length - 1 : observed);
    }
    const from = newest.time - BigInt(Math.ceil(seconds)) * NANOSECONDS_PER_SECOND;
    return this.#from(this.#held.findIndex(({ time }) => time >= from));
  }

  /**
   * Null for what is no id of ours. A step that was dropped, or is of another run, is found by its
   * time.
   */
  #after(lastEventId: string): Cursor | null {
    const hasDecision = lastEventId.endsWith(DECIDED);
    const id = hasDecision ? lastEventId.slice(0, -DECIDED.length) : lastEventId;
    const index = this.#held.findLastIndex((held) => held.id === id);
    const known = this.#held[index];
    if (known !== undefined) {
      const number = this.#first + index + (hasDecision ? 1 : 0);
      return { number, hasRecord: !hasDecision, has: { header: known.header, pods: known.pods } };
    }
    const time = parseTime(id.slice(id.indexOf("/") + 1));
    if (time === null) return null;
    const later = this.#held.findIndex((held) => held.time > time);
    return this.#from(later < 0 ? this.#held.length : later);
  }

  #from(index: number): Cursor {
    const number = this.#first + Math.max(index, 0);
    const header = this.at(number)?.header ?? this.header;
    return { number, hasRecord: false, has: { header, pods: null } };
  }

  #isTooMuch(): boolean {
    const { steps, bytes } = this.#bounds;
    return this.#held.length > 1 && (this.#held.length > steps || this.#bytes > bytes);
  }

  #dropOldest(): void {
    const oldest = this.#held.shift();
    this.#first += 1;
    if (oldest !== undefined) this.#bytes -= sizeBeside(oldest, this.#held[0]);
  }
}
