/**
 * The pods on a node and the sums of their requests, which filters compare with allocatable.
 * Pods are linked through their rows; a node's row holds the first of them.
 */
import { listCount, wordOf } from "../objects/model/list.ts";
import { nodeAt, nodes } from "../objects/model/node.ts";
import { Pod, podAt } from "../objects/model/pod.ts";
import { forgetRegion, Region, takeRegion } from "../objects/model/region.ts";
import { NO_ROW } from "../objects/model/table.ts";
import { hasHostPorts, Use, useAt, useOf } from "./uses.ts";

@unmanaged
export class NodeRequests {
  milliCPU: i64;
  memory: i64;
  ephemeralStorage: i64;
  assumedMilliCPU: i64;
  assumedMemory: i64;
  podCount: i64;
  /** The first pod, and the first with host ports, plus 1. */
  first: u32;
  firstWithPorts: u32;
  /** No pod here has a lower priority, unless one was placed since that was checked. */
  floor: i32;
  hasFloor: u32;
}

export const REQUESTS_SIZE: usize = offsetof<NodeRequests>();

/** Scalar resources of a cluster. */
export const SCALARS_MAX: u32 = 256;
const SCALAR_NAMES: usize = memory.data(4 * 256, 4);
let scalarCount: u32 = 0;
/** Amounts of a node's scalars: allocatable and requested of each. */
const SCALAR_BYTES: usize = 16;

const REQUESTS = changetype<Region>(memory.data(8, 4));
const SCALARS = changetype<Region>(memory.data(8, 4));
let rows: usize = 0;
let scalars: usize = 0;

/** Forgets the memory that was taken: with all objects it is released. */
export function forgetRequests(): void {
  forgetRegion(REQUESTS);
  forgetRegion(SCALARS);
}

/** Rows for all nodes, without a pod; false after a failure. */
export function startRequests(): bool {
  scalarCount = 0;
  rows = takeRegion(REQUESTS, usize(nodes.count) * REQUESTS_SIZE);
  return rows != 0;
}

/** @inline */
export function requestsAt(node: u32): NodeRequests {
  return changetype<NodeRequests>(rows + usize(node) * REQUESTS_SIZE);
}

/** Takes note of scalar resources; false when there are too many. */
export function noteScalars(list: u32): bool {
  for (let at: u32 = 0; at < listCount(list); at += 3) {
    if (columnOf(wordOf(list, at)) >= 0) continue;
    if (scalarCount == SCALARS_MAX) return false;
    store<u32>(SCALAR_NAMES + (usize(scalarCount) << 2), wordOf(list, at));
    scalarCount++;
  }
  return true;
}

/** Room for the scalars that were noted; false after a failure. */
export function startScalars(): bool {
  if (scalarCount == 0) return true;
  const bytes = usize(nodes.count) * usize(scalarCount) * SCALAR_BYTES;
  scalars = takeRegion(SCALARS, bytes);
  if (scalars == 0) return false;
  for (let node: u32 = 0; node < nodes.count; node++) {
    const list = nodeAt(node).scalars;
    for (let at: u32 = 0; at < listCount(list); at += 3) {
      store<i64>(scalarAt(node, columnOf(wordOf(list, at))), amountAt(list, at));
    }
  }
  return true;
}

/** The column of a scalar resource, or -1. */
export function columnOf(name: u32): i32 {
  for (let column: u32 = 0; column < scalarCount; column++) {
    if (load<u32>(SCALAR_NAMES + (usize(column) << 2)) == name) return i32(column);
  }
  return -1;
}

/** Whether the scalar resources of a list were all taken note of. */
export function hasColumns(list: u32): bool {
  for (let at: u32 = 0; at < listCount(list); at += 3) {
    if (columnOf(wordOf(list, at)) < 0) return false;
  }
  return true;
}

function scalarAt(node: u32, column: i32): usize {
  return scalars + (usize(node) * usize(scalarCount) + usize(column)) * SCALAR_BYTES;
}

export function scalarAllocatable(node: u32, column: i32): i64 {
  return column < 0 ? 0 : load<i64>(scalarAt(node, column));
}

export function scalarRequested(node: u32, column: i32): i64 {
  return column < 0 ? 0 : load<i64>(scalarAt(node, column), 8);
}

/** The amount of the scalar at a list's word. */
export function amountAt(list: u32, at: u32): i64 {
  return i64(u64(wordOf(list, at + 1)) | (u64(wordOf(list, at + 2)) << 32));
}

/** Puts a pod on a node; false after a failure. */
export function addPod(row: u32, node: u32): bool {
  const pod = podAt(row);
  if (pod.use == 0) {
    const use = useOf(pod.spec, pod.status);
    if (use == NO_ROW) return false;
    pod.use = use + 1;
  }
  const requests = requestsAt(node);
  pod.place = u32(requests.podCount);
  count(node, requests, useAt(pod.use - 1), 1);
  pod.node = node + 1;
  pod.previous = 0;
  pod.next = requests.first;
  if (requests.first != 0) podAt(requests.first - 1).previous = row + 1;
  requests.first = row + 1;
  requests.hasFloor = 0;
  if (hasHostPorts(pod.spec)) {
    pod.nextWithPorts = requests.firstWithPorts;
    requests.firstWithPorts = row + 1;
  }
  return true;
}

/** Removes a pod from its node. */
export function removePod(row: u32): void {
  const pod = podAt(row);
  if (pod.node == 0) return;
  const requests = requestsAt(pod.node - 1);
  count(pod.node - 1, requests, useAt(pod.use - 1), -1);
  if (pod.next != 0) podAt(pod.next - 1).previous = pod.previous;
  if (pod.previous != 0) podAt(pod.previous - 1).next = pod.next;
  else requests.first = pod.next;
  if (hasHostPorts(pod.spec)) unlinkPorts(requests, row + 1, pod);
  pod.node = 0;
  pod.next = 0;
  pod.previous = 0;
}

function unlinkPorts(requests: NodeRequests, link: u32, pod: Pod): void {
  if (requests.firstWithPorts == link) requests.firstWithPorts = pod.nextWithPorts;
  else {
    let before = podAt(requests.firstWithPorts - 1);
    while (before.nextWithPorts != link) before = podAt(before.nextWithPorts - 1);
    before.nextWithPorts = pod.nextWithPorts;
  }
  pod.nextWithPorts = 0;
}

function count(node: u32, requests: NodeRequests, use: Use, sign: i64): void {
  requests.milliCPU += sign * use.milliCPU;
  requests.memory += sign * use.memory;
  requests.ephemeralStorage += sign * use.ephemeralStorage;
  requests.assumedMilliCPU += sign * use.assumedMilliCPU;
  requests.assumedMemory += sign * use.assumedMemory;
  requests.podCount += sign;
  const list = use.scalars;
  for (let at: u32 = 0; at < listCount(list); at += 3) {
    const column = columnOf(wordOf(list, at));
    if (column < 0) continue;
    const place = scalarAt(node, column);
    store<i64>(place, load<i64>(place, 8) + sign * amountAt(list, at), 8);
  }
}
