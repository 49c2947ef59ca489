import type { SteadyClock } from "../../../../system/systemClock.ts";
import type { Lease } from "../../../kubernetes/lease.ts";

/** How long a node counts as acting after its last eviction; it is the Lease's duration too. */
export const SLOT_SECONDS = 300;
const SLOT_NANOSECONDS = BigInt(SLOT_SECONDS) * 1_000_000_000n;

/** The name of a slot's Lease. */
export function slotName(index: number): string {
  return `plimsoll-acting-${index}`;
}

/**
 * Bounds how many nodes act at once: as many Leases as nodes may act, and a node acts while it
 * holds one of them. No two nodes hold the same, so no race can exceed the bound.
 */
export class Slots {
  readonly #clock: SteadyClock;
  readonly #leaseOf: (index: number) => Lease;
  readonly #leases = new Map<number, Lease>();
  #held: Lease | null = null;
  #heldAt = 0n;

  constructor(clock: SteadyClock, leaseOf: (index: number) => Lease) {
    this.#clock = clock;
    this.#leaseOf = leaseOf;
  }

  /** Null when this node may act now; else a sentence. Rejects with ApiError or InputError. */
  async take(maxNodes: number): Promise<string | null> {
    const holders: string[] = [];
    for (const lease of this.#inOrder(maxNodes)) {
      const taken = await lease.hold();
      if (taken === null) {
        this.#held = lease;
        this.#heldAt = this.#clock.elapsed();
        return null;
      }
      holders.push(taken.holder ?? "another daemon");
    }
    return `${maxNodes} of ${maxNodes} nodes act already (${holders.join(", ")})`;
  }

  /** Gives a slot back that was not used for long enough. Rejects with ApiError or InputError. */
  async giveBack(): Promise<void> {
    const held = this.#held;
    if (held === null || this.#clock.elapsed() - this.#heldAt < SLOT_NANOSECONDS) return;
    this.#held = null;
    await held.release();
  }

  /** The one that is held first, so no node ever holds two. */
  #inOrder(maxNodes: number): readonly Lease[] {
    const leases = Array.from({ length: maxNodes }, (_, index) => {
      const lease = this.#leases.get(index) ?? this.#leaseOf(index);
      this.#leases.set(index, lease);
      return lease;
    });
    const held = this.#held;
    return held === null || !leases.includes(held)
      ? leases
      : [held, ...leases.filter((lease) => lease !== held)];
  }
}
