import { JsonNumber, JsonObject, type JsonTree } from "../json/tree.ts";

/**
 * The outermost members in which a member is written twice, as the kubelet reads them from JSON: it
 * decodes the second one into what the first one left, so that objects are merged, where other
 * readers keep the last one. From YAML, which it sorts by name first, it keeps the last one too.
 */
export function repeatedMembers(tree: JsonObject): ReadonlyMap<string, unknown> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const [name, value] of tree.members) {
    if (seen.has(name) || hasRepeats(value)) repeated.add(name);
    seen.add(name);
  }
  const members = new Map<string, unknown>();
  for (const [name, value] of tree.members) {
    if (repeated.has(name)) members.set(name, decodedInto(members.get(name), value));
  }
  return new Map([...members].map(([name, value]) => [name, plain(value)]));
}

function hasRepeats(tree: JsonTree): boolean {
  if (Array.isArray(tree)) return tree.some(hasRepeats);
  if (!(tree instanceof JsonObject)) return false;
  const names = new Set(tree.members.map(([name]) => name));
  return names.size < tree.members.length || tree.members.some(([, value]) => hasRepeats(value));
}

/**
 * A value that is decoded into what stands there: objects, which are maps here, are merged, and
 * lists place by place. What stands there is changed, not copied: a member may be written twice
 * a hundred thousand times.
 */
function decodedInto(before: unknown, value: JsonTree): unknown {
  if (value instanceof JsonNumber) return Number(value.text);
  if (Array.isArray(value)) {
    const places: readonly unknown[] = Array.isArray(before) ? before : [];
    return value.map((item, index) => decodedInto(places[index], item));
  }
  if (!(value instanceof JsonObject)) return value;
  const members: Map<string, unknown> = before instanceof Map ? before : new Map();
  for (const [name, member] of value.members) {
    members.set(name, decodedInto(members.get(name), member));
  }
  return members;
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (!(value instanceof Map)) return value;
  return Object.fromEntries([...value].map(([name, member]) => [name, plain(member)]));
}
