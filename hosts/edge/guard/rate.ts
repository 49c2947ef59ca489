/** Says whether a tenant may ask once more now. */
export interface RateLimiter {
  take(tenant: string): boolean | Promise<boolean>;
}

export interface Rate {
  readonly perSecond: number;
  /** How many may come at once after a pause. */
  readonly burst: number;
}

interface Bucket {
  tokens: number;
  readonly filledAt: number;
}

/**
 * A token bucket for each tenant, in this isolate: a bound for one machine. A platform with many
 * isolates has its own limiter, which counts all of them.
 */
export class TokenBuckets implements RateLimiter {
  readonly #rate: Rate;
  readonly #now: () => number;
  readonly #buckets = new Map<string, Bucket>();

  /** `now` is in milliseconds. */
  constructor(rate: Rate, now: () => number) {
    this.#rate = rate;
    this.#now = now;
  }

  take(tenant: string): boolean {
    const now = this.#now();
    const { tokens, filledAt } = this.#buckets.get(tenant) ?? {
      tokens: this.#rate.burst,
      filledAt: now,
    };
    const gained = (Math.max(0, now - filledAt) / 1000) * this.#rate.perSecond;
    const filled = Math.min(this.#rate.burst, tokens + gained);
    const isAllowed = filled >= 1;
    this.#buckets.set(tenant, { tokens: isAllowed ? filled - 1 : filled, filledAt: now });
    return isAllowed;
  }
}
