import type { Decision } from "../../../analysis/engine/decision.ts";
import { answerTitle } from "../../../analysis/questions/explain/answer.ts";
import {
  policyOnlyVerdict,
  type RecordedVerdict,
  recordedShown,
  recordedVerdict,
  wasEvicted,
} from "../../../analysis/questions/explain/shownStep.ts";
import type { DecidedEviction } from "../session/protocol.ts";
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
  if (found === undefined) return policyOnlyAt(store, recorded);
  if (own.some(({ uid }) => uid === found.pod.uid)) return null;
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

/** Of a step that evicts a pod which the capture does not record as evicted then. */
function policyOnlyAt(
  { decision: { value: decision } }: Store,
  recorded: readonly DecidedEviction[],
): RecordedStep | null {
  const ends = recorded.flatMap(({ pod, eviction }) =>
    eviction === null ? [] : [{ pod, after: eviction.after, by: eviction.by }],
  );
  // Until the moments of all are known, one of them may be this one.
  if (decision === null || ends.length < recorded.length) return null;
  const verdict = policyOnlyVerdict(decision, ends);
  return verdict && { ...verdict, decision };
}

/** The decision that answers at the step on show: of the recorded eviction, or its own. */
export function answeringDecision(store: Store): Decision | null {
  return recordedAt(store)?.decision ?? store.decision.value;
}
