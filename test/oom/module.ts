import { readFileSync } from "node:fs";
import { OomEngine } from "../../analysis/engine/oomEngine.ts";
import { type AnalyzedKill, analyzeKill } from "../../analysis/questions/oom/analyzedKills.ts";
import { LogClock } from "../../analysis/read/journal/clock.ts";
import { KernelLines } from "../../analysis/read/kernelLog/kernelLine.ts";
import type { ListedPods } from "../../analysis/read/kernelLog/listedPods.ts";
import { OomLog } from "../../analysis/read/kernelLog/oomLog.ts";
import { WrappedLines } from "../../analysis/read/kernelLog/wrappedLines.ts";

const wasm = readFileSync(new URL("../../dist/plimsoll-oom.wasm", import.meta.url));
const module = new WebAssembly.Module(wasm);

export function engine(): OomEngine {
  return new OomEngine(module);
}

export interface Dump {
  readonly file: string;
  readonly pid: number;
  readonly name: string;
  /** What kernels before 5.1 print: badness in thousandths of all pages. */
  readonly score?: number;
  readonly source: string;
}

const FOLDER = new URL("dumps/", import.meta.url);

export const DUMPS: readonly Dump[] = JSON.parse(
  readFileSync(new URL("index.json", FOLDER), "utf8"),
);

export function dumpText(file: string): string {
  return readFileSync(new URL(file, FOLDER), "utf8");
}

export function logOf(text: string): OomLog {
  const log = new OomLog(new LogClock(BigInt(Date.UTC(2026, 11, 31)) * 1_000_000n));
  const lines = new KernelLines();
  const wrapped = new WrappedLines();
  const whole = text.split("\n").flatMap((line, index) => wrapped.take(line, index + 1));
  for (const line of [...whole, ...wrapped.end()]) {
    const read = lines.read(line.text);
    if (read !== null) log.take(read, line.number);
  }
  return log;
}

const judge = engine();

export function analyzedKillsOf(text: string, pods?: ListedPods): readonly AnalyzedKill[] {
  return logOf(text).ooms.map((oom) => analyzeKill(oom, judge, pods));
}
