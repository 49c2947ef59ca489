import { changedText } from "../../../analysis/questions/diff/changedText.ts";
import { Recorded } from "./recorded.ts";
import type { Store } from "./store.ts";

/** What differs from the recording, such as `memory.available 100Mi → 1Gi, 1 pod changed`. */
export function changedWords(store: Store): string {
  const { decided, changes, refusal, configuration, recordedConfiguration } = store;
  const recorded = store.model(Recorded).run.value?.policy;
  const policy = decided.value?.policy;
  return changedText({
    policies: recorded === undefined || policy === undefined ? null : [recorded, policy],
    isRefused: refusal.value !== null,
    isOtherText: configuration.value !== recordedConfiguration.value,
    pods: changes.value.length,
  });
}

/** Documents without a configuration are held against a kubelet's defaults. */
export function isOfRecording({ capture, changes }: Store): boolean {
  return capture.value?.configuration !== null || changes.value.length > 0;
}
