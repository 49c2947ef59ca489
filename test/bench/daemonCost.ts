/**
 * The cost of the daemon on the node it watches, with all observers of its steps;
 * next to it test/bench/bareServer.mjs and test/bench/bareSimulator.mjs.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { longRun } from "../daemon/longRun.ts";
import { inFolder } from "./folder.ts";
import { memoryOf } from "./processes.ts";
import { atMost, type Row, remark } from "./row.ts";
import type { Run } from "./run.ts";
import { mediansOf } from "./stopwatch.ts";
import { formatBytes, formatMicros } from "./table.ts";

const STEPS = 500;
/** The compilers of the core and of the host have done their work by then. */
const WARM = 150;
/** A real one waits ten seconds; without any pause the heap would be what the feeder makes it. */
const PAUSE_MILLISECONDS = 10;
const MIB = 2 ** 20;

type RunCost = Readonly<Record<"processor" | "resident" | "anonymous", number>>;

export async function measureDaemon({ times, onProgress }: Run): Promise<readonly Row[]> {
  const runs: RunCost[] = [];
  const loops: RunCost[] = [];
  const holding: RunCost[] = [];
  for (let time = 1; time <= times; time++) {
    onProgress(`the daemon, ${time} of ${times}`);
    runs.push(await inFolder(oneRun));
    loops.push(await inFolder((folder) => bareSimulator(folder)));
    holding.push(await inFolder((folder) => bareSimulator(folder, "onlookers")));
  }
  const { processor, resident, anonymous } = mediansOf(runs);
  const [loop, watched] = [mediansOf(loops), mediansOf(holding)];
  const bare = await bareServer();
  const what = "daemon, recorder, stream and state on:";
  return [
    atMost(`${what} processor of a step`, 1000, processor, formatMicros),
    remark(
      "  the floor: to read it, sync a state and print, nothing decided",
      formatMicros(loop.processor),
      "resident",
      formatBytes(loop.resident),
    ),
    remark(
      "  the same, with a server, and the latest 180 records held compressed",
      formatMicros(watched.processor),
      "resident, and anonymous",
      `${formatBytes(watched.resident)}, ${formatBytes(watched.anonymous)}`,
    ),
    atMost(`${what} resident`, 80 * MIB, resident, formatBytes),
    atMost(`${what} anonymous part of it`, 35 * MIB, anonymous, formatBytes),
    remark(
      "  the floor: Node with a server that does nothing, resident",
      formatBytes(bare.resident),
      "anonymous part of it",
      formatBytes(bare.anonymous),
    ),
  ];
}

async function bareServer() {
  const script = fileURLToPath(new URL("bareServer.mjs", import.meta.url));
  const child = spawn(process.execPath, [script], { stdio: ["ignore", "pipe", "inherit"] });
  await once(child.stdout, "data");
  const of = (name: "VmRSS" | "RssAnon") => memoryOf(child.pid ?? 0, name);
  const memory = { resident: of("VmRSS"), anonymous: of("RssAnon") };
  child.kill();
  return memory;
}

function oneRun(folder: string): Promise<RunCost> {
  return costOf([
    ...["--listen", "127.0.0.1:0"],
    ...["--record", join(folder, "ring")],
    ...["--state-dir", join(folder, "state")],
  ]);
}

function bareSimulator(folder: string, ...words: readonly string[]): Promise<RunCost> {
  const script = fileURLToPath(new URL("bareSimulator.mjs", import.meta.url));
  return costOf([], [script, join(folder, "state"), ...words]);
}

async function costOf(words: readonly string[], instead?: readonly string[]): Promise<RunCost> {
  const [warm, last] = await longRun({
    steps: STEPS,
    looks: [WARM, STEPS],
    form: "full",
    words,
    ...(instead && { instead }),
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
