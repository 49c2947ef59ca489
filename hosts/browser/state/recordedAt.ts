import type { Decision } from "../../../analysis/engine/decision.ts";
import { answerTitle } from "../../../analysis/questions/explain/answer.ts";
import {
  type RecordedVerdict,
  recordedShown,
  recordedVerdict,
  wasEvicted,
} from "../../../analysis/questions/explain/shownStep.ts";
import { Recorded } from "./recorded.ts";
import type { Store } from "./store.ts";
import { READING_RECORDED } from "./words.ts";

/** A recorded eviction at the step on show, which the step itself does not decide. */
export interface RecordedStep extends RecordedVerdict {
  /** What evicts the pod on its last numbers; null where the policy does not. */
  readonly decision: Decision | null;
}

/** What the capture records of the step on show, where its own decision evicts another or none. */
export function recordedAt(store: Store): RecordedStep | null {
  const { position, decision } = store;
  const recorded = store.model(Recorded).evictions.value;
  const found = recorded.find(({ step }) => step === position.value);
  const own = decision.value?.evictions ?? [];
  if (found === undefined || own.some(({ uid }) => uid === found.pod.uid)) return null;
  const { eviction } = found;
  if (eviction === null) {
    return { title: wasEvicted(found.pod), sentence: READING_RECORDED, decision: null };
  }
  const shown = { ...eviction, decision: eviction.decision ?? decision.value };
  const verdict = recordedVerdict(shown);
  if (verdict !== null || shown.decision === null) return verdict && { ...verdict, decision: null };
  const { title } = answerTitle(shown.decision);
  return { title, sentence: recordedShown(shown), decision: shown.decision };
}

/** The decision that answers at the step on show: of the recorded eviction, or its own. */
export function answeringDecision(store: Store): Decision | null {
  return recordedAt(store)?.decision ?? store.decision.value;
}
