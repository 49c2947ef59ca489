/** What the page says around changes that would have spared a pod. */

export const FIXES = "Fixes";
export const CHECKED_BY = "each checked by deciding again with it";
export const NO_FIX = "No single setting spares the pod. Tried: request, priority, threshold.";
export const NOT_TRIED = "No change was tried: the limit of a pod or a volume decided this.";
export const NOTHING_TO_FIX = "No pod is evicted at this moment.";

export function goToText(clock: string): string {
  return `Go to the eviction at ${clock}`;
}

export const BEFORE_AND_AFTER = "Before and after";
export const AFTER = "After";
export const CHECKED_AGAIN = "✓ checked by deciding again";
export const DECIDING_AGAIN = "Deciding again…";
export const NOT_DECIDED = "The configuration is refused, so nothing is decided with it.";
export const COPY = "Copy";
export const COPY_KUBECTL = "Copy kubectl";
export const COPY_YAML = "Copy YAML";
export const INSTEAD = "Instead:";

export function beforeText(isOfRecording: boolean): string {
  return isOfRecording ? "Before, as recorded" : "Before, under the defaults";
}
