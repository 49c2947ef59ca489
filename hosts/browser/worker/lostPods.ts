/** When a recording loses pods: its numbers say nothing more of a run that keeps them. */

import type { PodName } from "../../../analysis/engine/decision.ts";
import type { LostPod } from "../../../analysis/questions/diff/beforeAfter.ts";
import type { FrozenCapture } from "../../../analysis/questions/replay/frozen/frozenCapture.ts";
import type { Run } from "../../../analysis/questions/replay/frozen/run.ts";
import { comparableEnds } from "../../../analysis/questions/replay/parting.ts";
import { podKey } from "../../../analysis/read/capture/listedPods.ts";
import { podText } from "../../../analysis/text/podText.ts";
import { formatTime } from "../../../analysis/text/time.ts";
import type { StepEvent } from "../session/protocol.ts";

/** A capture as it was recorded, and what a run through it evicts. */
interface Recording {
  readonly run: Run;
  readonly capture: Pick<FrozenCapture, "steps" | "ends">;
  readonly events: readonly StepEvent[];
}

interface EvictedPod {
  readonly step: number;
  readonly pod: PodName;
}

/** The pods that tell other policies from the recorded one, the one that is lost first first. */
export function lostPods({ run, capture, events }: Recording): readonly LostPod[] {
  const { steps, ends } = capture;
  const evicted = firstEvictions(events);
  const lost = new Map<string, LostPod>();
  const stepAt = firstSteps(steps);
  for (const { key, pod, time } of comparableEnds(ends, evicted)) {
    lost.set(key, { step: stepAt.get(time) ?? -1, key, pod });
  }
  for (const [key, { step: from, pod }] of evicted) {
    // Its stats may end before a list says so, or where no list does.
    const step = firstWithout(pod, run, observedAfter(from, capture));
    if (step === null || step >= (lost.get(key)?.step ?? steps.length)) continue;
    lost.set(key, { step, key, pod: podText(pod) });
  }
  return [...lost.values()].toSorted((a, b) => a.step - b.step);
}

/** The first step of each time. */
function firstSteps(steps: FrozenCapture["steps"]): ReadonlyMap<string, number> {
  const first = new Map<string, number>();
  for (const [step, { time }] of steps.entries()) {
    const text = formatTime(time);
    if (!first.has(text)) first.set(text, step);
  }
  return first;
}

/** Each pod with the step that evicts it first. */
function firstEvictions(events: readonly StepEvent[]): ReadonlyMap<string, EvictedPod> {
  const first = new Map<string, EvictedPod>();
  for (const { step, evicted } of events) {
    for (const pod of evicted) if (!first.has(podKey(pod))) first.set(podKey(pod), { step, pod });
  }
  return first;
}

function observedAfter(from: number, { steps }: Pick<FrozenCapture, "steps">): readonly number[] {
  return steps.flatMap(({ summary }, step) => (step > from && summary !== null ? [step] : []));
}

/** The first of several steps without the pod or its stats; null where the last one has them. */
function firstWithout(pod: PodName, run: Run, steps: readonly number[]): number | null {
  const hasAt = (step: number | undefined) => step === undefined || hasStatsAt(pod, run, step);
  if (hasAt(steps.at(-1))) return null;
  // A pod that is lost does not come back, so that half of the steps is left each time.
  let [low, high] = [0, steps.length - 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (hasAt(steps[middle])) low = middle + 1;
    else high = middle;
  }
  return steps[low] ?? null;
}

function hasStatsAt(pod: PodName, run: Run, step: number): boolean {
  run.goTo(step);
  const { ranking = [] } = run.rankedBy("memory.available")?.parse() ?? {};
  return ranking.some((each) => podKey(each) === podKey(pod) && each.hasStats);
}
