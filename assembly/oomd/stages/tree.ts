/** The order of the tree: each cgroup is followed by all below it, children by name. */

import { TREE_OFFSET } from "../memory.ts";
import { CgroupFlag, cgroupAt, isLiving, ROOT } from "../model/cgroup.ts";
import { program } from "../model/program.ts";
import { Order } from "./compare.ts";
import { rowAt } from "./places.ts";
import { sortRows } from "./sort.ts";

const SLASH: u8 = 0x2f;

/** Orders the living, after cgroups came or went. What is below a removed one is removed. */
export function orderTree(): void {
  if (program.isOrdered != 0) return;
  program.isOrdered = 1;
  let count: u32 = 0;
  for (let row: u32 = 0; row < program.cgroupCount; row++) {
    store<u32>(TREE_OFFSET + 4 * usize(count++), row);
  }
  sortRows(TREE_OFFSET, count, Order.Tree);
  let living: u32 = 0;
  let removed = ROOT;
  for (let place: u32 = 0; place < count; place++) {
    const row = rowAt(place);
    const cgroup = cgroupAt(row);
    if (removed != ROOT && isBelow(row, removed)) cgroup.flags &= ~u32(CgroupFlag.Living);
    else removed = ROOT;
    if (isLiving(cgroup)) {
      cgroup.place = living;
      store<u32>(TREE_OFFSET + 4 * usize(living++), row);
    } else if (removed == ROOT) removed = row;
  }
  program.livingCount = living;
  setEnds();
}

/** Where what is below each ends: the next place of one that is not below it. */
function setEnds(): void {
  for (let place: u32 = program.livingCount; place > 0; place--) {
    const row = rowAt(place - 1);
    let end = place;
    while (end < program.livingCount && isBelow(rowAt(end), row)) end = cgroupAt(rowAt(end)).end;
    cgroupAt(row).end = end;
  }
}

/** Whether the first cgroup is below the second. */
export function isBelow(row: u32, above: u32): bool {
  if (row == above) return false;
  if (above == ROOT) return true;
  const cgroup = cgroupAt(row);
  const other = cgroupAt(above);
  if (cgroup.pathSize <= other.pathSize) return false;
  if (load<u8>(usize(cgroup.path) + usize(other.pathSize)) != SLASH) return false;
  return memory.compare(cgroup.path, other.path, usize(other.pathSize)) == 0;
}
