/** What is measured, called again and again; each call must do the same work. */
export type Cases<Name extends string> = Readonly<Record<Name, () => unknown>>;

export interface Effort {
  /** Rounds in which each case is measured once. */
  readonly rounds?: number;
  /** A case is called so often in a round that it takes at least this long. */
  readonly batchMicros?: number;
  readonly warmUpMicros?: number;
}

/**
 * The median time of one call of each case, in microseconds. Cases take turns inside a round, so
 * that a slow spell of the machine falls on all of them and their ratios hold.
 */
export function medianMicros<Name extends string>(
  cases: Cases<Name>,
  { rounds = 25, batchMicros = 3000, warmUpMicros = 150_000 }: Effort = {},
): Record<Name, number> {
  const names = Object.keys(cases) as Name[];
  const batches = names.map((name) => {
    const perCall = warmUp(cases[name], warmUpMicros);
    return { name, calls: Math.max(1, Math.ceil(batchMicros / perCall)), times: [] as number[] };
  });
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, calls, times } of batches) times.push(micros(cases[name], calls) / calls);
  }
  return Object.fromEntries(batches.map(({ name, times }) => [name, median(times)])) as Record<
    Name,
    number
  >;
}

/** Calls until the compiler has had time to do its best → microseconds a call near the end. */
function warmUp(run: () => unknown, untilMicros: number): number {
  let spent = 0;
  let last = micros(run, 1);
  for (let calls = 1; spent < untilMicros; calls *= 2) {
    last = micros(run, calls);
    spent += last;
    last /= calls;
  }
  return Math.max(last, 0.001);
}

function micros(run: () => unknown, calls: number): number {
  const start = process.hrtime.bigint();
  for (let i = 0; i < calls; i += 1) run();
  return Number(process.hrtime.bigint() - start) / 1000;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}

/** The median of each figure over several runs. */
export function mediansOf<Name extends string>(
  runs: readonly Readonly<Record<Name, number>>[],
): Record<Name, number> {
  const names = Object.keys(runs[0] ?? {}) as Name[];
  const entries = names.map((name) => [name, median(runs.map((run) => run[name]))]);
  return Object.fromEntries(entries) as Record<Name, number>;
}
