/** Nodes, in the order of the documents. */
import { findRow, forgetIndex, indexRow, RowIndex } from "./rowIndex.ts";
import { appendRow, forgetTable, rowAt, Table } from "./table.ts";

export enum NodeFlag {
  Unschedulable = 1,
  MemoryPressure = 2,
  DiskPressure = 4,
  PIDPressure = 8,
  /** status.features.supplementalGroupsPolicy is there, and true. */
  HasSupplementalGroupsPolicy = 16,
  SupplementalGroupsPolicy = 32,
}

@unmanaged
export class Node {
  /** As the first word of every row that is found by namespace and name. */
  zero: u32;
  name: u32;
  flags: u32;
  /** Pairs of key and value. */
  labels: u32;
  /** Three words each: key, value, effect. */
  taints: u32;
  /** Pairs of resource name and quantity, as texts. */
  allocatable: u32;
  /** Lists of size in two words, and names. */
  images: u32;
  kubeletVersion: u32;
  /** Allocatable amounts. */
  milliCPU: i64;
  memory: i64;
  ephemeralStorage: i64;
  pods: i64;
  /** Three words each: resource name, amount in two words; by name. */
  scalars: u32;
  uid: u32;
}

const NODE_SIZE: usize = offsetof<Node>();
export const nodes = changetype<Table>(memory.data(16, 4));
const INDEX = changetype<RowIndex>(memory.data(12, 4));

export function forgetNodes(): void {
  forgetTable(nodes);
  forgetIndex(INDEX);
}

/** @inline */
export function nodeAt(row: u32): Node {
  return changetype<Node>(rowAt(nodes, row));
}

export function appendNode(): usize {
  return appendRow(nodes, NODE_SIZE);
}

export function findNode(name: u32): u32 {
  return findRow(INDEX, nodes, 0, name);
}

export function indexNode(row: u32): bool {
  return indexRow(INDEX, nodes, row);
}

export function nodeHas(node: Node, flag: NodeFlag): bool {
  return (node.flags & u32(flag)) != 0;
}
