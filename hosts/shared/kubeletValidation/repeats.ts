import { JsonNumber, JsonObject, type JsonTree } from "../json/tree.ts";

/**
 * The outermost members in which a member is written twice, as the kubelet reads them from JSON: it
 * decodes the second one into what the first one left, so that objects are merged, where other
 * readers keep the last one. From YAML, which it sorts by name first, it keeps the last one too.
 */
export function repeatedMembers(tree: JsonObject): ReadonlyMap<string, unknown> {
  const merged = plain(tree) as Readonly<Record<string, unknown>>;
  const names = new Set(tree.members.map(([name]) => name));
  const repeated = [...names].filter((name) => {
    const values = tree.members.filter(([member]) => member === name).map(([, value]) => value);
    return values.length > 1 || values.some(hasRepeats);
  });
  return new Map(repeated.map((name) => [name, merged[name]]));
}

function hasRepeats(tree: JsonTree): boolean {
  if (Array.isArray(tree)) return tree.some(hasRepeats);
  if (!(tree instanceof JsonObject)) return false;
  const names = new Set(tree.members.map(([name]) => name));
  return names.size < tree.members.length || tree.members.some(([, value]) => hasRepeats(value));
}

function plain(tree: JsonTree): unknown {
  if (tree instanceof JsonNumber) return Number(tree.text);
  if (Array.isArray(tree)) return tree.map(plain);
  if (!(tree instanceof JsonObject)) return tree;
  const members = new Map<string, JsonTree>();
  for (const [name, value] of tree.members) {
    members.set(name, taken(members.get(name), value));
  }
  return Object.fromEntries([...members].map(([name, value]) => [name, plain(value)]));
}

/** A value that is decoded into what stands there: objects are merged, in lists place by place. */
function taken(before: JsonTree | undefined, value: JsonTree): JsonTree {
  if (before instanceof JsonObject && value instanceof JsonObject) {
    return new JsonObject([...before.members, ...value.members]);
  }
  if (!Array.isArray(before) || !Array.isArray(value)) return value;
  return value.map((item, index) => taken(before[index], item));
}
