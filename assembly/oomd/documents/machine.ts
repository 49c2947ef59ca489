/** The machine before the first step: the root, and as much memory as the program's tests have. */
import { TEXT_OFFSET } from "../memory.ts";
import { CgroupFlag, cgroupAt, rowFor } from "../model/cgroup.ts";
import { program } from "../model/program.ts";

const SLASH: u8 = 0x2f;
const GIB: u64 = 1 << 30;

export function startMachine(): void {
  store<u8>(TEXT_OFFSET, SLASH);
  program.textBytes = 1;
  program.cgroupCount = 0;
  program.pressureCount = 0;
  program.swapCount = 0;
  program.ruledCount = 0;
  program.isOrdered = 0;
  program.memTotal = 8 * GIB;
  program.memFree = 4 * GIB;
  program.memAvailable = 4 * GIB;
  program.anonPages = 0;
  program.swapTotal = 2 * GIB;
  program.swapFree = 2 * GIB;
  program.swapsTotal = 2 * GIB;
  program.swapsUsed = 0;
  program.hasSwaps = 0;
  const root = rowFor(TEXT_OFFSET, 1);
  cgroupAt(u32(root)).flags = u32(CgroupFlag.Living);
}
