/** The two orders of cgroups: by place in the tree, and by who is killed first. */
import { compareText } from "../../base/text.ts";
import { cgroupAt } from "../model/cgroup.ts";
import { isBySwap } from "../model/decision.ts";
import { follows } from "../model/program.ts";
import { Rule } from "../model/release.ts";
import { compareRanks, larger } from "./ranks.ts";
import { currentOf, scannedOf, swapOf } from "./sample.ts";

const SLASH: u8 = 0x2f;

export enum Order {
  Tree,
  Killing,
  /** The two orders of oomd: bytes that are not protected, and who is killed first. */
  Effective,
  Ranking,
}

/** Below zero where the first row is before the second. */
export function compareRows(order: Order, a: u32, b: u32): i32 {
  if (order == Order.Tree) return compareInTree(a, b);
  if (order == Order.Killing) return compareCandidates(a, b);
  if (order == Order.Effective) return larger(cgroupAt(a).effective, cgroupAt(b).effective);
  const ranks = compareRanks(a, b);
  return ranks != 0 ? ranks : comparePaths(a, b);
}

/** By parts of the path: what follows a slash is compared before what follows any other byte. */
function compareInTree(a: u32, b: u32): i32 {
  const first = cgroupAt(a);
  const second = cgroupAt(b);
  const size = usize(min(first.pathSize, second.pathSize));
  for (let at: usize = 0; at < size; at++) {
    const left = load<u8>(usize(first.path) + at);
    const right = load<u8>(usize(second.path) + at);
    if (left == right) continue;
    if (left == SLASH) return -1;
    if (right == SLASH) return 1;
    return i32(left) - i32(right);
  }
  return first.pathSize - second.pathSize;
}

function compareCandidates(a: u32, b: u32): i32 {
  const first = cgroupAt(a);
  const second = cgroupAt(b);
  if (first.preference != second.preference) return i32(first.preference - second.preference);
  const order = isBySwap() ? larger(swapOf(a), swapOf(b)) : compareScans(a, b);
  return order != 0 ? order : comparePaths(a, b);
}

export function comparePaths(a: u32, b: u32): i32 {
  const first = cgroupAt(a);
  const second = cgroupAt(b);
  return compareText(first.path, first.pathSize, second.path, second.pathSize);
}

/** 247 looks at nothing but the scans. */
function compareScans(a: u32, b: u32): i32 {
  const order = larger(scannedOf(cgroupAt(a)), scannedOf(cgroupAt(b)));
  if (order != 0 || !follows(Rule.Rates)) return order;
  return larger(currentOf(a), currentOf(b));
}
