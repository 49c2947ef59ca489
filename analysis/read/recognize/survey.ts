/** What a file says of itself: of which node it is, and of what time. */

/** The first and the last moment, in nanoseconds since the epoch. */
export interface Span {
  readonly first: bigint;
  readonly last: bigint;
}

export interface Survey {
  /** Kind, node, release, size and times, in this order. */
  readonly words: readonly string[];
  /** Null where nothing in it has a time. */
  readonly span: Span | null;
  readonly node: string | null;
  /** A kubelet would not start with this configuration. */
  readonly isRefused?: true;
}

const MINUTES = 60_000_000_000n;
/** A log begins before a resource runs short, and a capture may begin a while after. */
const APART_MAX = 10n * MINUTES;

/** Whether two files have one node and one time; false where either does not say its time. */
export function isOfOneIncident(
  a: { readonly survey?: Survey } | undefined,
  b: { readonly survey?: Survey } | undefined,
): boolean {
  const [of, other] = [a?.survey, b?.survey];
  if (of?.span == null || other?.span == null) return false;
  if (of.node !== null && other.node !== null && of.node !== other.node) return false;
  return (
    of.span.first <= other.span.last + APART_MAX && other.span.first <= of.span.last + APART_MAX
  );
}

/** The span of several moments, of which some may be unknown. */
export function spanOf(times: Iterable<bigint | null>): Span | null {
  let span: Span | null = null;
  for (const time of times) if (time !== null) span = longer(span, time);
  return span;
}

function longer(span: Span | null, time: bigint): Span {
  if (span === null) return { first: time, last: time };
  const { first, last } = span;
  return { first: time < first ? time : first, last: time > last ? time : last };
}
