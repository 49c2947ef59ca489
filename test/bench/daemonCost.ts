/** What the daemon costs beside the node it watches, with everything that looks on at its steps. */
import { join } from "node:path";
import { longRun } from "../daemon/longRun.ts";
import { inFolder } from "./folder.ts";
import { atMost, type Row } from "./row.ts";
import type { Run } from "./run.ts";
import { mediansOf } from "./stopwatch.ts";
import { formatBytes, formatMicros } from "./table.ts";

const STEPS = 500;
/** The compilers of the core and of the host have done their work by then. */
const WARM = 150;
/** A real one waits ten seconds; without any pause the heap would be what the feeder makes it. */
const PAUSE_MILLISECONDS = 10;
const MIB = 2 ** 20;

export async function measureDaemon({ times, onProgress }: Run): Promise<readonly Row[]> {
  const runs: Awaited<ReturnType<typeof oneRun>>[] = [];
  for (let time = 1; time <= times; time++) {
    onProgress(`the daemon, ${time} of ${times}`);
    runs.push(await inFolder(oneRun));
  }
  const { processor, resident, anonymous } = mediansOf(runs);
  const what = "daemon, recorder, stream and state on:";
  return [
    atMost(`${what} processor of a step`, 1000, processor, formatMicros),
    atMost(`${what} resident`, 80 * MIB, resident, formatBytes),
    atMost(`${what} anonymous part of it`, 35 * MIB, anonymous, formatBytes),
  ];
}

async function oneRun(folder: string) {
  const words = [
    ...["--listen", "127.0.0.1:0"],
    ...["--record", join(folder, "ring")],
    ...["--state-dir", join(folder, "state")],
  ];
  const [warm, last] = await longRun({
    steps: STEPS,
    looks: [WARM, STEPS],
    form: "full",
    words,
    pauseMilliseconds: PAUSE_MILLISECONDS,
  });
  if (warm === undefined || last === undefined) throw new Error("It was not looked at.");
  const milliseconds = last.processorMilliseconds - warm.processorMilliseconds;
  return {
    processor: (milliseconds * 1000) / (STEPS - WARM),
    resident: last.residentBytes,
    anonymous: last.anonymousBytes,
  };
}
