import type { Policy } from "../../engine/decision.ts";
import { formatSeconds } from "../../text/amount.ts";
import { defaultThresholds } from "./thresholdText.ts";

/** A document of its own, whose defaults the kubelet completes; not flags, and not another form. */
const PLAIN = /^\s*["']?kind["']?:\s*["']?KubeletConfiguration\b/m;

/**
 * What the policy has that the text does not say, as it would be written: the core tells which
 * thresholds are defaults.
 */
export function defaultLines(
  text: string,
  policy: Policy,
  isWritten: (member: string) => boolean,
): readonly string[] {
  if (!PLAIN.test(text)) return [];
  const thresholds = defaultThresholds(policy).map(({ signal, value }) => `  ${signal}: ${value}`);
  const period = formatSeconds(policy.pressureTransitionPeriodSeconds);
  const lines = [
    ...(thresholds.length > 0 ? ["evictionHard:", ...thresholds] : []),
    ...(isWritten(PERIOD) ? [] : [`${PERIOD}: ${period}`]),
  ];
  return lines.length === 0 ? [] : ["# in force by default", ...lines];
}

const PERIOD = "evictionPressureTransitionPeriod";
