import type {
  Decision,
  Eviction,
  RankedPod,
  Signal,
  ThresholdArithmetic,
} from "../../shared/decision.ts";
import { formatAmount, formatSeconds, plural } from "./amount.ts";
import { gauge, observedOf } from "./gauge.ts";
import { begun, ended, signalsOf, underPressure } from "./outcome.ts";
import { podText } from "./podText.ts";
import { COLUMNS_MAX, type Style } from "./style.ts";
import { hang } from "./wrap.ts";

/** What happened in a step, as lines; the first stands beside the time. */
export function events(before: Decision | null, after: Decision, style: Style): string[] {
  return [
    ...signalsOf(before, after).map((signal) => pressureLine(after, signal, style)),
    ...ended(before, after).map((each) => style.paint.good(`○ ${each} ends`)),
    ...begun(before, after).map((each) => style.paint.low(`● ${each} begins`)),
    ...reclaimLines(after, style),
    ...after.evictions.flatMap((eviction) => evictionLines(after, eviction, style)),
    ...alternativeLines(after, style),
    ...nothingEvicted(after, style),
  ];
}

/** A bar, what is available, and how the thresholds of the signal stand. */
export function pressureLine(decision: Decision, signal: Signal, style: Style): string {
  const under = underPressure(decision).filter((each) => each.signal === signal);
  const words = under.length === 0 ? `${signal} above` : `${signal} under`;
  const thresholds = under.length === 0 ? observedOf(decision, signal) : under;
  const states = thresholds.map((each) => stateOf(each)).join(" and ");
  return `${gauge(decision, signal, style)}  ${words} ${states}`;
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
  const why = reasonOf(decision, eviction);
  return [
    `${style.paint.bad(`✖ evicts ${podText(eviction)}`)}, ${grace}`,
    ...hang("  ", eviction.message, width).map(style.paint.faint),
    ...(why === null ? [] : hang("  why: ", why, width)),
  ];
}

/** The core's sentence about the pod, and the one about the pod that comes after it. */
function reasonOf(decision: Decision, eviction: Eviction): string | null {
  const ranking = decision.ranking ?? [];
  const index = ranking.findIndex((pod) => pod.uid === eviction.uid);
  const pod = ranking[index];
  if (pod === undefined) return null;
  const next = ranking.slice(index + 1).find((each) => each.skipped === undefined);
  return [pod.sentence, ...(next === undefined ? [] : [next.sentence])].join(" ");
}

function alternativeLines(decision: Decision, style: Style): string[] {
  const others = decision.alternatives.length;
  if (others === 0) return [];
  const outcomes = plural(others, "other outcome");
  return [style.paint.faint(`≈ the kubelet could also have come to ${outcomes}: see explain`)];
}

function nothingEvicted(decision: Decision, style: Style): string[] {
  const ranked = decision.ranking ?? [];
  if (ranked.length === 0 || decision.evictions.length > 0) return [];
  const skipped = ranked.filter((pod: RankedPod) => pod.skipped !== undefined).length;
  return [
    style.paint.low(
      `✖ no pod can be evicted: ${plural(skipped, "pod")} of ${ranked.length} skipped`,
    ),
  ];
}

/** What is left beside the time. */
function columns(style: Style): number {
  return Math.min(style.columns, COLUMNS_MAX) - "10:04:40  ".length;
}
