/**
 * On a pod, or on its namespace for all of its pods. `never` keeps it from being evicted; `allow`
 * on the pod takes precedence over its namespace; any other value counts as `never`.
 */
export const OPT_OUT_ANNOTATION = "plimsoll.dev/evict";

/** Null when the annotation is not there. */
export function mayEvict(annotations: Readonly<Record<string, string>>): boolean | null {
  const value = annotations[OPT_OUT_ANNOTATION];
  return value === undefined ? null : value === "allow";
}
