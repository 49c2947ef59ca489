/** The thresholds of a node that an eviction message may be about. */
import type { PolicyThreshold } from "../../engine/decision.ts";
import { quantityValue } from "../kubelet/validation/quantity.ts";
import { capacityOf } from "./defaultThreshold.ts";
import type { EvictionMessage } from "./message.ts";

/**
 * Those with a signal and the limit that the message names; all of its signals where it names no
 * limit. A percentage fits where the limit is that share of a whole number of blocks.
 */
export function fittingThresholds(
  { signals, threshold }: Pick<EvictionMessage, "signals" | "threshold">,
  thresholds: readonly PolicyThreshold[],
): readonly PolicyThreshold[] {
  return thresholds.filter(({ signal, value }) => {
    if (!signals.includes(signal)) return false;
    if (threshold === null) return true;
    const percent = /^(\d+(?:\.\d+)?)%$/.exec(value)?.[1];
    if (percent === undefined) return quantityValue(value) === threshold;
    return /inodes|pid/.test(signal) || capacityOf(threshold, Number(percent)) !== null;
  });
}
