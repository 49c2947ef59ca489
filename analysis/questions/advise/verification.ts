/** What a replay showed, in sentences. */
import { formatAmount, formatBytes, formatSeconds, plural } from "../../text/amount.ts";
import { formatNames } from "../../text/names.ts";
import type { Comparison, MovedEviction } from "./comparison.ts";
import type { OutcomeEviction } from "./outcome.ts";

const NAMED_MAX = 3;

export function comparisonWords(comparison: Comparison): readonly string[] {
  const { avoided, added, moved, pressureSeconds, conditionsBegun } = comparison;
  return [
    `Replayed: evictions avoided ${avoided.length}${named(avoided)}, ` +
      `added ${added.length}${named(added)}.`,
    ...moved.slice(0, NAMED_MAX).map(movedWords),
    ...(moved.length > NAMED_MAX ? [`${moved.length - NAMED_MAX} more at another time.`] : []),
    `Under pressure ${formatSeconds(pressureSeconds.after)} ` +
      `(${formatSeconds(pressureSeconds.before)} now), ` +
      `begun ${plural(conditionsBegun.after, "time")} (${conditionsBegun.before} now).`,
    ...givenUpWords(comparison),
  ];
}

export function givenUpWords({
  memoryGivenUpBytes,
}: Pick<Comparison, "memoryGivenUpBytes">): readonly string[] {
  if (memoryGivenUpBytes === null) return [];
  const amount = formatBytes(Math.abs(memoryGivenUpBytes));
  if (memoryGivenUpBytes === 0) return ["Pods can request as much memory as before."];
  return memoryGivenUpBytes > 0
    ? [`Pods can request ${amount} less memory on each node.`]
    : [`Pods can request ${amount} more memory on each node.`];
}

function named(evictions: readonly OutcomeEviction[]): string {
  const names = [...new Set(evictions.map(({ pod }) => pod))];
  if (names.length === 0) return "";
  return ` (${formatNames(names, { max: NAMED_MAX })})`;
}

function movedWords({ before, after, secondsEarlier }: MovedEviction): string {
  const seconds = formatSeconds(Math.abs(secondsEarlier));
  const when =
    secondsEarlier === 0
      ? "at the same time"
      : `${seconds} ${secondsEarlier > 0 ? "earlier" : "later"}`;
  const what = after.what === before.what ? "" : ` for ${after.what} instead of ${before.what}`;
  return `${before.pod} is evicted ${when}${what}${left(before, after)}.`;
}

function left(before: OutcomeEviction, after: OutcomeEviction): string {
  if (before.available === null || after.available === null) return "";
  if (before.signal === null || before.signal !== after.signal) return "";
  const [now, then] = [before, after].map(({ signal, available }) =>
    signal === null || available === null ? "" : formatAmount(signal, available),
  );
  return `, with ${then} left instead of ${now}`;
}
