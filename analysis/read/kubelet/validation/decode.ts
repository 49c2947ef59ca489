import { SIGNAL_ROWS } from "../../../engine/contract/signals.ts";
import type { Finding } from "../../../engine/decision.ts";
import { JsonNumber, JsonObject, type JsonTree } from "../../json/tree.ts";
import { type FieldFact, fieldsOf, type Release } from "./facts.ts";
import { parseDuration, quoted } from "./goText.ts";
import { quantityError } from "./quantity.ts";
import { timeError } from "./time.ts";

/** What decoding finds: errors stop the kubelet, of what it warns it only writes in its log. */
export interface Decoded {
  readonly errors: readonly Finding[];
  readonly warnings: readonly Finding[];
}

/**
 * Holds the members of a configuration against their types. The kubelet stops at the error that
 * comes first here; the others would follow. Members that it does not know it only logs: it
 * decodes strictly first, and leniently when strictness is all that failed.
 */
export function decodeMembers(tree: JsonObject, release: Release): Decoded {
  const decoder = new Decoder(fieldsOf(release));
  decoder.members(tree, { prefix: "", path: "", strict: "", stack: [] });
  return { errors: decoder.errors(), warnings: decoder.warnings };
}

/** The place of a value: in the table of fields, in the document, and in the kubelet's words. */
interface Place {
  readonly prefix: string;
  readonly path: string;
  readonly strict: string;
  readonly stack: readonly string[];
}

const INTEGERS: Readonly<Record<string, readonly [min: bigint, max: bigint]>> = {
  int32: [-(1n << 31n), (1n << 31n) - 1n],
  int64: [-(1n << 63n), (1n << 63n) - 1n],
  uint32: [0n, (1n << 32n) - 1n],
};

class Decoder {
  readonly warnings: Finding[] = [];
  readonly #fields: ReadonlyMap<string, FieldFact>;
  readonly #typeErrors: Finding[] = [];
  /** From values that read their own JSON: these end the decoding at once. */
  readonly #abruptErrors: Finding[] = [];

  constructor(fields: ReadonlyMap<string, FieldFact>) {
    this.#fields = fields;
  }

  errors(): Finding[] {
    return [...this.#abruptErrors.slice(0, 1), ...this.#typeErrors, ...this.#abruptErrors.slice(1)];
  }

  members(tree: JsonObject, place: Place): void {
    for (const [name, value] of tree.members) {
      const fact = this.#fields.get(place.prefix + name);
      const path = place.path === "" ? name : `${place.path}.${name}`;
      const strict = place.strict === "" ? name : `${place.strict}.${name}`;
      if (fact === undefined) {
        this.warnings.push(finding("unknown-member", path, unknownMember(strict)));
        continue;
      }
      const via = fact.via === undefined ? [] : [fact.via];
      const stack = [...place.stack, ...via, name];
      this.#value(value, fact, { prefix: place.prefix + name, path, strict, stack });
    }
  }

  #value(value: JsonTree, fact: FieldFact, place: Place): void {
    const read = READERS[fact.type];
    if (read !== undefined) {
      const found = value === null && fact.pointer === true ? undefined : read(value);
      if (found !== undefined) this.#abruptErrors.push(valueFinding(found, fact, place));
      return;
    }
    if (value === null) return;
    if (fact.type === "object" && value instanceof JsonObject) {
      this.members(value, { ...place, prefix: `${place.prefix}.` });
    } else if (fact.type === "map" && value instanceof JsonObject) {
      this.#map(value, place);
    } else if (fact.type === "list" && Array.isArray(value)) {
      this.#list(value, place);
    } else {
      const found = mismatch(value, fact.type);
      if (found === undefined) return;
      const message = typeMessage(found, fact, place, fact.go ?? fact.type);
      this.#typeErrors.push(finding("invalid-type", place.path, message));
    }
  }

  #map(tree: JsonObject, place: Place): void {
    const fact = this.#elementOf(`${place.prefix}{}`);
    for (const [name, value] of tree.members) {
      const path = `${place.path}[${JSON.stringify(name)}]`;
      const strict = `${place.strict}.${name}`;
      this.#value(value, fact, { ...place, prefix: `${place.prefix}{}`, path, strict });
    }
  }

  #list(items: readonly JsonTree[], place: Place): void {
    const fact = this.#elementOf(`${place.prefix}[]`);
    for (const [index, value] of items.entries()) {
      const [path, strict] = [`${place.path}[${index}]`, `${place.strict}[${index}]`];
      this.#value(value, fact, { ...place, prefix: `${place.prefix}[]`, path, strict });
    }
  }

  #elementOf(path: string): FieldFact {
    const fact = this.#fields.get(path);
    if (fact === undefined) throw new Error(`The table of fields has no ${path}.`);
    return fact;
  }
}

function unknownMember(name: string): string {
  const isThreshold = SIGNAL_ROWS.some((row) => row.name === name);
  const check = isThreshold
    ? "a threshold belongs in evictionHard or evictionSoft; check the indentation"
    : "check spelling and case";
  return `unknown field ${JSON.stringify(name)}: the kubelet logs and ignores it; ${check}`;
}

function finding(rule: string, path: string, message: string): Finding {
  return { rule, path, message };
}

/** Go's name for a value of the wrong type; undefined when it fits. */
function mismatch(value: JsonTree, type: string): string | undefined {
  if (value instanceof JsonObject) return "object";
  if (Array.isArray(value)) return "array";
  if (typeof value === "string") return type === "string" ? undefined : "string";
  if (typeof value === "boolean") return type === "bool" ? undefined : "bool";
  if (!(value instanceof JsonNumber)) return undefined;
  if (type === "float64") return Number.isFinite(Number(value.text)) ? undefined : numbered(value);
  const range = INTEGERS[type];
  if (range === undefined) return "number";
  const fits = /^-?\d+$/.test(value.text) && isBetween(BigInt(value.text), range);
  return fits && !(range[0] === 0n && value.text.startsWith("-")) ? undefined : numbered(value);
}

function isBetween(value: bigint, [min, max]: readonly [bigint, bigint]): boolean {
  return value >= min && value <= max;
}

function numbered({ text }: JsonNumber): string {
  return `number ${text}`;
}

/** `found` is where Go wants a value of type `wanted`. */
function typeMessage(found: string, fact: FieldFact, place: Place, wanted: string): string {
  const field = `${fact.struct}.${place.stack.join(".")}`;
  return `json: cannot unmarshal ${found} into Go struct field ${field} of type ${wanted}`;
}

/** What a value that reads its own JSON finds: a type it does not take, or an error of its own. */
type Found = { readonly mismatch: string } | { readonly error: string } | undefined;

function valueFinding(found: NonNullable<Found>, fact: FieldFact, place: Place): Finding {
  if ("error" in found) return finding("invalid-value", place.path, found.error);
  const message = typeMessage(found.mismatch, fact, place, "string");
  return finding("invalid-type", place.path, message);
}

/** Types that read their own JSON. */
const READERS: Readonly<Record<string, (value: JsonTree) => Found>> = {
  duration: (value) => textFound(value, durationError),
  durationOrNanoseconds: (value) => {
    if (typeof value === "string") return textFound(value, durationError);
    const found = value === null ? undefined : mismatch(value, "int64");
    if (found === undefined) return undefined;
    const reason = `json: cannot unmarshal ${found} into Go value of type time.Duration`;
    return { error: `invalid duration ${quoted(jsonText(value))}: ${reason}` };
  },
  time: (value) => (value === null ? undefined : textFound(value, timeError)),
  quantity: (value) => {
    const error = value === null ? undefined : quantityError(quantityText(value));
    return error === undefined ? undefined : { error };
  },
};

function durationError(text: string): string | undefined {
  const parsed = parseDuration(text);
  return "error" in parsed ? parsed.error : undefined;
}

/** null is the empty text to a type that reads a text of its own. */
function textFound(value: JsonTree, check: (text: string) => string | undefined): Found {
  const text = value ?? "";
  const error = typeof text === "string" ? check(text) : undefined;
  if (error !== undefined) return { error };
  return typeof text === "string" ? undefined : { mismatch: mismatch(text, "string") ?? "" };
}

/** A quantity takes its JSON unchanged, without the quotes of a string. */
function quantityText(value: JsonTree): string {
  return typeof value === "string" ? value : jsonText(value);
}

function jsonText(value: JsonTree): string {
  if (value instanceof JsonNumber) return value.text;
  if (value instanceof JsonObject) {
    const members = value.members.map(
      ([name, each]) => `${JSON.stringify(name)}:${jsonText(each)}`,
    );
    return `{${members.join(",")}}`;
  }
  return Array.isArray(value) ? `[${value.map(jsonText).join(",")}]` : JSON.stringify(value);
}
