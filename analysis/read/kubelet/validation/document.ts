import { isAlias, isMap, isScalar, isSeq, Scalar } from "yaml";
import { JsonTextError, parseTree } from "../../json/parse.ts";
import { JsonNumber, JsonObject, type JsonTree } from "../../json/tree.ts";
import { ConfigurationError } from "../error.ts";
import { composedDocuments, isJson } from "../yaml.ts";
import { resolvePlain } from "./yamlScalar.ts";

/** The text is not a document to the kubelet; the message is its own as far as that is stable. */
export class DocumentError extends Error {
  override readonly name = "DocumentError";
}

/**
 * The first document of a text, as JSON: text that begins with `{` must be JSON, any other text is
 * YAML, whose members the kubelet sorts by name.
 */
export function readDocument(text: string): JsonTree {
  return isJson(text) ? readJson(text) : readYaml(text);
}

function readJson(text: string): JsonTree {
  try {
    return parseTree(text);
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error;
    throw new DocumentError(`couldn't get version/kind; json parse error: ${error.message}`);
  }
}

function readYaml(text: string): JsonTree {
  const document = firstDocument(text);
  if (document === undefined) return null;
  const tree = new YamlReader(document.contents).value(document.contents);
  refuseNotJson(tree);
  return tree;
}

/** Represents a number that JSON does not have: it may be overwritten, or be a name. */
const NOT_JSON = new JsonNumber("");

/** The kubelet sees such a number when it writes what is left as JSON. */
function refuseNotJson(tree: JsonTree): void {
  if (tree === NOT_JSON) throw new DocumentError("json: unsupported value");
  if (Array.isArray(tree)) for (const item of tree) refuseNotJson(item);
  if (tree instanceof JsonObject) for (const [, value] of tree.members) refuseNotJson(value);
}

/** With the bounds that the text was read with before. */
function firstDocument(text: string) {
  try {
    return composedDocuments({ name: "yaml", text }).documents[0];
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    throw new DocumentError(error.message);
  }
}

/** The limit of alias nodes, beyond which the document is an attack. */
const ALIASES_MAX = 1000;

class YamlReader {
  readonly #anchors: ReadonlyMap<string, unknown>;
  #aliases = 0;

  constructor(contents: unknown) {
    this.#anchors = anchorsOf(contents);
  }

  value(node: unknown): JsonTree {
    if (isAlias(node)) return this.value(this.#target(node.source));
    if (isMap(node)) return this.#object(node.items);
    if (isSeq(node)) return node.items.map((item) => this.value(item));
    if (!isScalar(node)) return null;
    return scalarOf(node);
  }

  #target(name: string): unknown {
    const target = this.#anchors.get(name);
    if (target === undefined) throw new DocumentError(`yaml: unknown anchor '${name}' referenced`);
    if (++this.#aliases > ALIASES_MAX) {
      throw new DocumentError("yaml: document contains excessive aliasing");
    }
    return target;
  }

  #object(items: readonly { readonly key: unknown; readonly value: unknown }[]): JsonObject {
    const members = new Map<string, JsonTree>();
    for (const { key, value } of items) {
      if (isMerge(key)) {
        for (const [name, merged] of this.#merged(value)) members.set(name, merged);
        continue;
      }
      const name = nameOf(isAlias(key) ? this.#target(key.source) : key);
      members.set(name, this.value(value));
    }
    return new JsonObject([...members].sort(([a], [b]) => compareBytes(a, b)));
  }

  /** `<<` takes the members of one mapping, or of several of which the first wins. */
  #merged(node: unknown): readonly (readonly [string, JsonTree])[] {
    const value = this.value(node);
    const sources = Array.isArray(value) ? [...value].reverse() : [value];
    return sources.flatMap((source) => {
      if (source instanceof JsonObject) return source.members;
      throw new DocumentError("yaml: map merge requires map or sequence of maps as the value");
    });
  }
}

function anchorsOf(contents: unknown): ReadonlyMap<string, unknown> {
  const anchors = new Map<string, unknown>();
  const visit = (node: unknown): void => {
    if (isAlias(node)) return;
    if (isMap(node) || isSeq(node) || isScalar(node)) {
      if (node.anchor !== undefined) anchors.set(node.anchor, node);
    }
    if (isMap(node)) {
      for (const { key, value } of node.items) {
        visit(key);
        visit(value);
      }
    } else if (isSeq(node)) node.items.forEach(visit);
  };
  visit(contents);
  return anchors;
}

function isMerge(key: unknown): boolean {
  return isScalar(key) && key.type === Scalar.PLAIN && key.source === "<<";
}

function nameOf(key: unknown): string {
  const value = isScalar(key) ? scalarOf(key) : undefined;
  if (isScalar(key) && value === NOT_JSON) return notJsonName(key.source ?? "");
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return String(value);
  if (value instanceof JsonNumber) return value.text;
  throw new DocumentError("Unsupported map key of type: %s, key: %+#v, value: %+#v");
}

/** The three numbers as names of members, in one spelling each. */
function notJsonName(text: string): string {
  if (/nan/i.test(text)) return ".nan";
  return text.startsWith("-") ? "-.inf" : ".inf";
}

const STRING_TAGS = new Set(["tag:yaml.org,2002:str", "tag:yaml.org,2002:binary", "!"]);

function scalarOf(node: Scalar): JsonTree {
  const plain = node.type === Scalar.PLAIN && !STRING_TAGS.has(node.tag ?? "");
  if (!plain) return typeof node.value === "string" ? node.value : String(node.source ?? "");
  const resolved = resolvePlain(node.source ?? "");
  if (resolved === "unsupported") return NOT_JSON;
  return resolved === "text" ? String(node.source ?? "") : resolved.tree;
}

/** Bytewise, as Go sorts the names of a map; of code points the order is the same. */
function compareBytes(a: string, b: string): number {
  const left = [...a];
  const right = [...b];
  for (let at = 0; at < Math.min(left.length, right.length); at++) {
    const difference = (left[at]?.codePointAt(0) ?? 0) - (right[at]?.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}
