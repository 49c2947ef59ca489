import type { Capture } from "../../read/capture/capture.ts";
import { recordedEventsOf } from "../../read/prometheus/recordedEvents.ts";
import { HappenedEvictions, type RecordedAndDecided } from "./happened.ts";
import { RecordedEvictions } from "./recordedEvictions.ts";
import { SeriesEvictions } from "./seriesEvictions.ts";

export interface Recorded {
  readonly happened: RecordedAndDecided;
  /** Absent where series say what happened. */
  readonly recorded?: RecordedEvictions;
}

/** What a capture records of evictions: its series, or else the statuses of its pods. */
export function recordedIn(
  { header }: Pick<Capture, "header">,
  recorded = new RecordedEvictions(),
): Recorded {
  const found = recordedEventsOf(header?.series);
  if (found !== null)
    return { happened: new SeriesEvictions(found.happened, found.intervalSeconds) };
  return { happened: new HappenedEvictions(recorded), recorded };
}
