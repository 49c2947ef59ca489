import { isMap, isScalar, type YAMLMap } from "yaml";
import { ConfigurationError } from "./error.ts";
import type { ConfigurationText } from "./loaded.ts";
import { type ComposedDocuments, composedDocuments } from "./yaml.ts";

/** The places of the fields of a KubeletConfiguration in the documents that wrap it. */
const WRAPPERS: readonly (readonly string[])[] = [
  [],
  ["kubeletconfig"],
  ["spec", "kubeletConfig"],
  ["spec", "kubelet", "config"],
  ["spec", "kubelet"],
  ["spec", "kubernetes", "kubelet"],
  ["machine", "kubelet", "extraConfig"],
  ["config"],
  ["kubeletConfig"],
];
/** The limit for the parts of a member's name between dots. `imagefs.inodesFree` has 2. */
const NAME_SEGMENTS_MAX = 8;
const SEGMENT = /\["((?:[^"\\]|\\.)*)"\]|[^.[\]]+/g;

/**
 * Finds the 1-based line of a member such as `evictionHard["memory.available"]` in a YAML or JSON
 * text; the line of the nearest member around it when it is not there itself; undefined when the
 * text has neither.
 */
export function lineFinder(text: string): (path: string) => number | undefined {
  const composed = composedOf(text);
  if (composed === null) return () => undefined;
  const { documents, lines } = composed;
  const roots = documents.map((document) => document.contents).filter((root) => isMap(root));
  const memberOf = memberFinder();
  const places = WRAPPERS.flatMap((wrapper) =>
    roots.flatMap((root) => mapAt(root, wrapper, memberOf) ?? []),
  );
  return (path) => {
    const segments = segmentsOf(path);
    for (const place of places) {
      // A name may have the signs of a path in it.
      const offset = offsetOf(place, [path], memberOf) ?? offsetOf(place, segments, memberOf);
      if (offset !== undefined) return lines.linePos(offset).line;
    }
    return undefined;
  };
}

function segmentsOf(path: string): readonly string[] {
  return [...path.replace(/^\$/, "").matchAll(SEGMENT)].map(([name, quoted]) =>
    quoted === undefined ? name : unescaped(quoted),
  );
}

/** A key as the text of a path quotes it. */
function unescaped(quoted: string): string {
  try {
    return String(JSON.parse(`"${quoted}"`));
  } catch {
    return quoted;
  }
}

const finders = new WeakMap<ConfigurationText, (path: string) => number | undefined>();

/** The same of a text that holds several configurations: it is read once for all of them. */
export function lineFinderOf(source: ConfigurationText): (path: string) => number | undefined {
  const finder = finders.get(source) ?? lineFinder(source.text);
  finders.set(source, finder);
  return finder;
}

/** Null for a text that is not read as YAML: it has no members with lines. */
function composedOf(text: string): ComposedDocuments | null {
  try {
    return composedDocuments({ name: "", text });
  } catch (error) {
    if (error instanceof ConfigurationError) return null;
    throw error;
  }
}

/** The map at a path of names; undefined when there is none. */
function mapAt(
  root: YAMLMap,
  path: readonly string[],
  memberOf: MemberFinder,
): YAMLMap | undefined {
  let node: unknown = root;
  for (const name of path) node = memberOf(node, name)?.value;
  return isMap(node) ? node : undefined;
}

/** The offset of the deepest key on the way; undefined when the first one is not there. */
function offsetOf(
  place: YAMLMap,
  segments: readonly string[],
  memberOf: MemberFinder,
): number | undefined {
  let node: unknown = place;
  let offset: number | undefined;
  for (let at = 0; at < segments.length; ) {
    const found = longestMember(node, segments.slice(at), memberOf);
    if (found === null) break;
    const { pair, length } = found;
    offset = isScalar(pair.key) ? pair.key.range?.[0] : offset;
    node = pair.value;
    at += length;
  }
  return offset;
}

/** Signals have dots in their names, and a JSON path does not distinguish them from its own. */
function longestMember(node: unknown, segments: readonly string[], memberOf: MemberFinder) {
  for (let length = Math.min(segments.length, NAME_SEGMENTS_MAX); length > 0; length--) {
    const pair = memberOf(node, segments.slice(0, length).join("."));
    if (pair !== undefined) return { pair, length };
  }
  return null;
}

type MemberFinder = (node: unknown, name: string) => Pair | undefined;
type Pair = YAMLMap["items"][number];

/** Looks up members in maps that are indexed when they are first asked; the first of equal keys. */
function memberFinder(): MemberFinder {
  const indexes = new Map<YAMLMap, Map<string, Pair>>();
  return (node, name) => {
    if (!isMap(node)) return undefined;
    const index = indexes.get(node) ?? indexOf(node);
    indexes.set(node, index);
    return index.get(name);
  };
}

function indexOf({ items }: YAMLMap): Map<string, Pair> {
  const pairs = items.flatMap((pair): [string, Pair][] =>
    isScalar(pair.key) ? [[String(pair.key.value), pair]] : [],
  );
  return new Map(pairs.reverse());
}
