/** What another configuration changes, over all captures. */
import { secondsBetween } from "../../text/time.ts";
import type { AdvisedCapture } from "./advised.ts";
import { type Outcome, type OutcomeEviction, outcomeOf } from "./outcome.ts";

/** A pod that both evict, at another time or under another threshold. */
export interface MovedEviction {
  readonly before: OutcomeEviction;
  readonly after: OutcomeEviction;
  readonly secondsEarlier: number;
}

/** A replay under the changed configuration, compared with one under the present. */
export interface Comparison {
  readonly avoided: readonly OutcomeEviction[];
  readonly added: readonly OutcomeEviction[];
  readonly moved: readonly MovedEviction[];
  readonly pressureSeconds: { readonly before: number; readonly after: number };
  /** How often a node condition began. */
  readonly conditionsBegun: { readonly before: number; readonly after: number };
  /** Memory of a node that pods cannot request any more; null without its capacity. */
  readonly memoryGivenUpBytes: number | null;
  /** Why the kubelet would not start with it; null when it would. */
  readonly refusal: string | null;
}

/** A configuration of each capture: those of one kind of node may differ in other settings. */
export type Changed = (advised: AdvisedCapture) => string;

/** The captures under the configuration in force. */
export function presentOutcomes(captures: readonly AdvisedCapture[]): readonly Outcome[] {
  return captures.map((each) => outcomeOf(each, each.json));
}

export function comparisonOf(
  captures: readonly AdvisedCapture[],
  present: readonly Outcome[],
  changed: Changed,
): Comparison {
  const pairs = captures.map((each, index) => {
    const before = present[index] ?? outcomeOf(each, each.json);
    return { before, after: outcomeOf(each, changed(each)) };
  });
  return {
    avoided: pairs.flatMap(({ before, after }) => without(before, after)),
    added: pairs.flatMap(({ before, after }) => without(after, before)),
    moved: pairs.flatMap(({ before, after }) => moved(before, after)),
    pressureSeconds: counted(pairs, ({ pressureSeconds }) => pressureSeconds),
    conditionsBegun: counted(pairs, ({ conditions }) => conditions.length),
    memoryGivenUpBytes: givenUp(pairs[0]),
    refusal: pairs.map(({ after }) => after.refusal).find((each) => each !== null) ?? null,
  };
}

interface Pair {
  readonly before: Outcome;
  readonly after: Outcome;
}

function without(of: Outcome, other: Outcome): readonly OutcomeEviction[] {
  return [...of.evictions.values()].filter(({ uid }) => !other.evictions.has(uid));
}

function moved({ evictions }: Outcome, other: Outcome): readonly MovedEviction[] {
  return [...evictions.values()].flatMap((before) => {
    const after = other.evictions.get(before.uid);
    if (after === undefined) return [];
    if (after.time === before.time && after.what === before.what) return [];
    return [{ before, after, secondsEarlier: secondsBetween(after.time, before.time) }];
  });
}

function counted(pairs: readonly Pair[], count: (outcome: Outcome) => number) {
  const sum = (of: keyof Pair) => pairs.reduce((total, pair) => total + count(pair[of]), 0);
  return { before: sum("before"), after: sum("after") };
}

function givenUp(pair: Pair | undefined): number | null {
  const [before, after] = [pair?.before.allocatableBytes, pair?.after.allocatableBytes];
  return before == null || after == null ? null : before - after;
}
