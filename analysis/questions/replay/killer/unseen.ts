/** What earlyoom may have seen between two samples: memory that went on falling as before. */
import { Detail } from "../../../../assembly/abi.ts";
import type { EarlyoomDecision, KillerDecision } from "../../../engine/oomdDecision.ts";
import type { OomdEngine } from "../../../engine/oomdEngine.ts";
import type { KillerScenario, KillerStep } from "../../../read/killer/scenario.ts";
import { killerDecisions } from "./decisions.ts";

/** A signal that no sample shows. */
export interface UnseenSignal {
  readonly decision: EarlyoomDecision;
  /** Seconds of the sample before the first such moment, and of the one after the last. */
  readonly from: number;
  readonly to: number;
}

/** What becomes less as memory is used up, and what more. */
const MOVING = [
  ["MemAvailable", -1],
  ["MemFree", -1],
  ["SwapFree", -1],
  ["AnonPages", 1],
] as const;
const MILLISECOND = 0.001;

/** The first that it would send; null where the fall reaches no limit, or in a scenario. */
export function unseenSignal(
  scenario: KillerScenario,
  version: string | undefined,
  engine: OomdEngine,
): UnseenSignal | null {
  if (scenario.isCapture !== true) return null;
  const steps = withFalls(scenario.steps);
  const decisions = killerDecisions({ ...scenario, steps }, version, engine, Detail.Arithmetic);
  const signals = [...decisions].filter(isSignal);
  const [first] = signals;
  const last = signals.at(-1);
  if (first === undefined || last === undefined) return null;
  const after = ({ at }: EarlyoomDecision) => scenario.steps.findIndex((step) => step.at > at);
  const from = scenario.steps[after(first) - 1]?.at ?? 0;
  return { decision: first, from, to: scenario.steps[after(last)]?.at ?? from };
}

function isSignal(decision: KillerDecision): decision is EarlyoomDecision {
  return decision.killer === "earlyoom" && decision.pid !== null;
}

type Memory = Readonly<Record<string, number>>;

interface Seen {
  readonly at: number;
  readonly meminfo: Memory;
}

/** Just before each sample another one, to which memory fell as fast as before. */
function withFalls(steps: readonly KillerStep[]): readonly KillerStep[] {
  const fuller: KillerStep[] = [];
  const seen: Seen[] = [];
  for (const step of steps) {
    const [before, last] = [seen.at(-2), seen.at(-1)];
    const end = step.at - MILLISECOND;
    if (before !== undefined && last !== undefined && end > last.at && last.at > before.at) {
      const share = (end - last.at) / (last.at - before.at);
      // Every step of earlyoom has its processes: those of the last one.
      const meminfo = fallen(before.meminfo, last.meminfo, share);
      fuller.push({ ...fuller.at(-1), at: end, meminfo });
    }
    const meminfo: Memory = { ...last?.meminfo, ...step.meminfo };
    fuller.push({ ...step, meminfo });
    seen.push({ at: step.at, meminfo });
  }
  return fuller;
}

function fallen(before: Memory, last: Memory, share: number): Memory {
  const moved = MOVING.map(([name, direction]) => {
    const [earlier = 0, now = 0] = [before[name], last[name]];
    const change = direction * Math.max(0, direction * (now - earlier));
    return [name, Math.max(0, Math.round(now + change * share))];
  });
  return { ...last, ...Object.fromEntries(moved) };
}
