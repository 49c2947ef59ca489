/** A thousand configurations over a day of a node, as `plimsoll sweep` is asked for them. */
import { cpus } from "node:os";
import { join } from "node:path";
import { COMMAND_PATH } from "./core.ts";
import { inFolder } from "./folder.ts";
import { DAY_STEPS, writeNodeDay } from "./nodeDayCapture.ts";
import { processCosts } from "./processes.ts";
import { atMost, type Row, remark } from "./row.ts";
import type { Run } from "./run.ts";
import { formatMicros } from "./table.ts";

const MINUTE = 60_000_000;
/** Ten values of each of three settings. */
const VARIED = [
  "evictionHard.memory.available=100Mi..1Gi/10",
  "evictionSoft.memory.available=1100Mi..2Gi/10",
  "evictionSoftGracePeriod.memory.available=30s,60s,90s,2m,3m,4m,5m,6m,8m,10m",
];

export function measureSweep({ times, onProgress }: Run): Promise<readonly Row[]> {
  return inFolder((folder) => {
    onProgress(`1,000 configurations of a node-day, ${times} times`);
    const capture = join(folder, "day.plimsoll.ndjson");
    writeNodeDay({ path: capture, form: "reduced", steps: DAY_STEPS });
    const vary = VARIED.flatMap((setting) => ["--vary", setting]);
    const { sweep } = processCosts(
      { sweep: [process.execPath, COMMAND_PATH, "sweep", capture, ...vary, "--output", "csv"] },
      times,
    );
    return [
      atMost(
        `1,000 configurations × node-day, ${cpus().length} cores`,
        MINUTE,
        sweep.micros,
        formatMicros,
      ),
      remark("  processor time of it", formatMicros(sweep.processorMicros)),
    ];
  });
}
