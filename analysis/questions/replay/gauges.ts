/** Thresholds against what is available. */
import type { Decision, Signal, ThresholdArithmetic } from "../../engine/decision.ts";
import { formatAmount, formatSeconds } from "../../text/amount.ts";
import type { Block, Gauge } from "../../text/document.ts";
import { formatAvailable, observed, observedOf } from "../../text/observedThreshold.ts";

/** What is available of a signal against all of its thresholds; null when it was not observed. */
export function gaugeOf(decision: Decision, signal: Signal): Gauge | null {
  const thresholds = observedOf(decision, signal);
  const [first] = thresholds;
  if (first === undefined) return null;
  const { available, capacity } = first;
  return { available, capacity, limits: thresholds, amount: formatAvailable(signal, thresholds) };
}

/** Every threshold with its limit, and what is available against it. */
export function thresholdGauges(decision: Decision): readonly Block[] {
  // What is mirrored from another threshold says the same again. Spec 1.6.
  const own = (decision.thresholds ?? []).filter(({ origin }) => origin !== "containerfs");
  if (own.length === 0) return [];
  const hasReclaim = own.some(({ minReclaim }) => minReclaim !== undefined);
  const columns = [
    { title: "threshold", shrinks: true },
    { title: hasReclaim ? "kind +reclaim" : "kind" },
    { title: "limit", isNumber: true, isSpare: true },
    { title: "available", isNumber: true },
  ];
  return [{ is: "gauges", columns, rows: own.map(rowOf) }];
}

function rowOf(threshold: ThresholdArithmetic) {
  const { signal, value, limit, available } = threshold;
  const amount = (bytes: number | undefined) =>
    bytes === undefined ? "-" : formatAmount(signal, bytes);
  const cells = [`${signal}<${value}`, kindOf(threshold), amount(limit), amount(available)];
  if (!observed(threshold)) return { cells, gauge: "no observation" };
  const { capacity } = threshold;
  const gauge = { available: threshold.available, capacity, limits: [threshold] };
  return { cells, gauge: { ...gauge, amount: amount(available) } };
}

function kindOf(threshold: ThresholdArithmetic): string {
  const kind = threshold.hard ? "hard" : `soft ${formatSeconds(threshold.gracePeriodSeconds)}`;
  return threshold.minReclaim === undefined ? kind : `${kind} +${threshold.minReclaim}`;
}
