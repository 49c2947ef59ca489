import type { Decision, Eviction, Signal, ThresholdArithmetic } from "../../engine/decision.ts";
import { formatAmount, formatSeconds, plural } from "../../text/amount.ts";
import { begun, ended, findsNobody, signalsOf, underPressure } from "../../text/outcome.ts";
import { podText } from "../../text/podText.ts";
import { gauge, observedOf } from "./gauge.ts";
import { COLUMNS_MAX, type Style } from "./style.ts";
import { hang } from "./wrap.ts";

/** What happened in a step, as lines; the first is beside the time. */
export function events(before: Decision | null, after: Decision, style: Style): string[] {
  return [
    ...[after.failed, after.crash].flatMap((text) => warning(text, style)),
    ...signalsOf(before, after).map((signal) => pressureLine(before, after, signal, style)),
    ...ended(before, after).map((each) => style.paint.good(`○ ${each} ends`)),
    ...begun(before, after).map((each) => style.paint.low(`● ${each} begins`)),
    ...reclaimLines(after, style),
    ...after.evictions.flatMap((eviction) => evictionLines(after, eviction, style)),
    ...nothingEvicted(after, style),
    ...alternativeLines(after, style),
  ];
}

/** Why a step failed, or where a kubelet would have crashed. */
function warning(text: string | undefined, style: Style): string[] {
  if (text === undefined) return [];
  return hang("! ", text, columns(style)).map(style.paint.bad);
}

/** A bar, what is available, and the state of the signal's thresholds. */
function pressureLine(
  before: Decision | null,
  after: Decision,
  signal: Signal,
  style: Style,
): string {
  const own = ({ signal: other }: ThresholdArithmetic) => other === signal;
  const under = underPressure(after).filter(own);
  const were = before === null ? [] : underPressure(before).filter(own);
  // Printed again as it is now, not as it was in the step before.
  const left = observedOf(after, signal).filter(({ hard }) =>
    were.some((was) => was.hard === hard),
  );
  const states = (under.length > 0 ? under : left).map(stateOf).join(" and ");
  const where = under.length > 0 ? "under" : "above";
  return `${gauge(after, signal, style)}  ${signal} ${where} ${states}`;
}

function stateOf(threshold: ThresholdArithmetic): string {
  const limit =
    threshold.limit === undefined
      ? threshold.value
      : formatAmount(threshold.signal, threshold.limit);
  const kind = `${threshold.hard ? "hard" : "soft"} ${limit}`;
  if (threshold.unresolved && !threshold.met) {
    return `${kind} + ${threshold.minReclaim ?? "0"} to reclaim`;
  }
  const left = threshold.graceRemainingSeconds ?? 0;
  return threshold.met && left > 0 ? `${kind}, grace ${formatSeconds(left)} left` : kind;
}

function reclaimLines(decision: Decision, style: Style): string[] {
  if (decision.reclaim.length === 0) return [];
  const result =
    decision.reclaimSufficient === undefined
      ? ""
      : decision.reclaimSufficient
        ? "; that suffices"
        : "; that does not suffice";
  return hang(
    "⟳ ",
    `reclaims node-level resources: ${decision.reclaim.join(", ")}${result}`,
    columns(style),
  );
}

function evictionLines(decision: Decision, eviction: Eviction, style: Style): string[] {
  const width = columns(style);
  const grace = `grace period ${formatSeconds(eviction.gracePeriodSeconds)}`;
  // A local storage limit evicts whatever the ranking is: the message says why.
  const ranking = eviction.cause === undefined ? decision.ranking : undefined;
  const why = ranking?.find((pod) => pod.uid === eviction.uid)?.sentence;
  return [
    `${style.paint.bad(`✖ evicts ${podText(eviction)}`)}, ${grace}`,
    ...hang("  ", eviction.message, width).map(style.paint.faint),
    ...(why === undefined ? [] : hang("  why: ", why, width)),
  ];
}

function alternativeLines(decision: Decision, style: Style): string[] {
  const others = decision.alternatives.length;
  if (others === 0) return [];
  const outcomes = `${plural(others, "other outcome")} ${others === 1 ? "is" : "are"} possible`;
  const { probability } = decision;
  const chance = probability === undefined ? "" : `, this one has a probability of ${probability}`;
  return hang(
    "≈ ",
    `not deterministic in the kubelet: ${outcomes}${chance}; see explain`,
    columns(style),
  ).map(style.paint.faint);
}

function nothingEvicted(decision: Decision, style: Style): string[] {
  return findsNobody(decision) ? [style.paint.low("✖ no pod can be evicted")] : [];
}

/** What is left beside the time. */
function columns(style: Style): number {
  return Math.min(style.columns, COLUMNS_MAX) - "10:04:40  ".length;
}
