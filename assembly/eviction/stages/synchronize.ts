/**
 * One step of the eviction manager, from top to bottom as the kubelet takes it. Spec 3.2.
 * Node-level reclaim is an effect in the middle: the step suspends there, and `resume` goes on.
 */
import { Action } from "../../abi.ts";
import { behavesAs } from "../../node/model/behavior.ts";
import {
  AFTER_RECLAIM,
  isObserved,
  OBSERVED,
  ObservationFlag,
  observationAt,
} from "../../node/model/observation.ts";
import { Behavior } from "../../node/model/releaseTable.ts";
import { SIGNAL_COUNT } from "../../node/model/signalTable.ts";
import { PolicyFlag, policy, policyHas } from "../model/policy.ts";
import { STEPS_MAX, StateFlag, setLastStatsTime, state, stateHas } from "../model/state.ts";
import {
  addEviction,
  EvictionCause,
  ReclaimState,
  STEP_RECORD_BYTES,
  StepFailure,
  step,
} from "../model/step.ts";
import { allThresholds, firstStepThresholds, thresholdAt } from "../model/threshold.ts";
import { conditionsObservedSince, nodeConditions, observeConditions } from "./conditions.ts";
import { gracePeriodSatisfied, observeThresholds } from "./grace.ts";
import { discoverLayout } from "./layout.ts";
import { firstToReclaim } from "./likeliest.ts";
import { localStorageEviction } from "./localStorage.ts";
import { firstToEvict, hasActivePods } from "./rank.ts";
import { reclaimFunctionsOf } from "./reclaim.ts";
import { mergeThresholds, thresholdsMet, thresholdsUpdatedStats } from "./thresholds.ts";
import { creditedSignals, hideLoneInodes } from "./whatIf.ts";

/**
 * Takes one step on the observations and stats in the tables; answers an action. A trial names the
 * thresholds to evaluate, those of the step it repeats; otherwise 0.
 */
export function synchronize(now: i64, repeated: u64): Action {
  startStep(now);
  if (policy.thresholdCount == 0 && !policyHas(PolicyFlag.LocalStorageCapacityIsolation)) {
    return Action.None;
  }
  // Mirrored thresholds that discovery appends are not evaluated in the step that finds them.
  const first = !stateHas(StateFlag.Discovered) && !stateHas(StateFlag.Missed);
  step.failed = u32(discoverLayout(first));
  if (step.failed != u32(StepFailure.None)) return Action.None;
  step.evaluated = first ? firstStepThresholds() : allThresholds();
  if (repeated != 0) step.evaluated = repeated;

  step.met = thresholdsMet(step.evaluated, OBSERVED, false);
  const unresolved = thresholdsMet(state.thresholdsMet, OBSERVED, true);
  step.unresolved = mergeThresholds(step.met, unresolved);

  observeThresholds(step.unresolved, now);
  observeConditions(nodeConditions(step.unresolved), now);
  state.nodeConditions = conditionsObservedSince(now);
  step.nodeConditions = state.nodeConditions;

  step.gracePeriodSatisfied = gracePeriodSatisfied(now);
  state.thresholdsMet = step.gracePeriodSatisfied;
  step.updatedStats = thresholdsUpdatedStats(step.gracePeriodSatisfied, OBSERVED);
  rememberObservations();

  if (policyHas(PolicyFlag.LocalStorageCapacityIsolation)) localStorageEviction();
  if (step.evictionCount > 0) {
    step.localStorage = 1;
    return finish(Action.EvictPods);
  }
  if (step.updatedStats == 0) return Action.None;
  step.chosen = firstToReclaim(step.updatedStats);
  if (step.chosen < 0) return Action.None;
  step.reclaimFunctions = reclaimFunctionsOf(chosenSignal());
  if (step.reclaimFunctions == 0) return evictOne();
  step.reclaimState = ReclaimState.Suspended;
  return finish(Action.ReclaimNodeLevelResources);
}

/** Goes on after node-level reclaim; `observed` says whether a fresh Summary could be read. */
export function resume(observed: bool): Action {
  step.reclaimObserved = u32(observed);
  step.metAfterReclaim = 0;
  if (observed) {
    hideLoneInodes(AFTER_RECLAIM);
    const enforce = behavesAs(Behavior.ReclaimCheckEnforcesMinReclaim);
    step.metAfterReclaim = thresholdsMet(allThresholds(), AFTER_RECLAIM, enforce);
  }
  const sufficient = observed && step.metAfterReclaim == 0;
  step.reclaimState = sufficient ? ReclaimState.Sufficient : ReclaimState.Insufficient;
  return sufficient ? finish(Action.None) : evictOne();
}

/** Ranks for the chosen signal and evicts the first pod that can be. */
function evictOne(): Action {
  if (!hasActivePods()) return finish(Action.None);
  const pod = firstToEvict(chosenSignal());
  if (pod < 0) return finish(Action.None);
  addEviction(u32(pod), EvictionCause.NodePressure, 0);
  return finish(Action.EvictPod);
}

function startStep(now: i64): void {
  memory.fill(changetype<usize>(step), 0, STEP_RECORD_BYTES);
  step.previousAt = state.steps == 0 ? now : state.lastStepAt;
  if (state.steps < STEPS_MAX) state.steps++;
  state.lastStepAt = now;
  step.index = state.steps;
  step.time = now;
  step.chosen = -1;
  step.creditedSignals = creditedSignals();
  step.present = 1;
}

function finish(action: Action): Action {
  step.action = action;
  return action;
}

function chosenSignal(): i32 {
  return i32(thresholdAt(step.chosen).signal);
}

/** Stored every step, even when local storage ends it early. Spec 3.7. */
function rememberObservations(): void {
  state.signalsObserved = 0;
  state.signalsTimed = 0;
  for (let signal = 0; signal < SIGNAL_COUNT; signal++) {
    if (!isObserved(OBSERVED, signal)) continue;
    const observation = observationAt(OBSERVED, signal);
    const mask = u32(1) << u32(signal);
    state.signalsObserved |= mask;
    if (observation.flags & ObservationFlag.TimeSet) state.signalsTimed |= mask;
    setLastStatsTime(signal, observation.time);
  }
}
