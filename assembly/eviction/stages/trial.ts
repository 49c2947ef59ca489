/**
 * Re-running the last step with something changed: the state goes back to where the step began,
 * the step is taken again, and everything returns to how it was.
 */
import { Action } from "../../abi.ts";
import { SCRATCH_OFFSET } from "../../base/memory.ts";
import { EVICTIONS_OFFSET, STATE_OFFSET } from "../memory.ts";
import { recallHead, STATE_HEAD_BYTES, state } from "../model/state.ts";
import { evictionAt, STEP_RECORD_BYTES, step } from "../model/step.ts";
import { resume, synchronize } from "./synchronize.ts";

const SAVED_STATE: usize = SCRATCH_OFFSET;
const SAVED_STEP: usize = SAVED_STATE + STATE_HEAD_BYTES;
const SAVED_EVICTIONS: usize = SAVED_STEP + STEP_RECORD_BYTES;

/** The result of the trial. */
export let trialAction: Action = Action.None;
/** The row of the first pod that the trial evicts, or -1. */
export let trialEvicted: i32 = -1;

/** Takes the last step again on the tables as they are now; the caller has changed something. */
export function tryStep(): void {
  const evictionBytes: usize = 16 * usize(step.evictionCount);
  memory.copy(SAVED_STATE, STATE_OFFSET, STATE_HEAD_BYTES);
  memory.copy(SAVED_STEP, changetype<usize>(step), STEP_RECORD_BYTES);
  memory.copy(SAVED_EVICTIONS, EVICTIONS_OFFSET, evictionBytes);
  const flags = state.flags;
  recallHead();
  // The layout stays discovered: discovering it again would undo a changed threshold.
  state.flags = flags;
  const reclaimObserved = step.reclaimObserved != 0;
  trialAction = synchronize(step.time, step.evaluated);
  if (trialAction == Action.ReclaimNodeLevelResources) trialAction = resume(reclaimObserved);
  trialEvicted = step.evictionCount > 0 ? i32(evictionAt(0).pod) : -1;
  memory.copy(STATE_OFFSET, SAVED_STATE, STATE_HEAD_BYTES);
  memory.copy(changetype<usize>(step), SAVED_STEP, STEP_RECORD_BYTES);
  memory.copy(EVICTIONS_OFFSET, SAVED_EVICTIONS, evictionBytes);
}
