import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { EvictionEngine } from "../../analysis/engine/evictionEngine.ts";
import { formatHeader, formatRecord } from "../../analysis/read/capture/writer.ts";
import { formatTime } from "../../analysis/text/time.ts";
import { core } from "../bench/core.ts";
import { nodeOf } from "../bench/node.ts";
import { memoryOf, processorMicrosOf } from "../bench/processes.ts";

const PROGRAM = new URL("../../dist/plimsoll.mjs", import.meta.url).pathname;
/** Every decision as a JSON line, and no server. */
export const QUIET: readonly string[] = ["--output", "ndjson", "--listen", "none"];
const PODS = 110;
/** Moments that are generated; a longer run repeats them under new times. */
const MOMENTS = 60;
const STEP_NANOSECONDS = 10_000_000_000n;

/** What a process is and has used, as the kernel says. */
export interface Usage {
  readonly step: number;
  readonly processorMilliseconds: number;
  readonly residentBytes: number;
  /** The part of it that belongs to no file: heaps, stacks, buffers. */
  readonly anonymousBytes: number;
}

export interface LongRun {
  readonly steps: number;
  /** Steps after which to look. */
  readonly looks: readonly number[];
  readonly form: "full" | "reduced";
  readonly words: readonly string[];
  /** What runs in the place of the command, and takes the same input. */
  readonly instead?: readonly string[];
  /** Between two steps; as fast as it goes when it is left out. */
  readonly pauseMilliseconds?: number;
}

/** Runs the command over a capture on its standard input, and looks at it. */
export async function longRun({
  steps,
  looks,
  form,
  words,
  instead,
  pauseMilliseconds = 0,
}: LongRun): Promise<Usage[]> {
  const source = ["--source", "capture", "--capture", "-"];
  const command = instead ?? [PROGRAM, "run", ...source, ...QUIET, ...words];
  const child = spawn(process.execPath, command, {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const exit = once(child, "exit");
  const feeding = feed(child.stdin, steps, linesOf(form), pauseMilliseconds);
  const usages: Usage[] = [];
  let step = 0;
  for await (const _ of createInterface({ input: child.stdout })) {
    step += 1;
    if (looks.includes(step)) usages.push(usageOf(child.pid ?? 0, step));
  }
  await feeding;
  const [code] = await exit;
  if (code !== 0 || step !== steps) throw new Error(`It ended with ${code} after ${step} steps.`);
  return usages;
}

async function feed(
  input: NodeJS.WritableStream,
  steps: number,
  lines: readonly string[],
  pauseMilliseconds: number,
): Promise<void> {
  input.write(formatHeader({ node: "worker-3" }));
  for (let step = 0; step < steps; step++) {
    const line = lines[step === 0 ? 0 : 1 + (step % MOMENTS)] ?? "";
    const time = formatTime(BigInt(step) * STEP_NANOSECONDS + 1_800_000_000_000_000_000n);
    if (!input.write(`{"time":"${time}"${line}`)) await once(input, "drain");
    if (pauseMilliseconds > 0) await sleep(pauseMilliseconds);
  }
  input.end();
}

/** Records without their times; the first one has the pods. */
function linesOf(form: LongRun["form"]): string[] {
  const { pods, moments } = nodeOf(PODS, MOMENTS);
  const engine = new EvictionEngine(core);
  const isReduced = form === "reduced";
  const summaries = moments.map(({ summary }) =>
    isReduced ? engine.reduceSummary(summary) : summary,
  );
  const [first = new Uint8Array()] = summaries;
  const list = isReduced ? engine.reducePods(pods) : pods;
  const records = [
    { time: 0n, pods: list, summary: first },
    ...summaries.map((summary) => ({ time: 0n, summary })),
  ];
  return records.map((record) => {
    const line = Buffer.from(formatRecord(record)).toString();
    return line.slice(line.indexOf(","));
  });
}

function usageOf(pid: number, step: number): Usage {
  return {
    step,
    processorMilliseconds: processorMicrosOf(pid) / 1000,
    residentBytes: memoryOf(pid, "VmRSS"),
    anonymousBytes: memoryOf(pid, "RssAnon"),
  };
}
