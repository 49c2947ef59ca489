/**
 * The amounts that a pod adds to the sums of its node. Pods of one spec and one status share a
 * row, which begins with the two.
 */
import { listCount } from "../objects/model/list.ts";
import { SpecWord, specWord } from "../objects/model/podSpec.ts";
import { findRow, forgetIndex, indexRow, RowIndex } from "../objects/model/rowIndex.ts";
import { appendRow, forgetTable, NO_ROW, rowAt, Table } from "../objects/model/table.ts";
import { Amounts } from "../objects/requests/amounts.ts";
import {
  assumedMemory,
  assumedMilliCPU,
  podRequests,
  RequestRule,
  sumAssumed,
} from "../objects/requests/podRequests.ts";

@unmanaged
export class Use {
  spec: u32;
  status: u32;
  milliCPU: i64;
  memory: i64;
  ephemeralStorage: i64;
  /** With what the scheduler assumes of containers that do not say. */
  assumedMilliCPU: i64;
  assumedMemory: i64;
  /** Three words each: resource name, amount in two words. */
  scalars: u32;
  padding: u32;
}

const USE_SIZE: usize = offsetof<Use>();
const uses = changetype<Table>(memory.data(16, 4));
const INDEX = changetype<RowIndex>(memory.data(12, 4));

/** `RequestRule` flags of the release, and what it assumes for missing values of containers. */
let rules: u32 = 0;
let assumesByContainer: bool = false;
let countsSidecarPorts: bool = true;

/** Forgets the rows; `byContainer` as releases before 1.32 did. */
export function startUses(ruleBits: u32, byContainer: bool, sidecarPorts: bool): void {
  rules = ruleBits;
  assumesByContainer = byContainer;
  countsSidecarPorts = sidecarPorts;
  forgetTable(uses);
  forgetIndex(INDEX);
}

export function useAt(row: u32): Use {
  return changetype<Use>(rowAt(uses, row));
}

/** The row for a spec and a status, or NO_ROW after a failure. */
export function useOf(spec: u32, status: u32): u32 {
  const known = findRow(INDEX, uses, spec, status);
  if (known != NO_ROW) return known;
  const place = appendRow(uses, USE_SIZE);
  if (place == 0) return NO_ROW;
  const use = changetype<Use>(place);
  use.spec = spec;
  use.status = status;
  const amounts = podRequests(spec, status, rules);
  use.milliCPU = amounts.milliCPU;
  use.memory = amounts.memory;
  use.ephemeralStorage = amounts.ephemeralStorage;
  use.scalars = amounts.scalars;
  assumeOf(use, amounts);
  return indexRow(INDEX, uses, uses.count - 1) ? uses.count - 1 : NO_ROW;
}

function assumeOf(use: Use, plain: Amounts): void {
  if (assumesByContainer) {
    sumAssumed(use.spec);
    use.assumedMilliCPU = assumedMilliCPU;
    use.assumedMemory = assumedMemory;
    return;
  }
  // With pod-level requests only what neither level names is assumed.
  const isPodLevel = plain.hasPodLevel != 0;
  let assumed: u32 = RequestRule.AssumeCPU | RequestRule.AssumeMemory;
  if (isPodLevel && plain.hasCPU != 0) assumed &= ~RequestRule.AssumeCPU;
  if (isPodLevel && plain.hasMemory != 0) assumed &= ~RequestRule.AssumeMemory;
  const amounts = podRequests(use.spec, use.status, rules | assumed);
  use.assumedMilliCPU = amounts.milliCPU;
  use.assumedMemory = amounts.memory;
}

/** Host ports that a spec's pods hold: those of sidecars where the release counts them. */
export function hasHostPorts(spec: u32): bool {
  if (listCount(specWord(spec, SpecWord.HostPorts)) != 0) return true;
  return countsSidecarPorts && listCount(specWord(spec, SpecWord.SidecarPorts)) != 0;
}

export function sidecarPortsOf(spec: u32): u32 {
  return countsSidecarPorts ? specWord(spec, SpecWord.SidecarPorts) : 0;
}
