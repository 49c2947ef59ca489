/**
 * Runs inside the guest, as its only program but those it starts: makes units, lets one of them
 * take memory until a threshold is crossed, and watches what `plimsoll run --act cgroup` does.
 * Prints one line of JSON for each round.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as after } from "node:timers/promises";
import {
  availableBytes,
  CGROUP_ROOT,
  hoarding,
  holds,
  isPopulated,
  MI,
  memoryTotal,
  outOfMemory,
  SLICE,
} from "./measure.ts";

const DATABASE_BYTES = 240 * MI;
const THRESHOLD_BYTES = 300 * MI;
/** How far below the threshold the leak goes: far enough to be seen, too little to run out. */
const BELOW_BYTES = 60 * MI;
const LOOK_MILLISECONDS = 20;

/** What one round of the scenario measured. */
export interface Round {
  readonly notifications: boolean;
  readonly evicted: string | null;
  /**
   * Milliseconds from the crossing of the threshold to the measurement that was decided on, and to
   * the end of the unit; the crossing itself is seen with a delay of up to 20 ms.
   */
  readonly decidedAfter: number | null;
  readonly endedAfter: number | null;
  readonly spared: boolean;
  readonly outOfMemory: number;
  readonly outcome: string;
}

function makeUnit(unit: string): string {
  const directory = join(SLICE, unit);
  mkdirSync(directory, { recursive: true });
  return directory;
}

function startIn(unit: string, command: string): ChildProcess {
  const line = `echo $$ > ${makeUnit(unit)}/cgroup.procs; exec ${command}`;
  return spawn("/bin/sh", ["-c", line], { stdio: ["ignore", "pipe", "inherit"] });
}

function hoard(unit: string, bytes: number): ChildProcess {
  const child = startIn(unit, hoarding(bytes).join(" "));
  child.stdout?.resume();
  return child;
}

async function until(condition: () => boolean): Promise<number> {
  while (!condition()) await after(LOOK_MILLISECONDS);
  return Date.now();
}

function prepare(): void {
  writeFileSync(join(CGROUP_ROOT, "cgroup.subtree_control"), "+memory +pids");
  mkdirSync(SLICE);
  writeFileSync(join(SLICE, "cgroup.subtree_control"), "+memory +pids");
  const own = join(CGROUP_ROOT, "init.scope");
  mkdirSync(own);
  for (const pid of [1, process.pid]) writeFileSync(join(own, "cgroup.procs"), String(pid));
}

async function round(notifications: boolean): Promise<Round> {
  const words =
    "node /plimsoll/plimsoll.mjs run --source cgroup --act cgroup --interval 10s --output ndjson " +
    `--state-dir /tmp/state-${notifications} --eviction-hard 'memory.available<300Mi'` +
    (notifications ? "" : " --no-notifications");
  const daemon = startIn("plimsoll.service", words);
  const lines = createInterface({ input: daemon.stdout ?? process.stdin });
  await once(lines, "line");
  const decided = decisionOf(lines);
  const leak = hoard("leak.service", availableBytes() - THRESHOLD_BYTES + BELOW_BYTES);
  const crossedAt = await until(() => availableBytes() < THRESHOLD_BYTES);
  const ended = until(() => !isPopulated("leak.service") || !isPopulated("database.service"));
  const { line, time } = await decided;
  const endedAt = await ended;
  const { evictions = [], acts = [] } = JSON.parse(line);
  const spared = isPopulated("database.service") && isPopulated("plimsoll.service");
  daemon.kill("SIGTERM");
  await once(daemon, "exit");
  leak.kill("SIGKILL");
  rmdirSync(join(SLICE, "leak.service"));
  return {
    notifications,
    evicted: evictions[0]?.name ?? null,
    decidedAfter: time - crossedAt,
    endedAfter: endedAt - crossedAt,
    spared,
    outOfMemory: outOfMemory(),
    outcome: acts.map((act: { outcome: { sentence: string } }) => act.outcome.sentence).join(" "),
  };
}

/** The first line that evicts: when its snapshot was taken, by the guest's one clock. */
async function decisionOf(lines: AsyncIterable<string>): Promise<{ line: string; time: number }> {
  for await (const line of lines) {
    if (!line.includes('"action":"EvictPod"')) continue;
    return { line, time: Date.parse(JSON.parse(line).time) };
  }
  throw new Error("The daemon ended before it decided.");
}

prepare();
const memoryLow = join(makeUnit("database.service"), "memory.low");
writeFileSync(memoryLow, String(300 * MI));
hoard("database.service", DATABASE_BYTES);
await until(() => holds("database.service", DATABASE_BYTES));
console.log(`guest: ${process.version}, ${Math.round(memoryTotal() / MI)} MiB, the units are up`);
for (const notifications of [true, false]) {
  console.log(`ROUND ${JSON.stringify(await round(notifications))}`);
}
process.exit(0);
