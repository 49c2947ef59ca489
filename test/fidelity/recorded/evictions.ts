/** Who is evicted, and in what words. */
import type { Decision } from "../../../analysis/engine/decision.ts";
import { canonical } from "../../vectors/comparison.ts";
import { parseSize } from "../../vectors/notation.ts";
import type { RecordedEviction } from "./run.ts";

/** What is compared, in one form on both sides. */
export type Sides = readonly [what: string, kubelet: unknown, plimsoll: unknown];

/** One part in so many. */
const AMOUNT_TOLERANCE = 30n;

interface Event {
  readonly uid: string;
  readonly gracePeriodSeconds: number;
  readonly message: string;
  readonly annotations: Readonly<Record<string, string>>;
}

function eventsOf(
  evictions: readonly RecordedEviction[],
  ours: Decision["evictions"],
): readonly [Event[], Event[]] {
  const theirs = evictions.map(({ starvedResourceAnnotations: annotations = {}, ...eviction }) => {
    const { uid, gracePeriodSeconds, message } = eviction;
    return { uid, gracePeriodSeconds, message, annotations };
  });
  const found = ours.map(({ uid, gracePeriodSeconds, message, annotations = {} }) => {
    return { uid, gracePeriodSeconds, message, annotations };
  });
  const byUid = (a: Event, b: Event): number => (a.uid < b.uid ? -1 : 1);
  return [theirs.sort(byUid), found.sort(byUid)];
}

/**
 * The recorded runtime measures a container again at every call, so the sample may have another
 * amount than the message: amounts count as equal that are near.
 */
export function evictionSides(evictions: readonly RecordedEviction[], decision: Decision): Sides {
  const [theirs, ours] = eventsOf(evictions, decision.evictions);
  const amounts = [theirs, ours].map((events) => amountsIn(canonical(events)));
  const near = amounts[0]?.every((amount, index) => isNear(amount, amounts[1]?.[index] ?? 0n));
  const equal = withoutAmounts(canonical(theirs)) === withoutAmounts(canonical(ours));
  return equal && near ? ["evictions", theirs, theirs] : ["evictions", theirs, ours];
}

/** Of the evictions of a pass, those with exactly the amounts that the kubelet printed. */
export function countToTheByte(evictions: readonly RecordedEviction[], decision: Decision): number {
  const [theirs, ours] = eventsOf(evictions, decision.evictions);
  return theirs.filter((event, index) => canonical(event) === canonical(ours[index])).length;
}

/** In a message, and in the list of an annotation. */
const USED = /(using |offending_containers_usage":"|[\dKMGi],)(\d+(?:[KMG]i)?)/g;

function withoutAmounts(text: string): string {
  return text.replaceAll(USED, "$1…");
}

function amountsIn(text: string): bigint[] {
  return [...text.matchAll(USED)].map(([, , amount]) => parseSize(amount));
}

function isNear(one: bigint, other: bigint): boolean {
  const apart = one > other ? one - other : other - one;
  return apart * AMOUNT_TOLERANCE <= one;
}
