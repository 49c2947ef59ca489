/** The verdict on a cluster that was simulated, and what would end it, in sentences. */

import type { SimulatorEvent, SimulatorVerdict, VerdictName } from "../../engine/simulatorEvent.ts";
import { type Scenario, statesUsage } from "../../read/objects/scenario.ts";
import { formatCount, formatSeconds, plural } from "../../text/amount.ts";
import { capitalized } from "../../text/capitalized.ts";
import type { Mark, Tone } from "../../text/document.ts";
import { virtualTime } from "../../text/virtualTime.ts";
import type { Remedies } from "../remedy.ts";
import { listed } from "./remedies/candidate.ts";
import type { Goal } from "./remedies/goal.ts";
import type { SimulateRemedy } from "./remedies/simulateRemedies.ts";

export interface SimulatedRun {
  readonly events: readonly SimulatorEvent[];
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

/** The verdict in one sentence. */
export function verdictWords(run: SimulatedRun): string {
  const { events, verdict, untilSeconds } = run;
  const { at, period = 0, evictions = 0, evictionsPerHour = 0 } = verdict;
  const evicted = verdict.evictedPods;
  switch (verdict.verdict) {
    case "settles":
      if (settlesUnmeasured(run)) return `${USAGE_UNKNOWN} ${virtualTime(at)}.`;
      return evicted === 0
        ? `The cluster settles: nothing changes after ${virtualTime(at)}.`
        : `The cluster settles: nothing changes after ${virtualTime(at)}, after ` +
            `${evictedPods(evicted, "was", "were")}.`;
    case "thrashes":
      return (
        `The cluster thrashes: every ${periodText(period)} it is in the same state again, and ` +
        `${evictedPods(evictions, "is", "are")} each time, ` +
        `${formatCount(evictionsPerHour)} an hour.` +
        (verdict.apartFromPhases === true ? APART_FROM_PHASES : "")
      );
    case "cascades":
      return `The cluster cascades: ${cascadeWords(events)}.`;
    case "undecided":
      return (
        `Undecided: within ${formatSeconds(untilSeconds)} the cluster neither settles nor ` +
        "repeats a state; simulate it for longer (until)."
      );
  }
}

const USAGE_UNKNOWN =
  "The usage of pods is unknown: if they used nothing, the cluster would settle after";

function evictedPods(count: number, one: string, several: string): string {
  return `${plural(count, "pod")} ${count === 1 ? one : several} evicted or rejected`;
}

export const APART_FROM_PHASES =
  " The states are equal except for the phases of heartbeats and eviction steps, which " +
  "had no effect.";

/** Pods that are rejected at once come again within milliseconds. */
export function periodText(seconds: number): string {
  return seconds < 1 ? `${Math.round(seconds * 1000)}ms` : formatSeconds(seconds);
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

function cascadeWords(events: readonly SimulatorEvent[]): string {
  const names = pressedNodes(events).map(([name, time]) => `${name} (${virtualTime(time)})`);
  if (names.length === 0) return "pressure moves from node to node";
  return `pressure reaches ${listed(names)}`;
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

/** How the cluster ends with a change. */
export function settlingWords(remedy: SimulateRemedy): string {
  const { pending = 0 } = remedy;
  const waits = pending === 1 ? "waits for a node" : "wait for a node";
  const then = pending === 0 ? "" : `; ${plural(pending, "pod")} then ${waits}`;
  return `${capitalized(settledWords(remedy))}${then}.`;
}

/** The same as a part of a sentence, without those that stay pending. */
export function settledWords({ evictedPods }: SimulateRemedy): string {
  const was = evictedPods === 1 ? "was" : "were";
  return evictedPods === 0
    ? "it settles, and no pod is evicted"
    : `it settles after ${plural(evictedPods, "pod")} ${was} evicted`;
}
