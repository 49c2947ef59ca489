/**
 * Scores by resources: NodeResourcesFit with its three strategies, and
 * NodeResourcesBalancedAllocation. Float64 only where IEEE 754 makes the result exact in every
 * engine: + - × ÷, square root, comparison, conversion and rounding.
 *
 * ```
 *  demand: 0       4        8        12  16
 *          ┌───────┬────────┬────────┬───┬─────────┐
 *          │ count │        │ kind   │ … │         │   per resource: kind, column, weight,
 *          └───────┴────────┴────────┴───┴─────────┘   padding, and what the pod asks for (i64)
 * ```
 */
import {
  amountAt,
  columnOf,
  NodeRequests,
  scalarAllocatable,
  scalarRequested,
} from "../../filters/nodeRequests.ts";
import { listCount, wordOf } from "../../objects/model/list.ts";
import { Node } from "../../objects/model/node.ts";
import { ResourceKind, resourceKindOf } from "../../objects/model/resourceName.ts";
import { Amounts } from "../../objects/requests/amounts.ts";
import { Strategy } from "../model/profile.ts";

export const SCORE_MAX: i64 = 100;
/** Resources that a strategy weighs. */
export const DEMANDS_MAX: u32 = 16;
const HEAD_BYTES: usize = 8;
const ROW_BYTES: usize = 24;
export const DEMAND_BYTES: usize = HEAD_BYTES + ROW_BYTES * DEMANDS_MAX;

/** Scores of a shape go to 10, those of a node to 100. */
const SHAPE_SCALE: i64 = 10;

/** What a pod asks for of the resources that a plugin weighs. */
export function fillDemand(at: usize, resources: u32, amounts: Amounts): void {
  let count: u32 = 0;
  for (let index: u32 = 0; index < listCount(resources) && count < DEMANDS_MAX; index += 2) {
    const name = wordOf(resources, index);
    const kind = resourceKindOf(name);
    const row = at + HEAD_BYTES + usize(count) * ROW_BYTES;
    store<u32>(row, kind);
    store<i32>(row, kind == ResourceKind.Scalar ? columnOf(name) : -1, 4);
    store<u32>(row, wordOf(resources, index + 1), 8);
    store<i64>(row, demandOf(kind, name, amounts), 16);
    count++;
  }
  store<u32>(at, count);
}

function demandOf(kind: ResourceKind, name: u32, amounts: Amounts): i64 {
  if (kind == ResourceKind.CPU) return amounts.milliCPU;
  if (kind == ResourceKind.Memory) return amounts.memory;
  if (kind == ResourceKind.EphemeralStorage) return amounts.ephemeralStorage;
  if (kind != ResourceKind.Scalar) return 0;
  const scalars = amounts.scalars;
  for (let at: u32 = 0; at < listCount(scalars); at += 3) {
    if (wordOf(scalars, at) == name) return amountAt(scalars, at);
  }
  return 0;
}

/** Whether nothing is asked for of any of them. */
export function isDemandless(at: usize): bool {
  for (let index: u32 = 0; index < load<u32>(at); index++) {
    if (load<i64>(at + HEAD_BYTES + usize(index) * ROW_BYTES, 16) != 0) return false;
  }
  return true;
}

let allocatable: i64 = 0;
let requested: i64 = 0;

/** Sets what a node has of a resource, and what would be requested; 0 of it does not count. */
function weigh(
  row: usize,
  nodeRow: u32,
  node: Node,
  requests: NodeRequests,
  isAssumed: bool,
): void {
  const kind = load<u32>(row);
  const demand = load<i64>(row, 16);
  allocatable = 0;
  if (kind == ResourceKind.CPU) {
    allocatable = node.milliCPU;
    requested = (isAssumed ? requests.assumedMilliCPU : requests.milliCPU) + demand;
  } else if (kind == ResourceKind.Memory) {
    allocatable = node.memory;
    requested = (isAssumed ? requests.assumedMemory : requests.memory) + demand;
  } else if (kind == ResourceKind.EphemeralStorage) {
    allocatable = node.ephemeralStorage;
    requested = requests.ephemeralStorage + demand;
  } else if (kind == ResourceKind.Scalar && demand != 0) {
    const column = load<i32>(row, 4);
    allocatable = scalarAllocatable(nodeRow, column);
    requested = scalarRequested(nodeRow, column) + demand;
  }
}

/** The score of NodeResourcesFit: the average over resources, by weight. */
export function fitScore(
  at: usize,
  nodeRow: u32,
  node: Node,
  requests: NodeRequests,
  strategy: Strategy,
  shape: u32,
): i64 {
  let sum: i64 = 0;
  let weights: i64 = 0;
  const end = at + HEAD_BYTES + usize(load<u32>(at)) * ROW_BYTES;
  for (let row = at + HEAD_BYTES; row < end; row += ROW_BYTES) {
    weigh(row, nodeRow, node, requests, true);
    if (allocatable == 0) continue;
    const score = scoreOne(strategy, shape);
    // A ratio of 0 leaves its resource out of the average.
    if (strategy == Strategy.RequestedToCapacityRatio && score <= 0) continue;
    const weight = i64(load<u32>(row, 8));
    sum += score * weight;
    weights += weight;
  }
  if (weights == 0) return 0;
  if (strategy != Strategy.RequestedToCapacityRatio) return sum / weights;
  return roundHalfAway(f64(sum) / f64(weights));
}

function scoreOne(strategy: Strategy, shape: u32): i64 {
  if (strategy == Strategy.LeastAllocated) {
    return requested > allocatable ? 0 : ((allocatable - requested) * SCORE_MAX) / allocatable;
  }
  if (strategy == Strategy.MostAllocated) {
    return (min(requested, allocatable) * SCORE_MAX) / allocatable;
  }
  const isOver = requested > allocatable;
  return alongShape(shape, isOver ? SCORE_MAX : (requested * SCORE_MAX) / allocatable);
}

/** A line through the points of a shape, level before the first and after the last. */
function alongShape(shape: u32, utilization: i64): i64 {
  const count = listCount(shape);
  for (let point: u32 = 0; point < count; point += 2) {
    const to = i64(wordOf(shape, point));
    if (utilization > to) continue;
    const score = SHAPE_SCALE * i64(wordOf(shape, point + 1));
    if (point == 0) return score;
    const from = i64(wordOf(shape, point - 2));
    const before = SHAPE_SCALE * i64(wordOf(shape, point - 1));
    return before + ((score - before) * (utilization - from)) / (to - from);
  }
  return SHAPE_SCALE * i64(wordOf(shape, count - 1));
}

/** Go's math.Round, of a number from 0 on. */
export function roundHalfAway(value: f64): i64 {
  const whole = floor<f64>(value);
  return i64(whole) + i64(value - whole >= f64(1) / f64(2));
}

/** Shares of the resources with the pod, and without it: a word for each demand. */
const SHARES_WITH: usize = memory.data(8 * 16, 8);
const SHARES_WITHOUT: usize = memory.data(8 * 16, 8);

/** The score of NodeResourcesBalancedAllocation; since 1.36 by how much the pod betters it. */
export function balancedScore(
  at: usize,
  nodeRow: u32,
  node: Node,
  requests: NodeRequests,
  isCompared: bool,
): i64 {
  let total: f64 = f64(0);
  let totalWithout: f64 = f64(0);
  let count: usize = 0;
  const end = at + HEAD_BYTES + usize(load<u32>(at)) * ROW_BYTES;
  for (let row = at + HEAD_BYTES; row < end; row += ROW_BYTES) {
    weigh(row, nodeRow, node, requests, false);
    if (allocatable == 0) continue;
    const share = shareOf(requested);
    store<f64>(SHARES_WITH + (count << 3), share);
    total += share;
    if (isCompared) {
      const without = shareOf(requested - load<i64>(row, 16));
      store<f64>(SHARES_WITHOUT + (count << 3), without);
      totalWithout += without;
    }
    count++;
  }
  const score = balanceOf(SHARES_WITH, count, total);
  if (!isCompared) return score;
  const half = SCORE_MAX / 2;
  return half + (half + score - balanceOf(SHARES_WITHOUT, count, totalWithout)) / 2;
}

/** @inline */
function shareOf(amount: i64): f64 {
  const share = f64(amount) / f64(allocatable);
  return share > f64(1) ? f64(1) : share;
}

/** 100 less the standard deviation of the shares. */
function balanceOf(shares: usize, count: usize, total: f64): i64 {
  return i64((f64(1) - deviation(shares, count, total)) * f64(SCORE_MAX));
}

function deviation(shares: usize, count: usize, total: f64): f64 {
  if (count == 2) return abs<f64>((load<f64>(shares) - load<f64>(shares, 8)) / f64(2));
  if (count < 2) return f64(0);
  const mean = total / f64(count);
  let sum: f64 = f64(0);
  for (let index: usize = 0; index < count; index++) {
    const distance = load<f64>(shares + (index << 3)) - mean;
    sum = sum + distance * distance;
  }
  return sqrt<f64>(sum / f64(count));
}
