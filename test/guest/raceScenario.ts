/**
 * Runs inside the guest as a service next to systemd-oomd and earlyoom: lets one unit after the
 * other take memory, each in another way, and records what killers read meanwhile. Prints one line
 * of JSON a race.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { RACE_NAMES, type RaceName } from "../oomd/raceNames.ts";
import { CGROUP_ROOT, holds, MI, outOfMemory } from "./measure.ts";

const LOOK_MILLISECONDS = 100;
/** Some samples before the leak begins, and after its end. */
const BEFORE_MILLISECONDS = 3000;
const AFTER_MILLISECONDS = 2000;
const RACE_MILLISECONDS = 60_000;
const REST_BYTES = 60 * MI;
const CALM_PERCENT = 3;
/** Until then a machine that has scanned nothing counts as one that has scanned just now. */
const RECLAIM_SECONDS = 30;

/** What one race recorded. */
export interface RaceFinding {
  readonly name: RaceName;
  /** Whether the unit ended by itself. */
  readonly hasEnded: boolean;
  /** A capture of samples, compressed, in base64. */
  readonly samples: string;
  /** What the killers and the kernel said, as journalctl prints it. */
  readonly log: string;
  readonly outOfMemory: number;
  readonly restIsActive: boolean;
}

/** Of the unit that takes memory: its slice, its limits, and how fast it grows. */
interface Leak {
  readonly words: readonly string[];
  /** MiB, five times a second. */
  readonly step: number;
  readonly most: number;
  /** It lives on, so it is ended after so long. */
  readonly milliseconds?: number;
}

const HIGH = limits("race.slice", "MemoryHigh=96M", "MemoryMax=400M");
const LEAKS: Readonly<Record<RaceName, Leak>> = {
  // Anonymous memory without swap: it waits, and no page of it can be scanned.
  unscanned: { words: HIGH, step: 4, most: 300, milliseconds: 25_000 },
  throttled: { words: HIGH, step: 4, most: 300 },
  limited: {
    words: limits("race.slice", "MemoryMax=128M", "MemorySwapMax=0"),
    ...{ step: 4, most: 300 },
  },
  unlimited: { words: limits("free.slice"), step: 16, most: 4000 },
};

function limits(slice: string, ...properties: string[]): readonly string[] {
  return ["--slice", slice, ...properties.flatMap((each) => ["--property", each])];
}

const run = (program: string, ...words: string[]) => execFileSync(program, words).toString().trim();
const stateOf = (unit: string) => run("systemctl", "show", "--value", "-p", "ActiveState", unit);
const isOver = (unit: string) => stateOf(unit) !== "active";

async function until(condition: () => boolean, milliseconds: number): Promise<boolean> {
  const deadline = Date.now() + milliseconds;
  while (!condition()) {
    if (Date.now() > deadline) return false;
    await after(LOOK_MILLISECONDS);
  }
  return true;
}

/** So many MiB more five times a second, as one process that is called like its unit. */
function leakOf(step: number, most: number): string {
  const grow = `i=0; while [ $i -lt ${most} ]; do i=$((i+${step})); echo anon $((i*1024)); `;
  return `(${grow} sleep 0.2; done; sleep 600) | { /load leak >/dev/null; kill -9 0; }`;
}

/** The pressure of the last ten seconds, in percent. */
function averageOf(slice: string): number {
  const text = readFileSync(join(CGROUP_ROOT, slice, "memory.pressure"), "utf8");
  return Number(/^full avg10=([\d.]+)/m.exec(text)?.[1]);
}

function addSwap(): void {
  for (const name of ["virtio_pci", "virtio_blk"]) run("modprobe", name);
  run("mkswap", "/dev/vda");
  run("swapon", "/dev/vda");
}

async function race(name: RaceName): Promise<RaceFinding> {
  const out = `/tmp/${name}.ndjson.gz`;
  const record = ["plimsoll", "capture", "record", "--source", "cgroup", "--form", "samples"];
  // What waited for memory in the race before does not count in this one.
  await until(() => averageOf("race.slice") < CALM_PERCENT, RACE_MILLISECONDS);
  const before = outOfMemory();
  const began = Date.now();
  run("systemd-run", "--unit", "recorder", "--collect", ...record, "--out", out);
  if (!(await until(() => existsSync(out), RACE_MILLISECONDS))) throw new Error(`No ${out}.`);
  await after(BEFORE_MILLISECONDS);
  const { words, step, most, milliseconds = RACE_MILLISECONDS } = LEAKS[name];
  run("systemd-run", "--unit", "leak", ...words, "/bin/sh", "-c", leakOf(step, most));
  const hasEnded = await until(() => isOver("leak"), milliseconds);
  await after(AFTER_MILLISECONDS);
  run("systemctl", "stop", "recorder", ...(hasEnded ? [] : ["leak"]));
  try {
    run("systemctl", "reset-failed", "leak");
  } catch {
    // It did not fail, and is gone.
  }
  const since = ["--since", `@${Math.ceil(began / 1000)}`, "--no-pager"];
  const said = ["SYSLOG_IDENTIFIER=kernel", "SYSLOG_IDENTIFIER=systemd-oomd"];
  const more = ["SYSLOG_IDENTIFIER=earlyoom", "SYSLOG_IDENTIFIER=systemd"];
  return {
    name,
    hasEnded,
    samples: readFileSync(out).toString("base64"),
    log: run("journalctl", "-o", "short-iso-precise", ...since, ...said, ...more),
    outOfMemory: outOfMemory() - before,
    restIsActive: stateOf("rest") === "active",
  };
}

try {
  run("systemctl", "start", "race.slice", "systemd-oomd", "earlyoom");
  const rest = "(echo anon 61440; sleep 6000) | exec /load rest >/dev/null";
  run("systemd-run", "--unit", "rest", "--slice", "race.slice", "/bin/sh", "-c", rest);
  const slice = join(CGROUP_ROOT, "race.slice");
  await until(() => existsSync(slice) && holds("../race.slice/rest.service", REST_BYTES), 30_000);
  const uptime = () => Number.parseFloat(readFileSync("/proc/uptime", "utf8"));
  await until(() => uptime() > RECLAIM_SECONDS, RACE_MILLISECONDS);
  for (const name of RACE_NAMES) {
    if (name === "throttled") addSwap();
    console.log(`\nRACE ${JSON.stringify((await race(name)) satisfies RaceFinding)}`);
  }
} catch (error) {
  // The power is off before Node would print it.
  console.log(`\n${error}`);
} finally {
  run("systemctl", "poweroff", "--force", "--force");
}
