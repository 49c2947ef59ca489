/**
 * NodeResourcesFit: every resource that a node has too little of, in the order pods, cpu, memory,
 * ephemeral-storage, and scalars by name.
 */
import { hasWord, listCount, wordOf } from "../objects/model/list.ts";
import { Node, nodeAt } from "../objects/model/node.ts";
import { slashOf } from "../objects/model/qualifiedName.ts";
import { isExtended, ResourceKind } from "../objects/model/resourceName.ts";
import { internText, textAt, textSize } from "../objects/model/text.ts";
import {
  amountAt,
  columnOf,
  NodeRequests,
  scalarAllocatable,
  scalarRequested,
} from "./nodeRequests.ts";
import { Use } from "./uses.ts";

/** One resource that does not suffice. */
@unmanaged
export class Insufficiency {
  requested: i64;
  used: i64;
  capacity: i64;
  /** A `ResourceKind`; a scalar has a name. */
  kind: i32;
  name: u32;
}

/** Scalars of one pod, and the four others. */
const INSUFFICIENCIES_MAX: u32 = 68;
const ROW_BYTES: usize = offsetof<Insufficiency>();
const ROWS: usize = memory.data(32 * 68, 8);

let found: u32 = 0;

export function insufficiencyAt(index: u32): Insufficiency {
  return changetype<Insufficiency>(ROWS + usize(index) * ROW_BYTES);
}

/** When even the empty node is too small, evicting other pods does not help. */
export function isUnresolvable(row: Insufficiency): bool {
  return row.kind != ResourceKind.Pods && row.requested > row.capacity;
}

/** How many resources do not suffice; a pod that asks for nothing takes a place only. */
export function countInsufficient(
  use: Use,
  row: u32,
  requests: NodeRequests,
  ignored: u32,
  ignoredGroups: u32,
): u32 {
  const node = nodeAt(row);
  found = 0;
  if (requests.podCount + 1 > node.pods) {
    note(ResourceKind.Pods, 0, 1, requests.podCount, node.pods);
  }
  compare(ResourceKind.CPU, use.milliCPU, requests.milliCPU, node.milliCPU);
  compare(ResourceKind.Memory, use.memory, requests.memory, node.memory);
  compare(
    ResourceKind.EphemeralStorage,
    use.ephemeralStorage,
    requests.ephemeralStorage,
    node.ephemeralStorage,
  );
  const scalars = use.scalars;
  for (let at: u32 = 0; at < listCount(scalars); at += 3) {
    const requested = amountAt(scalars, at);
    const name = wordOf(scalars, at);
    if (requested <= 0 || isIgnored(name, ignored, ignoredGroups)) continue;
    const column = columnOf(name);
    const used = scalarRequested(row, column);
    const capacity = scalarAllocatable(row, column);
    if (requested > capacity - used) note(ResourceKind.Scalar, name, requested, used, capacity);
  }
  return found;
}

/** Whether all resources suffice, for the many nodes that need no list of the others. */
export function fits(use: Use, row: u32, node: Node, requests: NodeRequests): bool {
  if (requests.podCount + 1 > node.pods) return false;
  if (use.milliCPU > 0 && use.milliCPU > node.milliCPU - requests.milliCPU) return false;
  if (use.memory > 0 && use.memory > node.memory - requests.memory) return false;
  const storage = use.ephemeralStorage;
  if (storage > 0 && storage > node.ephemeralStorage - requests.ephemeralStorage) return false;
  if (use.scalars == 0) return true;
  return countInsufficient(use, row, requests, 0, 0) == 0;
}

function compare(kind: ResourceKind, requested: i64, used: i64, capacity: i64): void {
  if (requested > 0 && requested > capacity - used) note(kind, 0, requested, used, capacity);
}

function note(kind: ResourceKind, name: u32, requested: i64, used: i64, capacity: i64): void {
  if (found == INSUFFICIENCIES_MAX) return;
  const row = insufficiencyAt(found++);
  row.kind = kind;
  row.name = name;
  row.requested = requested;
  row.used = used;
  row.capacity = capacity;
}

/** Extended resources that the configuration leaves to others, by name or by group. */
function isIgnored(name: u32, ignored: u32, groups: u32): bool {
  if ((ignored == 0 && groups == 0) || !isExtended(name)) return false;
  if (hasWord(ignored, name)) return true;
  if (groups == 0) return false;
  const at = textAt(name);
  const slash = slashOf(at, at + usize(textSize(name)));
  return hasWord(groups, internText(at, i32(slash - at)));
}

/** `Insufficient ` goes before these; scalars have their own names. */
const RESOURCE_WORDS: StaticArray<string> = ["cpu", "memory", "ephemeral-storage"];
export const TOO_MANY_PODS = "Too many pods";
export const INSUFFICIENT = "Insufficient ";

export function resourceWord(kind: ResourceKind): string {
  return unchecked(RESOURCE_WORDS[kind]);
}
