/**
 * A saved state as it came from outside: every count, mask, flag and size is looked at before one
 * of them is used. Times may be any, since the clocks that read them saturate. Which thresholds
 * there are depends on the layout that the state brings: `verbs.ts` looks at that.
 */
import { INPUT_OFFSET } from "../../base/memory.ts";
import { isZero } from "../../node/documents/verifyTexts.ts";
import { NODE_CONDITION_COUNT, SIGNAL_COUNT } from "../../node/model/signalTable.ts";
import {
  CREDIT_BYTES,
  CREDITS_MAX,
  FIELDS_END,
  FIRST_OBSERVED,
  FIRST_OBSERVED_END,
  KNOWN_STATE_FLAGS,
  LAST_TIMES,
  LAST_TIMES_END,
  STATE_HEAD_BYTES,
  STEPS_MAX,
  State,
  StateFlag,
  UID_BYTES_MAX,
} from "../model/state.ts";

const CONDITIONS: u32 = (1 << u32(NODE_CONDITION_COUNT)) - 1;
const SIGNALS: u32 = (1 << u32(SIGNAL_COUNT)) - 1;
/** Whether a state of `body` bytes in the input region could have been saved. */
export function isStateSound(given: State, body: usize): bool {
  if (given.creditCount > CREDITS_MAX) return false;
  if (body != STATE_HEAD_BYTES + CREDIT_BYTES * usize(given.creditCount)) return false;
  return isHeadSound(given) && areCreditsSound(given.creditCount);
}

function isHeadSound(given: State): bool {
  const layout = StateFlag.DedicatedImageFs | StateFlag.SplitContainerFs;
  if ((given.flags & ~KNOWN_STATE_FLAGS) != 0 || given.steps > STEPS_MAX) return false;
  if ((given.flags & layout) != 0 && (given.flags & StateFlag.Discovered) == 0) return false;
  const known = StateFlag.Discovered | StateFlag.Missed;
  if ((given.flags & known) == known) return false;
  if ((given.thresholdsMet & ~given.thresholdsObserved) != 0) return false;
  if ((given.conditionsObserved & ~CONDITIONS) != 0) return false;
  if ((given.nodeConditions & ~given.conditionsObserved) != 0) return false;
  if ((given.signalsObserved & ~SIGNALS) != 0) return false;
  if ((given.signalsTimed & ~given.signalsObserved) != 0) return false;
  return (
    isZero(INPUT_OFFSET + FIELDS_END, FIRST_OBSERVED - FIELDS_END) &&
    isZero(INPUT_OFFSET + FIRST_OBSERVED_END, LAST_TIMES - FIRST_OBSERVED_END) &&
    isZero(INPUT_OFFSET + LAST_TIMES_END, STATE_HEAD_BYTES - LAST_TIMES_END)
  );
}

/** A uid's size, the uid, and zeros behind it. */
function areCreditsSound(count: u32): bool {
  const end = INPUT_OFFSET + STATE_HEAD_BYTES + CREDIT_BYTES * usize(count);
  for (let credit = end - CREDIT_BYTES * usize(count); credit < end; credit += CREDIT_BYTES) {
    const size = load<i32>(credit);
    if (size < 0 || size > UID_BYTES_MAX) return false;
    for (let at = credit + 4 + usize(size); at < credit + CREDIT_BYTES; at++) {
      if (load<u8>(at) != 0) return false;
    }
  }
  return true;
}
