import { parseTree } from "../../../read/json/parse.ts";
import { formatTree, JsonObject, type JsonTree } from "../../../read/json/tree.ts";
import type { LeafKind, Shape } from "./shape.ts";

/** What becomes of the scalars that are kept. */
export interface Visitor {
  /** Whether members whose names may say something go by another name. */
  readonly isAnonymous: boolean;
  leaf(value: JsonTree, kind: LeafKind): JsonTree;
  /** A value of another type than its shape; the engine will refuse it, or read it as absent. */
  mismatch(value: JsonTree): JsonTree;
}

const decoder = new TextDecoder("utf-8", { fatal: true });
const encoder = new TextEncoder();

/** The part of a document that a shape names, compact. Throws what `parseTree` throws. */
export function projectDocument(document: Uint8Array, shape: Shape, visitor: Visitor): Uint8Array {
  const tree = parseTree(decoder.decode(document));
  return encoder.encode(formatTree(project(tree, shape, visitor)));
}

export function project(tree: JsonTree, shape: Shape, visitor: Visitor): JsonTree {
  if (shape.is === "leaf") return visitor.leaf(tree, shape.leaf);
  if (shape.is === "list") {
    if (!Array.isArray(tree)) return visitor.mismatch(tree);
    return tree.map((item) => project(item, shape.item, visitor));
  }
  if (!(tree instanceof JsonObject)) return visitor.mismatch(tree);
  const members: [string, JsonTree][] = [];
  for (const [name, value] of tree.members) {
    const kept = shape.member(name);
    if (kept === undefined) continue;
    const called = visitor.isAnonymous ? (kept.anonymous ?? name) : name;
    members.push([called, project(value, kept.shape, visitor)]);
  }
  return new JsonObject(members);
}
