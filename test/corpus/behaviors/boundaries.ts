/** Amounts and times at the limit at which a rule changes its answer, or one off. */
import type { Decision, ThresholdArithmetic } from "../../../analysis/engine/decision.ts";
import { parseTime } from "../../../analysis/text/time.ts";
import type { Played } from "../../fidelity/play.ts";
import type { OracleStep } from "../../fidelity/scenario.ts";
import { drives } from "./state.ts";
import { marginWord } from "./words.ts";

const CONDITIONS = ["MemoryPressure", "DiskPressure", "PIDPressure"] as const;
const SECOND = 1_000_000_000n;

export function boundaryBehaviors(
  { policy, steps }: Played,
  observed: readonly OracleStep[],
  index: number,
): string[] {
  const decision = steps[index]?.decision ?? null;
  if (decision === null || policy === undefined) return [];
  const now = parseTime(decision.time) ?? 0n;
  const period = nanoseconds(policy.pressureTransitionPeriodSeconds);
  return [
    ...(decision.thresholds ?? []).flatMap((one) => ofThreshold(one, now)),
    ...CONDITIONS.flatMap((name) => {
      const last = observed.slice(0, index).findLastIndex((step) => drives(step, name));
      const driven = steps[last]?.decision?.time;
      if (driven === undefined || drives(observed[index] as OracleStep, name)) return [];
      const elapsed = now - (parseTime(driven) ?? 0n);
      return sideOf(`${name}, of its transition period,`, Number(elapsed - period));
    }),
    ...ofRanking(decision),
  ];
}

function ofThreshold(threshold: ThresholdArithmetic, now: bigint): string[] {
  const { signal, hard, available, limit, minReclaimAmount, since } = threshold;
  const name = `${signal}/${hard ? "hard" : "soft"}`;
  const found: string[] = [];
  if (available !== undefined && limit !== undefined) {
    found.push(...sideOf(`${name} of its limit`, available - limit));
    if (minReclaimAmount !== undefined) {
      const line = limit + minReclaimAmount;
      found.push(...sideOf(`${name} of its reclaim line`, available - line));
    }
  }
  if (since !== undefined && !hard) {
    const end = (parseTime(since) ?? 0n) + nanoseconds(threshold.gracePeriodSeconds);
    found.push(...sideOf(`${name} of its grace period`, Number(now - end)));
  }
  return found;
}

/** The first pod against its request, and against the second. */
function ofRanking({ signal, ranking = [] }: Decision): string[] {
  const pods = [...ranking].sort((a, b) => a.position - b.position);
  const [first, second] = pods;
  if (first === undefined || signal === undefined) return [];
  const found = sideOf(`first for ${signal}: usage of the request`, first.usageMinusRequest);
  if (second === undefined) return found;
  return [
    ...found,
    ...sideOf(
      `first for ${signal}: usage of the second's`,
      first.usageMinusRequest - second.usageMinusRequest,
    ),
    ...sideOf(`first for ${signal}: priority of the second's`, first.priority - second.priority),
  ];
}

function sideOf(what: string, margin: number): string[] {
  if (Math.abs(margin) > 1) return [];
  return [`${what}: ${marginWord(margin, 0)}`];
}

function nanoseconds(seconds: number): bigint {
  const whole = Math.trunc(seconds);
  return BigInt(whole) * SECOND + BigInt(Math.round((seconds - whole) * 1e9));
}
