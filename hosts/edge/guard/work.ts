import { TooManyRequests } from "../problem.ts";

/**
 * What requests cost, in milliseconds of processor time as estimated from what they bring and what
 * they are answered with. An edge platform stops its clock while a script runs, so nothing can be
 * measured there; the guide has the measurements that these figures come from.
 */
const COST = {
  /** For each request, and for each record of a replay. */
  step: 0.2,
  /** For a chunk of a body below a kilobyte: 5 µs on Node, 25 µs in workerd. */
  smallChunk: 0.02,
  /** For inflated documents: 3 for padded ones, 8 for dense ones. */
  readMebibyte: 5,
  /** For a configuration: YAML is read by a script. */
  configurationMebibyte: 1_500,
  /** For decisions: 8 to 16. */
  writtenMebibyte: 15,
  /** For the pods kept between the records of a replay, or under a digest. */
  thawedMebibyte: 0.3,
  /** For a node that the scheduler may try in a decision. */
  triedNode: 0.002,
  /** For a pod that may be preempted in a decision; 70 µs of 20,000 on one node. */
  preemptedPod: 0.05,
} as const;

export type Cost = keyof typeof COST;

const MEBIBYTE = 2 ** 20;

const COUNTED: ReadonlySet<Cost> = new Set(["step", "smallChunk", "triedNode", "preemptedPod"]);

/** The cost in milliseconds of a number of bytes, steps or chunks. */
export function costOf(cost: Cost, amount: number): number {
  return COST[cost] * (COUNTED.has(cost) ? amount : amount / MEBIBYTE);
}

/** What one tenant may have done, in one isolate. */
export interface WorkRate {
  /** Milliseconds of processor time that are given each second. */
  readonly millisecondsPerSecond: number;
  /** How much may be taken at once after a pause. */
  readonly burstMilliseconds: number;
  /** Requests that are answered at the same time. */
  readonly concurrent: number;
  /** Replays that are answered at the same time, until they end or their time is over. */
  readonly replays: number;
  /** The limit for bodies in memory at the same time, in addition to the first one. */
  readonly bodyBytes: number;
  /** The limit for answers that have not been read, in addition to the first one. */
  readonly answerBytes: number;
  /** How long an answer may take to be read; then it is broken off. */
  readonly answerSeconds: number;
}

export const DEFAULT_WORK: WorkRate = {
  millisecondsPerSecond: 600,
  burstMilliseconds: 20_000,
  concurrent: 100,
  replays: 2,
  bodyBytes: 32 * MEBIBYTE,
  answerBytes: 32 * MEBIBYTE,
  answerSeconds: 60,
};

function postponed(sentence: string, retrySeconds?: number): TooManyRequests {
  return new TooManyRequests(`${sentence}; wait for the time in Retry-After.`, retrySeconds);
}

interface Account {
  /** Milliseconds; below zero when the last request has cost more than there was. */
  balance: number;
  filledAt: number;
  running: number;
  /** The bytes of the bodies of running requests. */
  bodyBytes: number;
  /** When each replay that has not ended began. */
  replays: readonly number[];
  /** Those that have not been read. */
  answers: readonly Answer[];
}

interface Answer {
  readonly began: number;
  readonly bytes: number;
}

/**
 * The work of each tenant, in this isolate: a request begins while there is some left, and pays
 * what it turns out to cost, so nothing has to be known of it in advance.
 */
export class WorkBudget {
  readonly #rate: WorkRate;
  readonly #now: () => number;
  readonly #accounts = new Map<string, Account>();

  /** `now` is in milliseconds. */
  constructor(rate: WorkRate, now: () => number) {
    this.#rate = rate;
    this.#now = now;
  }

  /** Throws TooManyRequests while a request has to wait. */
  begin(tenant: string): Work {
    const account = this.#filled(tenant);
    const { answerBytes, concurrent, millisecondsPerSecond } = this.#rate;
    if (account.running >= concurrent) {
      throw postponed(`This tenant has ${concurrent} requests that are being answered`);
    }
    if (account.balance <= 0) {
      const seconds = Math.ceil((1 - account.balance) / millisecondsPerSecond);
      throw postponed("This tenant has used up the processor time it is given", seconds);
    }
    if (heldBytes(account, this.#rate, this.#now()) >= answerBytes) {
      throw postponed(
        "This tenant has as many bytes of answers in memory as it may have: read them",
      );
    }
    account.running += 1;
    const work = new Work(() => this.#filled(tenant), this.#rate, this.#now);
    work.charge("step", 1);
    return work;
  }

  #filled(tenant: string): Account {
    const now = this.#now();
    const { burstMilliseconds: balance, millisecondsPerSecond } = this.#rate;
    const account = this.#accounts.get(tenant) ?? {
      balance,
      filledAt: now,
      running: 0,
      bodyBytes: 0,
      replays: [],
      answers: [],
    };
    const gained = (Math.max(0, now - account.filledAt) / 1_000) * millisecondsPerSecond;
    account.balance = Math.min(balance, account.balance + gained);
    account.filledAt = now;
    this.#accounts.set(tenant, account);
    return account;
  }
}

/** The bytes of answers that have neither been read nor broken off. */
function heldBytes(account: Account, { answerSeconds }: WorkRate, now: number): number {
  account.answers = account.answers.filter(({ began }) => now - began < answerSeconds * 1_000);
  return account.answers.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** One request of a tenant. */
export class Work {
  readonly #account: () => Account;
  readonly #rate: WorkRate;
  readonly #now: () => number;
  #bodyBytes = 0;

  constructor(account: () => Account, rate: WorkRate, now: () => number) {
    this.#account = account;
    this.#rate = rate;
    this.#now = now;
  }

  /** Whether the tenant has none left: what goes on step by step ends here. */
  get isSpent(): boolean {
    return this.#account().balance <= 0;
  }

  /** The milliseconds that were charged. */
  charge(cost: Cost, amount: number): number {
    const milliseconds = costOf(cost, amount);
    this.#account().balance -= milliseconds;
    return milliseconds;
  }

  /** In milliseconds; on an edge platform it stops while a script runs. */
  get clock(): number {
    return this.#now();
  }

  /** Charges what a stretch of work took beyond its estimate, where the clock could tell. */
  chargeBeyond(estimate: number, began: number): void {
    this.#account().balance -= Math.max(0, this.#now() - began - estimate);
  }

  /**
   * Takes bytes of a body into memory until the request ends; false when the tenant's other
   * requests leave no room for them. A body alone is bounded elsewhere, and always has room.
   */
  hold(bytes: number): boolean {
    const account = this.#account();
    const others = account.bodyBytes - this.#bodyBytes;
    if (others > 0 && account.bodyBytes + bytes > this.#rate.bodyBytes) return false;
    this.#bodyBytes += bytes;
    account.bodyBytes += bytes;
    return true;
  }

  end(): void {
    const account = this.#account();
    account.running -= 1;
    account.bodyBytes -= this.#bodyBytes;
    this.#bodyBytes = 0;
  }

  get answerSeconds(): number {
    return this.#rate.answerSeconds;
  }

  /**
   * Answers how to release an answer that was read, or null when the tenant's other answers leave
   * no room for it. One that was never released counts for `answerSeconds`.
   */
  holdAnswer(bytes: number): (() => void) | null {
    const began = this.#now();
    const account = this.#account();
    const held = heldBytes(account, this.#rate, began);
    if (held > 0 && held + bytes > this.#rate.answerBytes) return null;
    const answer = { began, bytes };
    account.answers = [...account.answers, answer];
    return () => {
      account.answers = account.answers.filter((each) => each !== answer);
    };
  }

  /**
   * Answers how to end a replay, or null when there are too many. One that was never ended counts
   * for `secondsMax`.
   */
  beginReplay(secondsMax: number): (() => void) | null {
    const began = this.#now();
    const account = this.#account();
    account.replays = account.replays.filter((before) => began - before < secondsMax * 1_000);
    if (account.replays.length >= this.#rate.replays) return null;
    account.replays = [...account.replays, began];
    return () => {
      const { replays } = account;
      const at = replays.indexOf(began);
      if (at >= 0) account.replays = replays.filter((_, index) => index !== at);
    };
  }
}
