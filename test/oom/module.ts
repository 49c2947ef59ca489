import { readFileSync } from "node:fs";
import { LogClock } from "../../hosts/shared/evidence/journal/clock.ts";
import { type JudgedKill, judgedKill } from "../../hosts/shared/oom/judged.ts";
import { KernelLines } from "../../hosts/shared/oom/kernelLine.ts";
import type { ListedPods } from "../../hosts/shared/oom/listedPods.ts";
import { OomEngine } from "../../hosts/shared/oom/oomEngine.ts";
import { OomLog } from "../../hosts/shared/oom/oomLog.ts";

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
  const log = new OomLog(new LogClock(2026));
  const lines = new KernelLines();
  for (const [index, line] of text.split("\n").entries()) {
    const read = lines.read(line);
    if (read !== null) log.take(read, index + 1);
  }
  return log;
}

const judge = engine();

export function judgedOf(text: string, pods?: ListedPods): readonly JudgedKill[] {
  return logOf(text).ooms.map((oom) => judgedKill(oom, judge, pods));
}
