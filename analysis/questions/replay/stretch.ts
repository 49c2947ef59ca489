import type { Decision, Signal } from "../../engine/decision.ts";
import { plural } from "../../text/amount.ts";
import type { TimelineLine } from "../../text/document.ts";
import { headroomShare, type ObservedThreshold, observed } from "../../text/observedThreshold.ts";
import { isQuiet } from "../../text/outcome.ts";
import { podTexts } from "../../text/podText.ts";
import { gaugeOf } from "./gauges.ts";

/** Where a signal was nearest to one of its thresholds. */
interface Lowest {
  readonly decision: Decision;
  readonly threshold: ObservedThreshold;
}

/** Steps that say the same as the one before them. */
export interface Stretch {
  readonly steps: number;
  readonly last: Decision;
  readonly lowest: ReadonlyMap<Signal, Lowest>;
}

/** Nearer to its threshold than this, a signal counts more than the one of the stretch. */
const NEAR_SHARE = 1.5;

export function extended(stretch: Stretch | null, decision: Decision): Stretch {
  const lowest = new Map(stretch?.lowest);
  for (const threshold of (decision.thresholds ?? []).filter(observed)) {
    const before = lowest.get(threshold.signal);
    const nearer =
      before === undefined || headroomShare(threshold) < headroomShare(before.threshold);
    if (threshold.limit > 0 && nearer) lowest.set(threshold.signal, { decision, threshold });
  }
  return { steps: (stretch?.steps ?? 0) + 1, last: decision, lowest };
}

/** One line for the whole stretch; `followed` is the signal it is about so far. */
export function stretchLine(stretch: Stretch, followed: Signal | null): TimelineLine {
  const { evictions } = stretch.last;
  const steps = plural(stretch.steps, isQuiet(stretch.last) ? "quiet step" : "step");
  const again = `${steps} more, each evicts ${podTexts(evictions)}`;
  const shown = shownOf(stretch, followed);
  if (shown === null || evictions.length > 0) {
    return { time: null, text: evictions.length > 0 ? again : steps, tone: "faint" };
  }
  const { decision, threshold } = shown;
  const { signal } = threshold;
  const text = stretch.steps === 1 ? `${signal}, ${steps}` : `lowest ${signal} in ${steps}`;
  return { time: decision.time, gauge: gaugeOf(decision, signal), text, tone: "faint" };
}

function shownOf({ lowest }: Stretch, followed: Signal | null): Lowest | null {
  let tight: Lowest | null = null;
  for (const each of lowest.values()) {
    if (tight === null || headroomShare(each.threshold) < headroomShare(tight.threshold))
      tight = each;
  }
  const own = followed === null ? undefined : lowest.get(followed);
  if (own === undefined || tight === null) return tight;
  return headroomShare(tight.threshold) < Math.min(NEAR_SHARE, headroomShare(own.threshold))
    ? tight
    : own;
}
