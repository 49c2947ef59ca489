/** Nodes that are cordoned, as they were read: what it takes to try them uncordoned. */
import { memberName, memberNamed } from "../../read/json/members.ts";
import { contains } from "../../read/objects/documentBytes.ts";
import { eachObject } from "../../read/objects/eachObject.ts";
import type { ObjectTree } from "./change.ts";

const SPEC = memberName("spec");
/** Few documents have it, so that few are looked through. */
const MARK = new TextEncoder().encode("unschedulable");
/** If everything in a cluster is cordoned, only the first nodes are tried. */
const NODES_MAX = 64;
const decoder = new TextDecoder();

export class CordonedNodes {
  readonly #nodes = new Map<string, ObjectTree>();

  /** A node as the last document with it had it; undefined for one that was not cordoned there. */
  named(name: string): ObjectTree | undefined {
    return this.#nodes.get(name);
  }

  /** Objects as the module reads them; it is the one that says what is wrong with them. */
  take(document: Uint8Array): void {
    if (!contains(document, MARK)) return;
    try {
      eachObject(document, (object, kind) => this.#takeObject(object, kind));
    } catch {
      // Not JSON.
    }
  }

  #takeObject(object: Uint8Array, kind: string): void {
    if (kind !== "Node") return;
    const spec = memberNamed(object, SPEC);
    if (spec === undefined || !contains(spec, MARK)) return;
    const node: ObjectTree = { ...JSON.parse(decoder.decode(object)), kind };
    const { unschedulable } = node.spec as { unschedulable?: unknown };
    const { name } = node.metadata as { name?: unknown };
    if (unschedulable !== true || typeof name !== "string") return;
    if (this.#nodes.size < NODES_MAX || this.#nodes.has(name)) this.#nodes.set(name, node);
  }
}
