import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { formatHeader, formatRecord } from "../../hosts/shared/capture/writer.ts";
import { Engine } from "../../hosts/shared/engine.ts";
import { formatTime } from "../../hosts/shared/time.ts";
import { core } from "../bench/core.ts";
import { nodeOf } from "../bench/node.ts";

const PROGRAM = new URL("../../dist/plimsoll.mjs", import.meta.url).pathname;
/** Every decision as a JSON line, and no server. */
export const QUIET: readonly string[] = ["--output", "ndjson", "--listen", "none"];
const PODS = 110;
/** Moments that are generated; a longer run repeats them under new times. */
const MOMENTS = 60;
const STEP_NANOSECONDS = 10_000_000_000n;
/** What the kernel counts processor time in. */
const TICK_MILLISECONDS = 10;
const KIB = 1024;

/** What a process is and has used, as the kernel says. */
export interface Usage {
  readonly step: number;
  readonly processorMilliseconds: number;
  readonly residentBytes: number;
}

export interface LongRun {
  readonly steps: number;
  /** Steps after which to look. */
  readonly looks: readonly number[];
  readonly form: "full" | "reduced";
  readonly words: readonly string[];
}

/** Runs the command over a capture on its standard input, as fast as it goes, and looks at it. */
export async function longRun({ steps, looks, form, words }: LongRun): Promise<Usage[]> {
  const source = ["--source", "capture", "--capture", "-"];
  const child = spawn(process.execPath, [PROGRAM, "run", ...source, ...QUIET, ...words], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const exit = once(child, "exit");
  const feeding = feed(child.stdin, steps, form);
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
  form: LongRun["form"],
): Promise<void> {
  const lines = linesOf(form);
  input.write(formatHeader({ node: "worker-3" }));
  for (let step = 0; step < steps; step++) {
    const line = lines[step === 0 ? 0 : 1 + (step % MOMENTS)] ?? "";
    const time = formatTime(BigInt(step) * STEP_NANOSECONDS + 1_800_000_000_000_000_000n);
    if (!input.write(`{"time":"${time}"${line}`)) await once(input, "drain");
  }
  input.end();
}

/** Records without their times; the first one has the pods. */
function linesOf(form: LongRun["form"]): string[] {
  const { pods, moments } = nodeOf(PODS, MOMENTS);
  const engine = new Engine(core);
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
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  const ticks = Number(fields[11]) + Number(fields[12]);
  const resident = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return {
    step,
    processorMilliseconds: ticks * TICK_MILLISECONDS,
    residentBytes: Number(resident) * KIB,
  };
}
