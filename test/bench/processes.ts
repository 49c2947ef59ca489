/** Programs that are run to their end: how long they take, and how much of the processor. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { median } from "./stopwatch.ts";

/** Linux counts processor time in hundredths of a second. */
const TICK_MICROS = 10_000;

export interface ProcessCost {
  /** From its start to its end. */
  readonly micros: number;
  /** User and system, of all of its threads. */
  readonly processorMicros: number;
}

export type Command = readonly [program: string, ...words: string[]];

/** User and system time of a process so far, in microseconds. */
export function processorMicrosOf(pid: number): number {
  const fields = statOf(String(pid));
  return (Number(fields[11]) + Number(fields[12])) * TICK_MICROS;
}

/** User and system time of the children that have ended. */
function processorMicrosOfChildren(): number {
  const fields = statOf("self");
  return (Number(fields[13]) + Number(fields[14])) * TICK_MICROS;
}

/** The fields behind the program's name. */
function statOf(process: string): readonly string[] {
  const stat = readFileSync(`/proc/${process}/stat`, "utf8");
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

/** A figure of `/proc/PID/status`, in bytes. */
export function memoryOf(pid: number, name: "VmRSS" | "RssAnon" | "RssFile"): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024;
}

/** The medians of programs that take turns, so that a slow spell falls on all of them. */
export function processCosts<Name extends string>(
  commands: Readonly<Record<Name, Command>>,
  times: number,
): Record<Name, ProcessCost> {
  const names = Object.keys(commands) as Name[];
  const costs = names.map((name) => ({ name, costs: [] as ProcessCost[] }));
  for (let time = 0; time < times; time++) {
    for (const { name, costs: taken } of costs) taken.push(costOf(commands[name]));
  }
  const entries = costs.map(({ name, costs: taken }) => [name, medianOf(taken)]);
  return Object.fromEntries(entries) as Record<Name, ProcessCost>;
}

function medianOf(costs: readonly ProcessCost[]): ProcessCost {
  return {
    micros: median(costs.map(({ micros }) => micros)),
    processorMicros: median(costs.map(({ processorMicros }) => processorMicros)),
  };
}

function costOf([program, ...words]: Command): ProcessCost {
  const before = processorMicrosOfChildren();
  const start = process.hrtime.bigint();
  const { status, stderr } = spawnSync(program, words, { stdio: ["ignore", "ignore", "pipe"] });
  const micros = Number(process.hrtime.bigint() - start) / 1000;
  if (status !== 0)
    throw new Error(`${program} ${words.join(" ")} ended with ${status}: ${stderr}`);
  return { micros, processorMicros: processorMicrosOfChildren() - before };
}
