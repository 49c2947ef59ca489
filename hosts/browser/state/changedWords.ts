import { differingSettings } from "../../../analysis/questions/diff/difference.ts";
import { plural } from "../../../analysis/text/amount.ts";
import { Recorded } from "./recorded.ts";
import type { Store } from "./store.ts";

/** Settings named one by one. */
const NAMED_MAX = 3;

/** What differs from the recording, such as `memory.available 100Mi → 1Gi, 1 pod changed`. */
export function changedWords(store: Store): string {
  const { decided, changes, refusal, configuration, recordedConfiguration } = store;
  const recorded = store.model(Recorded).run.value?.policy;
  const policy = decided.value?.policy;
  const isOther = configuration.value !== recordedConfiguration.value;
  const settings =
    recorded === undefined || policy === undefined ? [] : differingSettings(recorded, policy);
  const words = settings
    .slice(0, NAMED_MAX)
    .map(({ setting, a, b }) => `${setting} ${a ?? "none"} → ${b ?? "none"}`);
  const further = settings.length - words.length;
  if (further > 0) words.push(`${plural(further, "further setting")}`);
  if (refusal.value !== null) words.push("a configuration that is refused");
  else if (isOther && settings.length === 0) words.push("the text of the configuration");
  const pods = changes.value.length;
  if (pods > 0) words.push(`${plural(pods, "pod")} changed`);
  return words.join(", ");
}

/** Documents without a configuration are held against a kubelet's defaults. */
export function isOfRecording({ capture, changes }: Store): boolean {
  return capture.value?.configuration !== null || changes.value.length > 0;
}
