/** Why a cluster thrashes: it is in the same state twice, and what is between the two repeats. */
import { plural } from "../../text/amount.ts";
import { virtualTime } from "../../text/virtualTime.ts";
import { amountText, type ClusterRun, type Moment, type WordedEvent } from "./moments.ts";
import { periodText } from "./verdictWords.ts";

/** The same thing in both states. */
export interface ProofRow {
  readonly title: string;
  readonly first: string;
  readonly second: string;
}

/** What repeats several times within the period. */
export interface Pattern {
  readonly times: number;
  readonly seconds: number;
  readonly events: number;
}

export interface Proof {
  /** The times of both states. */
  readonly at: readonly [string, string];
  readonly rows: readonly ProofRow[];
  /** In a sentence. */
  readonly words: string;
}

/** Seconds by which times of equal moments may be apart: they are sums. */
const ROUNDING_SECONDS = 1e-6;

/** Null for a cluster that does not repeat itself. */
export function proofOf(run: ClusterRun): Proof | null {
  const { verdict, moments } = run;
  const { at, period } = verdict;
  if (verdict.verdict !== "thrashes" || period === undefined) return null;
  const [first, second] = [momentAt(moments, at), momentAt(moments, at + period)];
  if (first === undefined || second === undefined) return null;
  const [before, after] = [stateOf(run, first), stateOf(run, second)];
  const rows = before.map(({ title, text }, index): ProofRow => {
    return { title, first: text, second: after[index]?.text ?? "" };
  });
  return {
    at: [virtualTime(at), virtualTime(at + period)],
    rows,
    words: patternWords(patternOf(run), period),
  };
}

function momentAt(moments: readonly Moment[], time: number): Moment | undefined {
  return moments.find((moment) => Math.abs(moment.time - time) < ROUNDING_SECONDS);
}

/** What the nodes hold; pods by their owners, because each has another name. */
function stateOf(
  { nodes, owners, measure }: ClusterRun,
  { usages, waiting }: Moment,
): readonly { readonly title: string; readonly text: string }[] {
  const owned = (pods: readonly { readonly owner: number }[]) => {
    const counts = new Map<number, number>();
    for (const { owner } of pods) counts.set(owner, (counts.get(owner) ?? 0) + 1);
    const all = [...counts].sort(([a], [b]) => a - b);
    return all.map(([owner, count]) => `${count} of ${owners[owner]}`).join(", ") || "none";
  };
  return [
    ...nodes.flatMap(({ name, capacity }, index) => {
      const { amount = 0, conditions = [], pods = [] } = usages[index] ?? {};
      const used = `${amountText(measure, amount)} of ${amountText(measure, capacity)}`;
      return [
        { title: `${name}: in use`, text: used },
        { title: `${name}: conditions`, text: conditions.join(", ") || "none" },
        { title: `${name}: pods`, text: owned(pods) },
      ];
    }),
    { title: "Pods without a node", text: owned(waiting) },
  ];
}

/** The shortest part of the cycle that makes up all of it; null where that is the whole. */
export function patternOf({ verdict, events }: Pick<ClusterRun, "verdict" | "events">) {
  const { cycle, period = 0 } = verdict;
  if (cycle === undefined) return null;
  const all = events.slice(cycle[0], cycle[1] + 1);
  for (let length = 1; length <= all.length / 2; length++) {
    const times = all.length / length;
    if (!Number.isInteger(times)) continue;
    const seconds = period / times;
    if (repeats(all, length, seconds)) return { times, seconds, events: length };
  }
  return null;
}

function repeats(events: readonly WordedEvent[], length: number, seconds: number): boolean {
  return events.every((event, index) => {
    const next = events[index + length];
    if (next === undefined) return true;
    const isLater = Math.abs(next.time - event.time - seconds) < ROUNDING_SECONDS;
    return isLater && keyOf(next) === keyOf(event);
  });
}

/** What an event is, whichever pod of its owner it is about. */
function keyOf({ kind, node, owner, reason }: WordedEvent): string {
  return JSON.stringify([kind, node, owner, reason]);
}

function patternWords(pattern: Pattern | null, period: number): string {
  const whole = "pods differ in their names, which do not count";
  if (pattern === null)
    return `Everything between the two repeats every ${periodText(period)}; ${whole}.`;
  const { times, seconds, events } = pattern;
  return (
    `The pattern: ${plural(events, "event")} that repeat every ${periodText(seconds)}. After ` +
    `${times} of them (${periodText(period)}), all of the state is the same; ${whole}.`
  );
}
