/** Virtual time: one queue of events, and nothing that waits for a real clock or a real device. */
export const MILLISECOND = 1_000_000n;
export const SECOND = 1_000_000_000n;

interface Event {
  readonly at: bigint;
  /** Events of the same moment happen in the order in which they were asked for. */
  readonly number: number;
  readonly happen: () => void;
  isCancelled: boolean;
}

/** Takes an event back. */
export type Cancel = () => void;

export class World {
  /** Nanoseconds since the run began. */
  now = 0n;
  readonly #heap: Event[] = [];
  #number = 0;

  after(milliseconds: number, happen: () => void): Cancel {
    const at = this.now + BigInt(Math.max(0, Math.round(milliseconds * 1000))) * 1000n;
    const event: Event = { at, number: this.#number++, happen, isCancelled: false };
    this.#push(event);
    return () => {
      event.isCancelled = true;
    };
  }

  /** Lets everything happen until `end`; `isOver` is asked after each event. */
  async run(end: bigint, isOver: () => boolean): Promise<void> {
    for (let event = this.#next(end); event !== null; event = this.#next(end)) {
      this.now = event.at;
      event.happen();
      // All that follows from it: promises are settled before an immediate runs.
      await new Promise(setImmediate);
      if (isOver()) return;
    }
    this.now = end;
  }

  #next(end: bigint): Event | null {
    for (let first = this.#heap[0]; first !== undefined && first.at <= end; first = this.#heap[0]) {
      this.#pop();
      if (!first.isCancelled) return first;
    }
    return null;
  }

  #push(event: Event): void {
    const heap = this.#heap;
    let at = heap.push(event) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      const parent = heap[above] as Event;
      if (!isBefore(event, parent)) break;
      heap[at] = parent;
      at = above;
    }
    heap[at] = event;
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop() as Event;
    if (heap.length === 0) return;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      const right = heap[child + 1];
      if (right !== undefined && isBefore(right, heap[child] as Event)) child += 1;
      const smaller = heap[child] as Event;
      if (!isBefore(smaller, last)) break;
      heap[at] = smaller;
      at = child;
    }
    heap[at] = last;
  }
}

function isBefore(a: Event, b: Event): boolean {
  return a.at < b.at || (a.at === b.at && a.number < b.number);
}
