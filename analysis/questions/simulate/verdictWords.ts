/** What the verdict on a simulated cluster means, and what would end it, in sentences. */

import type { SimulatorEvent, SimulatorVerdict, VerdictName } from "../../engine/simulatorEvent.ts";
import { type Scenario, statesUsage } from "../../read/objects/scenario.ts";
import { formatSeconds, plural } from "../../text/amount.ts";
import type { Mark, Tone } from "../../text/document.ts";
import type { Remedies } from "../remedy.ts";
import type { Goal } from "./remedies/goal.ts";
import type { SimulateRemedy } from "./remedies/simulateRemedies.ts";

export interface SimulatedRun {
  readonly events: readonly SimulatorEvent[];
  /** How many events before those were not kept. */
  readonly dropped: number;
  readonly verdict: SimulatorVerdict;
  readonly untilSeconds: number;
  readonly scenario: Scenario;
}

const TONES: Readonly<Record<VerdictName, Tone>> = {
  settles: "good",
  thrashes: "bad",
  cascades: "bad",
  undecided: "bad",
};

/** How the verdict is meant. */
export function verdictTone(run: SimulatedRun): Tone {
  return settlesUnmeasured(run) ? "low" : TONES[run.verdict.verdict];
}

export function verdictMark(run: SimulatedRun): Mark {
  if (settlesUnmeasured(run) || run.verdict.verdict === "undecided") return "unknown";
  if (run.verdict.verdict !== "settles") return "bad";
  return run.verdict.evictedPods === 0 ? "good" : "risk";
}

/** Whether it settles only because no usage is known: pods that use nothing are never evicted. */
export function settlesUnmeasured({ verdict, scenario }: SimulatedRun): boolean {
  return verdict.verdict === "settles" && !statesUsage(scenario);
}

export const APART_FROM_PHASES =
  " The states are equal except for the phases of heartbeats and eviction steps, which " +
  "had no effect.";

/** Pods that are rejected at once come again within milliseconds. */
export function periodText(seconds: number): string {
  return seconds < 1 ? `${Math.round(seconds * 1000)}ms` : formatSeconds(seconds);
}

/** The places of the events that repeat, from the first up to the one after the last. */
export function cycleRange({ events, dropped, verdict }: SimulatedRun): readonly [number, number] {
  const { cycle } = verdict;
  if (cycle === undefined) return [events.length, events.length];
  return [Math.max(0, cycle[0] - dropped), cycle[1] + 1 - dropped];
}

/** The text above the events of a cycle. */
export function cycleWords({ period = 0 }: SimulatorVerdict): string {
  return `Cycle, repeated every ${periodText(period)}`;
}

/** When each node came under pressure, in this order. */
export function pressedNodes(
  events: readonly SimulatorEvent[],
): readonly (readonly [name: string, time: number])[] {
  const when = new Map<string, number>();
  for (const { kind, node, reason = "", message = "", time } of events) {
    const isPressure = kind === "Condition" && /Pressure=True/.test(`${reason} ${message}`);
    if (isPressure && node !== undefined && !when.has(node)) when.set(node, time);
  }
  return [...when];
}

/** Reports whether a change helps, and whether the search was complete. */
export function searchWords({ remedies, search }: Remedies, goal: Goal): string {
  const { tried, isComplete } = search;
  const rest = isComplete ? "" : "; others were not tried";
  if (remedies.length > 0) {
    return `Each was verified by simulating the cluster with it from the beginning${rest}.`;
  }
  if (tried === 0) return NO_CHANGE[goal];
  const changes = `${plural(tried, "change")} that ${tried === 1 ? "was" : "were"} tried`;
  return goal === "settles"
    ? `None of ${changes} ends it${rest}.`
    : `Pods are evicted with each of ${changes}${rest}.`;
}

const NO_CHANGE: Readonly<Record<Goal, string>> = {
  settles: "No single change of this cluster could stop it.",
  spares: "No single change of this cluster could avoid the evictions.",
};

/** Why no change was searched. */
export function unsearchedWords({ verdict }: SimulatorVerdict): string {
  return verdict === "settles"
    ? "It settles without an eviction, so no fixes were searched."
    : "It was not simulated long enough for a verdict, so no fixes were searched.";
}

/** How the cluster ends with a change, as a part of a sentence. */
export function settledWords({ evictedPods }: SimulateRemedy): string {
  const was = evictedPods === 1 ? "was" : "were";
  return evictedPods === 0
    ? "it settles, and no pod is evicted"
    : `it settles after ${plural(evictedPods, "pod")} ${was} evicted`;
}
