/** Conditions, grace clocks and transitions, as logged. Specification 3.3 to 3.6. */
import { parseTime } from "../../../analysis/text/time.ts";
import type { OracleStep, ScenarioStep } from "../../fidelity/scenario.ts";

export interface Moment {
  readonly step: ScenarioStep;
  readonly observed: OracleStep;
}

export function stateBehaviors(now: Moment, before: Moment | undefined): string[] {
  return [
    `conditions ${now.observed.conditions.join(" ") || "none"}`,
    ...conditionBehaviors(now.observed, before?.observed),
    ...clockBehaviors(now.observed, before?.observed),
    intervalBehavior(now.step, before?.step),
  ];
}

/** Whether a threshold of the condition is crossed; its grace period may still run. */
export function drives({ firstObserved }: OracleStep, condition: string): boolean {
  return Object.keys(firstObserved).some((threshold) => conditionOf(threshold) === condition);
}

function conditionOf(threshold: string): string {
  if (threshold.startsWith("pid.")) return "PIDPressure";
  return /^(memory|allocatableMemory)\./.test(threshold) ? "MemoryPressure" : "DiskPressure";
}

function conditionBehaviors(now: OracleStep, before: OracleStep | undefined): string[] {
  const names = new Set([...now.conditions, ...(before?.conditions ?? [])]);
  return [...names].map((name) => {
    const [is, was] = [now.conditions.includes(name), before?.conditions.includes(name) ?? false];
    if (!is) return `${name} ends`;
    if (!was) return `${name} begins`;
    const driven = drives(now, name);
    return driven ? `${name} goes on` : `${name} is held by the transition period`;
  });
}

function clockBehaviors(now: OracleStep, before: OracleStep | undefined): string[] {
  const started = before?.firstObserved ?? {};
  const found = Object.keys(started)
    .filter((name) => now.firstObserved[name] === undefined)
    .map((name) => `${name} is over`);
  for (const [name, time] of Object.entries(now.firstObserved)) {
    const again = started[name] === time ? "lasts" : "restarts";
    const run = started[name] === undefined ? "begins" : again;
    const grace = now.met.includes(name) ? "satisfied" : "in its grace period";
    found.push(`${name} ${run}, ${grace}`);
  }
  return found;
}

function intervalBehavior(now: ScenarioStep, before: ScenarioStep | undefined): string {
  if (before === undefined) return "first step";
  const passed = (parseTime(now.time) ?? 0n) - (parseTime(before.time) ?? 0n);
  if (passed < 0n) return "the clock was set back";
  if (passed === 0n) return "no time has passed";
  if (passed < 1_000_000_000n) return "less than a second has passed";
  return passed <= 60_000_000_000n ? "up to a minute has passed" : "more than a minute has passed";
}
