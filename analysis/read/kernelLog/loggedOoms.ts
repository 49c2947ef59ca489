import { plural } from "../../text/amount.ts";
import { linesOf } from "../capture/lines.ts";
import { assumedTimes, LogClock } from "../journal/clock.ts";
import type { GivenLog } from "../journal/givenLog.ts";
import { readAhead, StatedYears } from "../journal/statedYears.ts";
import type { KillerLog } from "../killerLog/killerLog.ts";
import { identify } from "../recognize/identify.ts";
import { UnreadableError } from "../unreadable.ts";
import { KernelLines } from "./kernelLine.ts";
import { KubeletPods } from "./kubeletPods.ts";
import { OOMS_MAX, OomLog } from "./oomLog.ts";
import { cgroupOf, type LoggedOom } from "./oomReport.ts";
import { podOfCgroup } from "./podCgroup.ts";
import { type WholeLine, WrappedLines } from "./wrappedLines.ts";

const LINE_BYTES_MAX = 2 ** 20;
/** Few lines of a kernel's log are about a killer in user space, and reading all takes long. */
const OF_KILLERS =
  /oomd|earlyoom|mem avail:|low memory!|sending SIG|illing process|exited after|escalating to/;

/**
 * Reads a kernel's log once; throws UnreadableError when memory ran out nowhere in it. `killers`
 * takes what killers in user space wrote into the same log.
 */
export async function loggedOoms(
  { name, chunks, now, notices }: GivenLog,
  killers?: KillerLog,
): Promise<readonly LoggedOom[]> {
  const stated = new StatedYears();
  const clock = new LogClock(now, stated);
  const log = new OomLog(clock);
  const reader = new KernelLines();
  const wrapped = new WrappedLines();
  const pods = new KubeletPods();
  const takeWhole = (whole: readonly WholeLine[]) => {
    for (const { text, number } of whole) {
      pods.take(text);
      if (OF_KILLERS.test(text)) killers?.take(text, number);
      const read = reader.read(text);
      if (read !== null) log.take(read, number);
    }
  };
  const decoder = new TextDecoder();
  let [lines, long] = [0, 0];
  let isCut = false;
  let first = new Uint8Array();
  for await (const line of linesOf(readAhead(chunks, stated), LINE_BYTES_MAX)) {
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
  killers?.end();
  await notices.warn([
    ...(isCut ? [`${name}: its compressed data is truncated after line ${lines}.`] : []),
    ...(long > 0 ? [`${name}: ${plural(long, "line")} of more than 1 MiB left out.`] : []),
    ...(log.leftOut > 0
      ? [`${name}: only the first ${OOMS_MAX} reports are read; ${log.leftOut} follow.`]
      : []),
  ]);
  const { ooms } = log;
  for (const oom of ooms) oom.podName = pods.named(podOfCgroup(cgroupOf(oom) ?? "")?.uid);
  if (ooms.length === 0) throw new UnreadableError(`${name}: ${whyNone(first, lines)}`);
  await notices.note(assumedTimes(name, clock));
  return ooms;
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
