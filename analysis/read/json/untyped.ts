/** Parsed documents whose form is not known: what is missing in one is empty. */

/** An object of a document. */
export type Members = Readonly<Record<string, unknown>>;

export function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value if it is an object, else an empty one. */
export function objectOf(value: unknown): Members {
  return isMembers(value) ? value : {};
}

/** The objects of a list; none if the value is not a list. */
export function listOf(value: unknown): readonly Members[] {
  return Array.isArray(value) ? value.filter(isMembers) : [];
}

/** The value at a path of names; undefined when one of them is missing. */
export function memberAt(value: unknown, ...path: readonly string[]): unknown {
  let at = value;
  for (const name of path) at = isMembers(at) && Object.hasOwn(at, name) ? at[name] : undefined;
  return at;
}

/** A whole number from 0 to 2^53. */
export function isAmount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** RFC 7396, a JSON merge patch: null removes a member, objects are merged, all else replaces. */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isMembers(patch)) return patch;
  // A map, because a document may name a member __proto__.
  const merged = new Map(Object.entries(objectOf(target)));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name);
    else merged.set(name, mergePatch(merged.get(name), value));
  }
  return Object.fromEntries(merged);
}
