import { RELEASES } from "../../engine/contract/releases.ts";

/** Minors of Kubernetes 1.x, both included. */
export interface Minors {
  readonly from: number;
  readonly to: number;
}

/** The newest release whose texts the tables know. */
export const NEWEST_MINOR = RELEASES.messages.newest;

/** The releases in both; if there are none, those of `b`, which is more specific. */
export function sharedMinors(a: Minors, b: Minors): Minors {
  const both = { from: Math.max(a.from, b.from), to: Math.min(a.to, b.to) };
  return both.from <= both.to ? both : b;
}
