/**
 * Bytes over time, by an age in nanoseconds: `base` at first, more with every second up to a limit,
 * and spikes on top while they last; or a series of points, each of which holds until the next one,
 * and the last one from there on.
 */
import { appendRow, rowAt, Table } from "../../objects/model/table.ts";
import { AMOUNTS_OFFSET, POINTS_OFFSET, SPIKES_OFFSET } from "../memory.ts";
import { NEVER, SECOND } from "./time.ts";

@unmanaged
export class Amount {
  base: i64;
  growth: i64;
  /** 0 without one. */
  limit: i64;
  /** Rows of spikes and of points: the first, and how many. */
  spikes: u32;
  spikeCount: u32;
  points: u32;
  pointCount: u32;
  /** What `finishAmount` works out: the most of spikes, and of all at any age. */
  spikesMost: i64;
  most: i64;
  /** From which age on nothing grows or follows any more; NEVER when something always does. */
  settled: i64;
}

@unmanaged
export class Spike {
  at: i64;
  lasts: i64;
  every: i64;
  add: i64;
}

@unmanaged
export class Point {
  age: i64;
  bytes: i64;
  /** The most of this point and of all behind it. */
  most: i64;
}

const AMOUNT_BYTES: usize = offsetof<Amount>();
const SPIKE_BYTES: usize = offsetof<Spike>();
const POINT_BYTES: usize = offsetof<Point>();
const amounts = changetype<Table>(AMOUNTS_OFFSET);
export const spikes = changetype<Table>(SPIKES_OFFSET);
export const points = changetype<Table>(POINTS_OFFSET);
/** Each is looked at for every second that is looked ahead. */
export const SPIKES_MAX: u32 = 16;
/** More than any machine has; so far an amount may grow that has no limit. */
const BOUNDLESS: i64 = 1 << 48;
/** 31 years: what comes later comes in no scenario, and times stay in 64 bits. */
export const SECONDS_MAX: i64 = 1_000_000_000;

/** A new row plus 1, or 0 after a failure. */
export function appendAmount(): u32 {
  return appendRow(amounts, AMOUNT_BYTES) == 0 ? 0 : amounts.count;
}

/**
 * By row plus 1.
 * @inline
 */
export function amountAt(amount: u32): Amount {
  return changetype<Amount>(rowAt(amounts, amount - 1));
}

export function spikeAt(row: u32): Spike {
  return changetype<Spike>(rowAt(spikes, row));
}

export function appendSpike(): usize {
  return appendRow(spikes, SPIKE_BYTES);
}

export function pointAt(row: u32): Point {
  return changetype<Point>(rowAt(points, row));
}

export function appendPoint(): usize {
  return appendRow(points, POINT_BYTES);
}

/** Works out what follows from an amount that has been read. */
export function finishAmount(amount: Amount): void {
  if (amount.pointCount != 0) return finishPoints(amount);
  let sum: i64 = 0;
  for (let index: u32 = 0; index < amount.spikeCount; index++) {
    sum += max<i64>(spikeAt(amount.spikes + index).add, 0);
  }
  amount.spikesMost = sum;
  amount.most = mostGrown(amount) + sum;
  amount.settled = settledAge(amount);
}

function finishPoints(amount: Amount): void {
  let most: i64 = 0;
  for (let index = amount.pointCount; index != 0; index--) {
    const point = pointAt(amount.points + index - 1);
    most = max(most, point.bytes);
    point.most = most;
  }
  amount.most = most;
  amount.settled = pointAt(amount.points + amount.pointCount - 1).age;
}

function mostGrown(amount: Amount): i64 {
  if (amount.growth <= 0) return amount.base;
  return amount.limit <= 0 ? BOUNDLESS : max(amount.base, amount.limit);
}

function settledAge(amount: Amount): i64 {
  const base = amount.base;
  const growth = amount.growth;
  const limit = amount.limit;
  if (growth <= 0) return 0;
  if (limit <= 0) return NEVER;
  if (base >= limit) return 0;
  const seconds = (limit - base + growth - 1) / growth;
  return seconds > SECONDS_MAX ? NEVER : seconds * SECOND;
}

/** What an amount is at an age. */
export function valueAt(row: u32, age: i64): i64 {
  const amount = amountAt(row);
  if (amount.pointCount != 0) return pointAt(heldPoint(amount, age)).bytes;
  return grownTo(amount, age) + spikesAt(amount, age);
}

/** How much later the point behind one comes that holds at an age; NEVER behind the last one. */
export function timeToNext(amount: Amount, held: u32, age: i64): i64 {
  const isLast = held + 1 == amount.points + amount.pointCount;
  return isLast ? NEVER : pointAt(held + 1).age - age;
}

function grownTo(amount: Amount, age: i64): i64 {
  const top = amount.limit > 0 ? amount.limit : BOUNDLESS;
  const base = amount.base;
  const growth = amount.growth;
  if (base >= top) return top;
  const seconds = age / SECOND;
  if (growth > 0 && seconds > (top - base) / growth) return top;
  return base + growth * seconds;
}

function spikesAt(amount: Amount, age: i64): i64 {
  let sum: i64 = 0;
  for (let index: u32 = 0; index < amount.spikeCount; index++) {
    const spike = spikeAt(amount.spikes + index);
    let since = age - spike.at;
    if (since < 0) continue;
    if (spike.every > 0) since %= spike.every;
    if (since < spike.lasts) sum += spike.add;
  }
  return sum;
}

/** The row of the last point that is not after an age; the first one is at 0. */
export function heldPoint(amount: Amount, age: i64): u32 {
  let low = amount.points;
  let high = amount.points + amount.pointCount;
  while (high - low > 1) {
    const middle = low + ((high - low) >> 1);
    if (pointAt(middle).age <= age) low = middle;
    else high = middle;
  }
  return low;
}

/** Spikes are looked for within a day. */
const AHEAD: i64 = 86400 * SECOND;

/** The first age from `from` on at which an amount may be more than `limit`, or -1. */
export function ageBeyond(row: u32, limit: i64, from: i64): i64 {
  const amount = amountAt(row);
  if (amount.most <= limit) return -1;
  if (amount.pointCount != 0) return pointBeyond(amount, limit, from);
  if (amount.spikesMost == 0) return growthBeyond(amount, limit, from);
  for (let age = from; age <= from + AHEAD; age += SECOND) {
    if (valueAt(row, age) > limit) return age;
  }
  // It is looked at again then.
  return from + AHEAD;
}

function pointBeyond(amount: Amount, limit: i64, from: i64): i64 {
  let row = heldPoint(amount, from);
  if (pointAt(row).most <= limit) return -1;
  while (pointAt(row).bytes <= limit) row++;
  return max(from, pointAt(row).age);
}

function growthBeyond(amount: Amount, limit: i64, from: i64): i64 {
  if (grownTo(amount, from) > limit) return from;
  if (amount.growth <= 0) return -1;
  if (amount.limit > 0 && amount.limit <= limit) return -1;
  const seconds = (limit - amount.base) / amount.growth + 1;
  return seconds > SECONDS_MAX ? -1 : max(from, seconds * SECOND);
}
