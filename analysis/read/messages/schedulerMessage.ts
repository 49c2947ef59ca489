/** The message of a FailedScheduling event: how many nodes refuse a pod, and with which reasons. */

export interface CountedReason {
  readonly nodes: number;
  /** The scheduler's own words. */
  readonly reason: string;
}

export interface SchedulerMessage {
  readonly nodes: number;
  /** Those of most nodes first; a node can have several. */
  readonly reasons: readonly CountedReason[];
  /** What is in place of reasons that are counted. */
  readonly text: string;
  /** Why the scheduler did not try to preempt pods. */
  readonly notEligible: string | null;
}

/** A reason with its nodes: `3 node(s) had untolerated taint {…}`, `4 Insufficient memory`. */
const REASON = /(?:^|, )(\d{1,9}) (.+?)(?=, \d{1,9} |$)/g;
const AVAILABLE = " nodes are available: ";
const REASONS_END = /\.? preemption:|\. |\.;|\.?\n|\.?["'`]?$/;
const REASONS_LENGTH_MAX = 20_000;
/** Why the scheduler did not try to preempt pods. */
const NOT_ELIGIBLE = /preemption: (not eligible due to .{1,200}?)\.?\s*$/m;

/** Null where the text has another form. */
export function readSchedulerMessage(text: string): SchedulerMessage | null {
  const [before = "", after] = text.split(AVAILABLE, 2);
  const [, nodes] = /(?:^|[^\d/])0\/(\d{1,9})$/.exec(before) ?? [];
  if (nodes === undefined || after === undefined) return null;
  const [own = ""] = after.slice(0, REASONS_LENGTH_MAX).split(REASONS_END, 1);
  const [, notEligible = null] = NOT_ELIGIBLE.exec(after) ?? [];
  return {
    nodes: Number(nodes),
    reasons: reasonsOf(own),
    text: own,
    notEligible,
  };
}

function reasonsOf(text: string): readonly CountedReason[] {
  const all = [...text.matchAll(REASON)];
  const counted = all.map(([, nodes, reason = ""]) => ({ nodes: Number(nodes), reason }));
  return counted.sort((a, b) => b.nodes - a.nodes);
}
