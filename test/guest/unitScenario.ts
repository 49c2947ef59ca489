/**
 * Runs inside the guest as a service next to the unit that we ship, and follows its guide:
 * starts it, looks at what it serves, kills it, lets it act. Prints one line of JSON a finding.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { setTimeout as after } from "node:timers/promises";
import { availableBytes, hoarding, holds, MI, outOfMemory } from "./measure.ts";

const ADDRESS = "http://127.0.0.1:10350";
const DROP_INS = "/etc/systemd/system/plimsoll.service.d";
const DATABASE_BYTES = 240 * MI;
const THRESHOLD_BYTES = 300 * MI;
const BELOW_BYTES = 60 * MI;
const LOOK_MILLISECONDS = 200;
const STAGE_MILLISECONDS = 120_000;

/** What is seen of the unit in one of its stages. */
export interface UnitFinding {
  readonly stage: "observing" | "restarted" | "acting" | "misused";
  readonly seen: Readonly<Record<string, unknown>>;
}

function tell(stage: UnitFinding["stage"], seen: UnitFinding["seen"]): void {
  // On a line of its own, whatever the kernel printed before.
  console.log(`\nUNIT ${JSON.stringify({ stage, seen } satisfies UnitFinding)}`);
}

const systemctl = (...words: string[]) => execFileSync("systemctl", words).toString().trim();
const property = (name: string) => systemctl("show", "--value", "-p", name, "plimsoll");

async function until(what: string, condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + STAGE_MILLISECONDS;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`It waits for ${what}; ${lastLine()}`);
    await after(LOOK_MILLISECONDS);
  }
}

function lastLine(): string {
  const words = ["-u", "plimsoll", "-o", "cat", "-n", "4", "--no-pager"];
  return `plimsoll said last: ${execFileSync("journalctl", words)}`;
}

async function get(path: string): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(`${ADDRESS}${path}`);
    return { status: response.status, text: await response.text() };
  } catch {
    return { status: 0, text: "" };
  }
}

const isReady = async () => (await get("/readyz")).status === 200;

/** The events of the unit's log; every line must be one. */
function log(): Record<string, unknown>[] {
  const words = ["-u", "plimsoll", "-o", "cat", "--no-pager", "_COMM=node"];
  const lines = execFileSync("journalctl", words).toString().trim().split("\n");
  return lines.map((line) => JSON.parse(line));
}

function sentencesOf(event: string): unknown[] {
  return log()
    .filter((line) => line.event === event)
    .map(({ sentence }) => sentence);
}

function install(dropIn: string, text: string): void {
  mkdirSync(DROP_INS, { recursive: true });
  writeFileSync(`${DROP_INS}/${dropIn}`, text);
}

async function observing(): Promise<void> {
  systemctl("start", "plimsoll");
  await until("the unit", isReady);
  const status = readFileSync(`/proc/${property("MainPID")}/status`, "utf8");
  const { text } = await get("/v1/decision?pod=system.slice/scenario.service");
  tell("observing", {
    user: Number(/^Uid:\s+(\d+)/m.exec(status)?.[1]),
    capabilities: /^CapEff:\s+(\w+)/m.exec(status)?.[1],
    explains: JSON.parse(text).subject?.name ?? JSON.parse(text).plimsoll,
    metrics: (await get("/metrics")).status,
    errors: sentencesOf("error"),
  });
}

async function restarted(): Promise<void> {
  const before = property("MainPID");
  systemctl("kill", "--signal", "KILL", "plimsoll");
  const isAnother = async () => property("MainPID") !== before && (await isReady());
  await until("the unit to be started again", isAnother);
  tell("restarted", { restarts: Number(property("NRestarts")), errors: sentencesOf("error") });
}

async function acting(): Promise<void> {
  const shipped = readFileSync("/plimsoll/acting.conf", "utf8");
  install("acting.conf", shipped);
  const command = /^ExecStart=(\/.*)$/m.exec(shipped.replace(/\\\n\s*/g, " "))?.[1] ?? "";
  const threshold = `--eviction-hard 'memory.available<${THRESHOLD_BYTES / MI}Mi'`;
  install("threshold.conf", `[Service]\nExecStart=\nExecStart=${command} ${threshold}\n`);
  systemctl("daemon-reload");
  systemctl("restart", "plimsoll");
  await until("the acting unit", isReady);
  start("database", DATABASE_BYTES, ["--property", "MemoryLow=300M"]);
  await until("database", () => holds("database.service", DATABASE_BYTES));
  start("leak", availableBytes() - THRESHOLD_BYTES + BELOW_BYTES);
  const isGone = () => systemctl("list-units", "--all", "--no-legend", "leak.service") === "";
  await until("the end of leak", isGone);
  const evictions = log().flatMap(({ evictions = [] }) => evictions as { name: string }[]);
  tell("acting", {
    evicted: [...new Set(evictions.map(({ name }) => name))],
    database: systemctl("is-active", "database"),
    plimsoll: systemctl("is-active", "plimsoll"),
    outOfMemory: outOfMemory(),
    errors: sentencesOf("error"),
  });
}

/** After everything that reads the log: a usage error is a plain sentence there. */
async function misused(): Promise<void> {
  const command = "/usr/local/bin/plimsoll run --source cgroup --interval never";
  install("usage.conf", `[Service]\nExecStart=\nExecStart=${command}\n`);
  systemctl("daemon-reload");
  systemctl("restart", "plimsoll");
  await until("the end of the misused unit", () => property("ExecMainStatus") !== "0");
  tell("misused", {
    exitCode: Number(property("ExecMainStatus")),
    // "activating" while systemd waits to start it again.
    state: property("ActiveState"),
    restarts: Number(property("NRestarts")),
  });
}

function start(unit: string, bytes: number, words: readonly string[] = []): void {
  // Collected when it has ended, however it ended.
  execFileSync("systemd-run", ["--collect", "--unit", unit, ...words, ...hoarding(bytes)]);
}

try {
  await observing();
  await restarted();
  await acting();
  await misused();
} catch (error) {
  // The power is off before Node would print it.
  console.log(`\n${error}`);
} finally {
  systemctl("poweroff", "--force", "--force");
}
