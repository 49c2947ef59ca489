import { Recorded } from "../state/recorded.ts";
import type { Store } from "../state/store.ts";
import { ShownTime } from "./shownTime.ts";
import { clockText } from "./zone.ts";

/** The time of day from which the recording does not show what the run on show would do. */
export function unknownFrom(store: Store): string | null {
  const { unknown } = store.model(Recorded);
  const time = store.capture.value?.times[unknown.value?.step ?? -1];
  return time === undefined ? null : clockText(time, store.model(ShownTime).zone.value);
}
