/** A bound on the time of a drain: nodes, pods and budgets that are looked at in all of it. */
const WORK_MAX: u64 = 400_000_000;
let work: u64 = 0;

export function startWork(): void {
  work = 0;
}

export function charge(looks: u64): void {
  work += looks;
}

/** Half a minute or so has gone. */
export function isSpent(): bool {
  return work >= WORK_MAX;
}
