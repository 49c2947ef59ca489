/**
 * Memory behind the fixed regions: given out in order, and back only all at once. The module's
 * memory grows for it, which a module of fixed memory refuses.
 */
import { Status } from "../abi.ts";
import { fail } from "../base/json/failure.ts";
import { OBJECTS_OFFSET } from "./memory.ts";
import { ObjectsReason } from "./reasons.ts";

const PAGE_BYTES: usize = 0x10000;
/** Growing is slow in some engines, so it is done in steps of a MiB. */
const STEP_PAGES: usize = 16;

let next: usize = OBJECTS_OFFSET;

/** Zeroed bytes at a multiple of 8, or 0 after a failure. */
export function allocate(bytes: usize): usize {
  const at = next;
  const end = at + ((bytes + 7) & ~7);
  if (end < at || !hasMemory(end)) {
    return fail(Status.TableFull, ObjectsReason.Memory, 0);
  }
  next = end;
  return at;
}

function hasMemory(end: usize): bool {
  const pages = usize(memory.size());
  const needed = (end + PAGE_BYTES - 1) / PAGE_BYTES;
  if (needed <= pages) return true;
  const missing = needed - pages;
  if (memory.grow(i32(missing + STEP_PAGES)) >= 0) return true;
  return memory.grow(i32(missing)) >= 0;
}

export function allocatedBytes(): usize {
  return next - OBJECTS_OFFSET;
}

/** Forgets and wipes all that was given out. */
export function releaseAll(): void {
  memory.fill(OBJECTS_OFFSET, 0, next - OBJECTS_OFFSET);
  next = OBJECTS_OFFSET;
}
