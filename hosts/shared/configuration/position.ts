import { isMap, isScalar, LineCounter, parseAllDocuments, type YAMLMap } from "yaml";

/** Where the fields of a KubeletConfiguration stand in the documents that wrap it. */
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
const SEGMENT = /\["((?:[^"\\]|\\.)*)"\]|[^.[\]]+/g;

/**
 * Finds the 1-based line of a member such as `evictionHard["memory.available"]` in a YAML or JSON
 * text; the line of the nearest member around it when it is not there itself; undefined when the
 * text has neither.
 */
export function lineFinder(text: string): (path: string) => number | undefined {
  const lineCounter = new LineCounter();
  const documents = [...parseAllDocuments(text, { lineCounter, logLevel: "silent" })];
  const roots = documents.map((document) => document.contents).filter((root) => isMap(root));
  return (path) => {
    const segments = [...path.replace(/^\$/, "").matchAll(SEGMENT)].map(
      (found) => found[1] ?? found[0],
    );
    for (const wrapper of WRAPPERS) {
      for (const root of roots) {
        const offset = offsetOf(root, wrapper, segments);
        if (offset !== undefined) return lineCounter.linePos(offset).line;
      }
    }
    return undefined;
  };
}

/** The offset of the deepest key on the way; undefined when the first one is not there. */
function offsetOf(
  root: YAMLMap,
  wrapper: readonly string[],
  segments: readonly string[],
): number | undefined {
  let node: unknown = root;
  for (const name of wrapper) node = memberOf(node, name)?.value;
  let offset: number | undefined;
  for (let at = 0; at < segments.length; ) {
    const found = longestMember(node, segments.slice(at));
    if (found === null) break;
    const { pair, length } = found;
    offset = isScalar(pair.key) ? pair.key.range?.[0] : offset;
    node = pair.value;
    at += length;
  }
  return offset;
}

/** Signals have dots in their names, and a JSON path does not tell them from its own. */
function longestMember(node: unknown, segments: readonly string[]) {
  for (let length = segments.length; length > 0; length--) {
    const pair = memberOf(node, segments.slice(0, length).join("."));
    if (pair !== undefined) return { pair, length };
  }
  return null;
}

function memberOf(node: unknown, name: string) {
  if (!isMap(node)) return undefined;
  return node.items.find(({ key }) => isScalar(key) && String(key.value) === name);
}
