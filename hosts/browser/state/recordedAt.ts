import {
  type RecordedVerdict,
  recordedVerdict,
} from "../../../analysis/questions/explain/shownStep.ts";
import type { Store } from "./store.ts";

const NANOSECONDS_PER_MILLISECOND = 1_000_000n;

/** What the capture records of the step on show, where the run never evicts that pod. */
export function recordedAt(store: Store): RecordedVerdict | null {
  const { position, decision, capture, recordedOnly } = store;
  const found = recordedOnly.value.find(({ step }) => step === position.value);
  const times = capture.value?.times;
  const [after, by] = [times?.[position.value], times?.[position.value + 1]];
  if (found === undefined || after === undefined || by === undefined) return null;
  const moments = { after: nanosecondsOf(after), by: nanosecondsOf(by) };
  return recordedVerdict({
    ...found.pod,
    ...moments,
    isDecided: true,
    decision: decision.value,
  });
}

function nanosecondsOf(milliseconds: number): bigint {
  return BigInt(Math.round(milliseconds)) * NANOSECONDS_PER_MILLISECOND;
}
