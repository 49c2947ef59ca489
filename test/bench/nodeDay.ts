/**
 * Replays of a day of a node, in separate processes; next to them test/bench/parseLines.mjs and
 * test/bench/readBytes.mjs.
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { COMMAND_PATH } from "./core.ts";
import { inFolder } from "./folder.ts";
import { DAY_STEPS, writeNodeDay } from "./nodeDayCapture.ts";
import { type Command, processCosts } from "./processes.ts";
import { atMost, type Row, remark, timesAsFast } from "./row.ts";
import type { Run } from "./run.ts";
import { formatBytes, formatMicros } from "./table.ts";

const SECOND = 1_000_000;
/** Of compressed full documents, only this part of a day is replayed: an hour. */
const PARTS_OF_DAY = 24;
const PARSE_LINES = fileURLToPath(new URL("parseLines.mjs", import.meta.url));
const READ_BYTES = fileURLToPath(new URL("readBytes.mjs", import.meta.url));

function replayOf(capture: string): Command {
  return [process.execPath, COMMAND_PATH, "replay", capture, "--output", "json"];
}

export function measureNodeDay({ times, onProgress }: Run): Promise<readonly Row[]> {
  return inFolder((folder) => {
    onProgress("a node-day of reduced documents");
    const plain = join(folder, "day.plimsoll.ndjson");
    const gzip = `${plain}.gz`;
    const size = writeNodeDay({ path: plain, form: "reduced", steps: DAY_STEPS });
    const gzipSize = writeNodeDay({ path: gzip, form: "reduced", steps: DAY_STEPS });
    const costs = processCosts(
      {
        empty: [process.execPath, "-e", "0"],
        version: [process.execPath, COMMAND_PATH, "--version"],
        plain: replayOf(plain),
        gzip: replayOf(gzip),
        read: [process.execPath, READ_BYTES, plain],
        inflate: [process.execPath, READ_BYTES, gzip],
      },
      times,
    );
    const title = (what: string, bytes: number) => `node-day, ${what}, ${formatBytes(bytes)}`;
    const processor = (name: keyof typeof costs, floor: "read" | "inflate") =>
      remark(
        "  processor time of it",
        formatMicros(costs[name].processorMicros),
        `the floor: to ${floor} it alone`,
        formatMicros(costs[floor].processorMicros),
      );
    return [
      atMost(title("reduced", size), SECOND, costs.plain.micros, formatMicros),
      processor("plain", "read"),
      atMost(title("reduced, gzip", gzipSize), 1.5 * SECOND, costs.gzip.micros, formatMicros),
      processor("gzip", "inflate"),
      remark(
        "cold start: plimsoll --version",
        formatMicros(costs.version.micros),
        "an empty script",
        formatMicros(costs.empty.micros),
      ),
    ];
  });
}

/**
 * In processor time. The plain day is replayed whole: of an hour, what V8's compilers take would be
 * counted 24 times. The compressed one would take minutes to write, so it is a part of a day, less
 * a process that has nothing to read.
 */
export function measureFullDay({ times, onProgress }: Run): Promise<readonly Row[]> {
  return inFolder((folder) => {
    onProgress(`a day of full documents, 2.8 GiB in ${folder}`);
    const one = join(folder, "one.plimsoll.ndjson");
    const plain = join(folder, "day.plimsoll.ndjson");
    const gzip = join(folder, "part.plimsoll.ndjson.gz");
    writeNodeDay({ path: one, form: "full", steps: 1 });
    const size = writeNodeDay({ path: plain, form: "full", steps: DAY_STEPS });
    writeNodeDay({ path: gzip, form: "full", steps: DAY_STEPS / PARTS_OF_DAY });
    const costs = processCosts(
      {
        one: replayOf(one),
        plain: replayOf(plain),
        gzip: replayOf(gzip),
        readOne: [process.execPath, READ_BYTES, one],
        read: [process.execPath, READ_BYTES, plain],
        inflate: [process.execPath, READ_BYTES, gzip],
        parseOne: [process.execPath, PARSE_LINES, one],
        parse: [process.execPath, PARSE_LINES, plain],
        parseGzip: [process.execPath, PARSE_LINES, gzip],
      },
      times,
    );
    const dayOf = (name: keyof typeof costs, startOf: keyof typeof costs) => {
      const start = costs[startOf].processorMicros;
      return start + (costs[name].processorMicros - start) * PARTS_OF_DAY;
    };
    return [
      timesAsFast(8, {
        work: `node-day, full, ${formatBytes(size)}, processor`,
        rival: "JSON.parse of each line alone",
        took: costs.plain.processorMicros,
        rivalTook: costs.parse.processorMicros,
        format: formatMicros,
      }),
      remark("  the floor: to read it alone", formatMicros(costs.read.processorMicros)),
      remark(
        `  the same, gzip (a part × ${PARTS_OF_DAY})`,
        formatMicros(dayOf("gzip", "one")),
        "gunzip and JSON.parse",
        formatMicros(dayOf("parseGzip", "parseOne")),
      ),
      remark("  the floor: to inflate it alone", formatMicros(dayOf("inflate", "readOne"))),
    ];
  });
}
