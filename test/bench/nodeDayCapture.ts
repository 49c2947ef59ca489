/** Captures of a day of a generated node. */
import { closeSync, openSync, writeSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { EvictionEngine } from "../../analysis/engine/evictionEngine.ts";
import { formatHeader, formatRecord } from "../../analysis/read/capture/writer.ts";
import { generateMoments } from "../../examples/generate/generateNode.ts";
import { inOtherOrders } from "./consecutiveSummaries.ts";
import { core } from "./core.ts";

/** One each ten seconds. */
export const DAY_STEPS = 8640;
const PODS = 110;
const SEED = 35;
const STEP_NANOSECONDS = 10_000_000_000n;
/** Moments that are generated; a day repeats them under new times. */
const MOMENTS = 120;
/** Records of a member of a gzip file: a whole day of full documents would not fit into memory. */
const RECORDS_AT_ONCE = 60;

export interface NodeDayOptions {
  /** Compressed when it ends with `.gz`. */
  readonly path: string;
  readonly form: "full" | "reduced";
  readonly steps: number;
}

/** Writes the capture → its size in bytes. */
export function writeNodeDay({ path, form, steps }: NodeDayOptions): number {
  const file = openSync(path, "w");
  const isGzip = path.endsWith(".gz");
  const write = (parts: readonly Uint8Array[]) => {
    const bytes = Buffer.concat(parts);
    return writeSync(file, isGzip ? gzipSync(bytes) : bytes);
  };
  const moments = momentsOf(form);
  const first = moments[0]?.time ?? 0n;
  const encoder = new TextEncoder();
  let parts = [formatHeader({ node: "worker-3", kubelet: "v1.35.8" })];
  let size = 0;
  for (let step = 0; step < steps; step += 1) {
    const moment = moments[step % MOMENTS];
    if (moment === undefined) break;
    const time = first + BigInt(step) * STEP_NANOSECONDS;
    const summary = encoder.encode(shifted(moment.summary, moment.time, time));
    parts.push(formatRecord({ time, summary, ...(step === 0 && { pods: moment.pods }) }));
    if (parts.length < RECORDS_AT_ONCE) continue;
    size += write(parts);
    parts = [];
  }
  size += write(parts);
  closeSync(file);
  return size;
}

function momentsOf(form: NodeDayOptions["form"]) {
  const encoder = new TextEncoder();
  const engine = new EvictionEngine(core);
  const moments = [...generateMoments({ pods: PODS, seed: SEED }, MOMENTS)];
  const summaries = inOtherOrders(moments.map(({ summary }) => summary));
  return moments.map((moment, i) => {
    const [summary, pods] = [summaries[i] ?? "", encoder.encode(moment.pods)];
    if (form === "full") return { time: moment.time, summary, pods };
    const reduced = Buffer.from(engine.reduceSummary(encoder.encode(summary))).toString();
    return { time: moment.time, summary: reduced, pods: engine.reducePods(pods) };
  });
}

/** The same Summary at another time: its own times are but two, a second apart. */
function shifted(summary: string, from: bigint, to: bigint): string {
  const text = (time: bigint, seconds: bigint) =>
    new Date(Number((time / 1_000_000_000n - seconds) * 1000n)).toISOString().replace(".000", "");
  return summary.replaceAll(text(from, 1n), text(to, 1n)).replaceAll(text(from, 0n), text(to, 0n));
}
