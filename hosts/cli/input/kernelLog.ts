import { loggedOoms as readOoms } from "../../../analysis/read/kernelLog/loggedOoms.ts";
import type { LoggedOom } from "../../../analysis/read/kernelLog/oomReport.ts";
import type { KillerLog } from "../../../analysis/read/killerLog/killerLog.ts";
import { plainChunks } from "../../system/captureFile.ts";
import { nameOf, withPath } from "../../system/files.ts";
import type { Io } from "../../system/io.ts";
import { SYSTEM_CLOCK } from "../../system/systemClock.ts";
import { printedNotices } from "../notes.ts";

/** Reads a kernel's log of a file or of standard input, with what killers wrote into it. */
export async function loggedOoms(
  path: string,
  io: Io,
  killers?: KillerLog,
): Promise<readonly LoggedOom[]> {
  const name = nameOf(path);
  const [chunks, now, notices] = [plainChunks(path), SYSTEM_CLOCK.now(), printedNotices(io)];
  try {
    return await readOoms({ name, chunks, now, notices }, killers);
  } catch (error) {
    throw withPath(error, name);
  }
}
