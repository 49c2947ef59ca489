import { untilUnknown } from "../../../analysis/questions/diff/changedText.ts";
import { evictedText } from "../../../analysis/questions/replay/tally.ts";
import { useModel, useStore } from "../state/context.ts";
import { evictedSteps, evictedUids } from "../state/evicted.ts";
import { Recorded } from "../state/recorded.ts";
import { unknownFrom } from "../time/unknownFrom.ts";
import { FEATURES } from "./features.ts";

/** How many pods are evicted in the capture on show; null until that is decided. */
export function useEvictedText(): string | null {
  const store = useStore();
  const recorded = useModel(Recorded).evictions.value;
  const { decided } = store;
  if (decided.value === null) return null;
  const { events } = decided.value.timeline;
  if (recorded.length > 0) return FEATURES.evictions.recordedText(recorded);
  const text = evictedText(evictedUids(events).size, evictedSteps(events));
  return untilUnknown(text, unknownFrom(store));
}
