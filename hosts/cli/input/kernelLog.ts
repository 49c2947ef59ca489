import { linesOf } from "../../../analysis/read/capture/lines.ts";
import { assumedTimes, LogClock } from "../../../analysis/read/journal/clock.ts";
import { KernelLines } from "../../../analysis/read/kernelLog/kernelLine.ts";
import { OOMS_MAX, OomLog } from "../../../analysis/read/kernelLog/oomLog.ts";
import type { LoggedOom } from "../../../analysis/read/kernelLog/oomReport.ts";
import { type WholeLine, WrappedLines } from "../../../analysis/read/kernelLog/wrappedLines.ts";
import { identify } from "../../../analysis/read/recognize/identify.ts";
import { plural } from "../../../analysis/text/amount.ts";
import { plainChunks } from "../../system/captureFile.ts";
import { nameOf, withPath } from "../../system/files.ts";
import type { Io } from "../../system/io.ts";
import { SYSTEM_CLOCK } from "../../system/systemClock.ts";
import { inputFailure } from "../exitCode.ts";
import { printNotes, printWarnings } from "../notes.ts";

const LINE_BYTES_MAX = 2 ** 20;

/** Reads a kernel's log once; ends with a Failure when memory ran out nowhere in it. */
export async function loggedOoms(path: string, io: Io): Promise<readonly LoggedOom[]> {
  const name = nameOf(path);
  const clock = new LogClock(SYSTEM_CLOCK.now());
  const log = new OomLog(clock);
  const reader = new KernelLines();
  const wrapped = new WrappedLines();
  const takeWhole = (whole: readonly WholeLine[]) => {
    for (const { text, number } of whole) {
      const read = reader.read(text);
      if (read !== null) log.take(read, number);
    }
  };
  const decoder = new TextDecoder();
  let [lines, long] = [0, 0];
  let isCut = false;
  let first = new Uint8Array();
  try {
    for await (const line of linesOf(plainChunks(path), LINE_BYTES_MAX)) {
      isCut = line.ending === "cut-off";
      lines += 1;
      if (line.tooLong) {
        long += 1;
        continue;
      }
      if (lines === 1) first = line.bytes.slice();
      takeWhole(wrapped.take(decoder.decode(line.bytes), line.number));
    }
    takeWhole(wrapped.end());
  } catch (error) {
    throw withPath(error, name);
  }
  await printWarnings(
    [
      ...(isCut ? [`${name}: its compressed data is truncated after line ${lines}.`] : []),
      ...(long > 0 ? [`${name}: ${plural(long, "line")} of more than 1 MiB left out.`] : []),
      ...(log.leftOut > 0
        ? [`${name}: only the first ${OOMS_MAX} reports are read; ${log.leftOut} follow.`]
        : []),
    ],
    io,
  );
  if (log.ooms.length === 0) throw inputFailure(`${name}: ${whyNone(first, lines)}`);
  await printNotes(assumedTimes(name, clock), io);
  return log.ooms;
}

/** A capture has been recognized before, but for one from a named pipe, which is read once. */
function whyNone(first: Uint8Array, lines: number): string {
  if (identify(first).kind === "capture") {
    return "this is a capture, not a kernel's log; write it to a file: plimsoll oom FILE.";
  }
  return (
    `none of ${plural(lines, "line")} is from the kernel's OOM killer; give a ` +
    "kernel's log (dmesg -T, or journalctl -k -o short-iso) of a time when memory ran out."
  );
}
