/** io.stat of a cgroup: what its devices cost ever, in billionths, as oomd counts it. */
import {
  closeObject,
  keyAt,
  keyIs,
  keySize,
  nextMember,
  openObject,
  scanMember,
} from "../../base/json/member.ts";
import { isNull, QUOTE } from "../../base/json/scan.ts";
import { skipValue } from "../../base/json/skip.ts";
import { equalText } from "../../base/text.ts";
import { Cgroup } from "../model/cgroup.ts";
import { deviceAt, oomd } from "../model/oomd.ts";
import { readBelow } from "./values.ts";

/** What an operation, and a byte, may be at most, so that sums stay within 63 bits. */
const OPERATIONS_END: u64 = 1 << 32;
const BYTES_END: u64 = 1 << 50;
const COST_MAX: u64 = 1 << 62;
const THOUSAND: u64 = 1_000;

/** Trillionths of a read, a byte read, a write, a byte written, a discard, a byte discarded. */
const HDD: StaticArray<u64> = [1_310_000_000, 113_000, 258_000_000_000, 504_000, 0, 0];
const SSD: StaticArray<u64> = [
  12_100_000_000, 625_000, 1_070_000_000, 261_000, 23_700_000_000, 910,
];

const number: usize = memory.data(8, 8);

export function readIo(at: usize, cgroup: Cgroup): usize {
  if (isNull(at)) return at + 4;
  cgroup.cost = 0;
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (at == 0) return 0;
    const device = deviceOf();
    at = nextMember(device < 0 ? skipValue(at) : readDevice(at, cgroup, u32(device)));
  }
  return closeObject(at);
}

/** The device that the last key names, or -1. */
function deviceOf(): i32 {
  for (let index: u32 = 0; index < oomd.deviceCount; index++) {
    const device = deviceAt(index);
    if (equalText(device.name, device.nameSize, keyAt, keySize)) return i32(index);
  }
  return -1;
}

function readDevice(at: usize, cgroup: Cgroup, device: u32): usize {
  const rates = deviceAt(device).isSsd != 0 ? SSD : HDD;
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    const column = columnOf();
    if (column < 0) {
      at = nextMember(skipValue(at));
      continue;
    }
    store<u64>(number, 0);
    at = readBelow(at, (column & 1) == 0 ? OPERATIONS_END : BYTES_END, number);
    if (at == 0) return 0;
    add(cgroup, load<u64>(number), unchecked(rates[column]));
    at = nextMember(at);
  }
  return closeObject(at);
}

function columnOf(): i32 {
  if (keyIs("rios")) return 0;
  if (keyIs("rbytes")) return 1;
  if (keyIs("wios")) return 2;
  if (keyIs("wbytes")) return 3;
  if (keyIs("dios")) return 4;
  return keyIs("dbytes") ? 5 : -1;
}

function add(cgroup: Cgroup, count: u64, rate: u64): void {
  const whole = count * (rate / THOUSAND);
  const rest = (count * (rate % THOUSAND)) / THOUSAND;
  cgroup.cost = i64(min(COST_MAX, u64(cgroup.cost) + whole + rest));
}
