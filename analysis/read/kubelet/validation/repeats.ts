import { JsonTextError, parseTree } from "../../json/parse.ts";
import { JsonNumber, JsonObject, type JsonTree } from "../../json/tree.ts";
import { type FieldFact, fieldsOf, RELEASES } from "./facts.ts";

/**
 * A configuration in JSON with each name once, as Go leaves it: a member that is written again is
 * decoded into the value that is there. Objects and maps keep what the second one does not name,
 * lists do so place by place, and null leaves a value without a pointer as it is. Undefined when
 * the text is not a JSON object. From YAML, which it sorts by name first, the kubelet keeps the
 * last one.
 */
export function foldRepeats(text: string): unknown {
  try {
    const tree = parseTree(text);
    if (!(tree instanceof JsonObject)) return undefined;
    const into: Members = new Map();
    new Folder(fieldsOf(RELEASES.at(-1) ?? 0)).members(into, tree, "");
    return plain(into);
  } catch (error) {
    if (error instanceof JsonTextError) return undefined;
    throw error;
  }
}

type Members = Map<string, unknown>;

/** Go keeps what lies behind the end of a list that became shorter, and finds it when it grows. */
interface Places {
  readonly values: unknown[];
  length: number;
}

/** What is there is changed, not copied: a member may be written a hundred thousand times. */
class Folder {
  readonly #fields: ReadonlyMap<string, FieldFact>;

  constructor(fields: ReadonlyMap<string, FieldFact>) {
    this.#fields = fields;
  }

  members(into: Members, { members }: JsonObject, prefix: string): void {
    for (const [name, value] of members) {
      into.set(name, this.#folded(into.get(name), value, prefix + name));
    }
  }

  #folded(before: unknown, value: JsonTree, path: string): unknown {
    const fact = this.#fields.get(path);
    if (value === null && fact !== undefined) return isEmptied(fact) ? null : (before ?? null);
    if (fact?.type === "object" && value instanceof JsonObject) {
      const into: Members = before instanceof Map ? before : new Map();
      this.members(into, value, `${path}.`);
      return into;
    }
    if (fact?.type === "map" && value instanceof JsonObject) {
      const into: Members = before instanceof Map ? before : new Map();
      for (const [name, each] of value.members) into.set(name, each);
      return into;
    }
    return fact?.type === "list" && Array.isArray(value) ? this.#list(before, value, path) : value;
  }

  #list(before: unknown, items: readonly JsonTree[], path: string): Places {
    const kept = isPlaces(before) && items.length > 0 ? before.values : [];
    for (const [index, item] of items.entries()) {
      kept[index] = this.#folded(kept[index], item, `${path}[]`);
    }
    return { values: kept, length: items.length };
  }
}

/** Whether null takes the value away. */
function isEmptied({ pointer, type }: FieldFact): boolean {
  return pointer === true || type === "list" || type === "map";
}

function isPlaces(value: unknown): value is Places {
  return typeof value === "object" && value !== null && "values" in value && "length" in value;
}

function plain(value: unknown): unknown {
  if (value instanceof JsonNumber) return Number(value.text);
  if (value instanceof Map) return fromEntries(value);
  if (value instanceof JsonObject) return fromEntries(value.members);
  if (Array.isArray(value)) return value.map(plain);
  return isPlaces(value) ? value.values.slice(0, value.length).map(plain) : value;
}

function fromEntries(members: Iterable<readonly [string, unknown]>): object {
  return Object.fromEntries([...members].map(([name, each]) => [name, plain(each)]));
}
