/** Entries of a state, each followed by the path of its cgroup, and the checksum at its end. */
import { OUTPUT_CAPACITY_BYTES, Status } from "../../abi.ts";
import { reserveText } from "../../base/arena.ts";
import { hashWords } from "../../base/arithmetic/hash.ts";
import { fail, Reason } from "../../base/json/failure.ts";
import { OUTPUT_OFFSET } from "../../base/memory.ts";
import { Cgroup, rowFor } from "../model/cgroup.ts";
import { program } from "../model/program.ts";
import { isPath } from "./path.ts";

export const CHECKSUM_BYTES: usize = 8;
const LIMIT: usize = OUTPUT_OFFSET + usize(OUTPUT_CAPACITY_BYTES) - CHECKSUM_BYTES;

/** Bytes of an entry with its path. */
export function entryBytes(head: usize, pathSize: i32): usize {
  return head + ((usize(pathSize) + 7) & ~7);
}

/** Writes zeros and the path; answers the address after the entry, or 0 when the region is full. */
export function writePath(at: usize, head: usize, cgroup: Cgroup): usize {
  const size = entryBytes(head, cgroup.pathSize);
  if (at == 0 || at > LIMIT || LIMIT - at < size) return 0;
  memory.fill(at, 0, size);
  memory.copy(at + head, cgroup.path, usize(cgroup.pathSize));
  return at + size;
}

/** Writes the checksum at the end; answers the size, or a status where the region was full. */
export function finishState(at: usize): i32 {
  if (at == 0) {
    fail(Status.OutputTooLarge, Reason.Output, 0);
    return Status.OutputTooLarge;
  }
  store<u64>(at, hashWords(OUTPUT_OFFSET, i32(at - OUTPUT_OFFSET)));
  return i32(at + CHECKSUM_BYTES - OUTPUT_OFFSET);
}

/** The address after an entry, or 0 where its path is none or does not end before `end`. */
export function entryEnd(at: usize, head: usize, pathSize: i32, end: usize): usize {
  const path = at + head;
  if (pathSize < 0 || usize(pathSize) > end - path || !isPath(path, pathSize)) return 0;
  const next = at + entryBytes(head, pathSize);
  return next > end ? 0 : next;
}

/** The row of a path, or -1. The cgroup lives only once a step has its files. */
export function takePath(path: usize, size: i32): i32 {
  const copy = reserveText(size);
  if (copy == 0) return -1;
  memory.copy(copy, path, usize(size));
  program.textBytes += u32(size);
  return rowFor(copy, size);
}
