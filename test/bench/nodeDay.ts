import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateMoments } from "../../examples/generate/generateNode.ts";
import { formatHeader, formatRecord } from "../../hosts/shared/capture/writer.ts";
import { Engine } from "../../hosts/shared/engine.ts";
import { COMMAND_PATH, core } from "./core.ts";
import { median } from "./stopwatch.ts";

const STEPS = 8640;
const PODS = 110;
const STEP_NANOSECONDS = 10_000_000_000n;
/** Moments that are generated; a day repeats them under new times. */
const MOMENTS = 120;
const RUNS = 3;

export interface NodeDay {
  readonly steps: number;
  readonly pods: number;
  readonly captureBytes: number;
  /** From the start of the process to its end. */
  readonly micros: number;
  /** The part of it that a process of this Node takes to do nothing. */
  readonly emptyProcessMicros: number;
}

/** Replays a day of a node from a reduced capture, in a process of its own. */
export function measureNodeDay(): NodeDay {
  const directory = mkdtempSync(join(tmpdir(), "plimsoll-bench-"));
  try {
    const capture = join(directory, "day.plimsoll.ndjson");
    const captureBytes = writeDay(capture);
    const micros: number[] = [];
    const empty: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      empty.push(processMicros(["-e", "0"]));
      micros.push(processMicros([COMMAND_PATH, "replay", capture, "--output", "json"]));
    }
    return {
      steps: STEPS,
      pods: PODS,
      captureBytes,
      micros: median(micros),
      emptyProcessMicros: median(empty),
    };
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function processMicros(argv: readonly string[]): number {
  const start = process.hrtime.bigint();
  const { status, stderr } = spawnSync(process.execPath, argv, {
    stdio: ["ignore", "ignore", "pipe"],
  });
  if (status !== 0) throw new Error(`${argv.join(" ")} ended with ${status}: ${stderr}`);
  return Number(process.hrtime.bigint() - start) / 1000;
}

/** Writes the capture → its size in bytes. */
function writeDay(path: string): number {
  const file = openSync(path, "w");
  const encoder = new TextEncoder();
  const engine = new Engine(core);
  const moments = [...generateMoments({ pods: PODS, seed: 35 }, MOMENTS)].map((moment) => ({
    time: moment.time,
    summary: Buffer.from(engine.reduceSummary(encoder.encode(moment.summary))).toString(),
    pods: engine.reducePods(encoder.encode(moment.pods)),
  }));
  const first = moments[0]?.time ?? 0n;
  let size = writeSync(file, formatHeader({ node: "worker-3", kubelet: "v1.35.8" }));
  for (let step = 0; step < STEPS; step += 1) {
    const moment = moments[step % MOMENTS];
    if (moment === undefined) break;
    const time = first + BigInt(step) * STEP_NANOSECONDS;
    const summary = encoder.encode(shifted(moment.summary, moment.time, time));
    size += writeSync(
      file,
      formatRecord({ time, summary, ...(step === 0 && { pods: moment.pods }) }),
    );
  }
  closeSync(file);
  return size;
}

/** The same Summary at another time: a reduced one has but two times, a second apart. */
function shifted(summary: string, from: bigint, to: bigint): string {
  const text = (time: bigint, seconds: bigint) =>
    new Date(Number((time / 1_000_000_000n - seconds) * 1000n)).toISOString().replace(".000", "");
  return summary.replaceAll(text(from, 1n), text(to, 1n)).replaceAll(text(from, 0n), text(to, 0n));
}
