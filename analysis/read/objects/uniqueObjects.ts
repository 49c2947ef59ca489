import { memberAt } from "../json/untyped.ts";

interface NamedObject {
  readonly kind?: unknown;
  readonly metadata?: unknown;
}

/**
 * Each object once, as it was read last: a dump may hold one by itself and in a list, and two
 * files may overlap.
 */
export function uniqueObjects<T extends NamedObject>(objects: readonly T[]): readonly T[] {
  const found = new Map<unknown, T>();
  for (const object of objects) {
    const [namespace, name] = ["namespace", "name"].map((each) => memberAt(object.metadata, each));
    const key = typeof name === "string" ? `${object.kind} ${namespace ?? ""}/${name}` : object;
    found.set(key, object);
  }
  return [...found.values()];
}
