/**
 * Ends the daemon with SIGKILL at random moments, starts it again, and looks at what it left: no
 * pod was evicted twice, time never went back, and every step that was announced is in a capture.
 *
 *   npm run suite -- crashes --crashes 200 --seed 1
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { openCaptureFile } from "../../hosts/system/captureFile.ts";
import { QUIET } from "./longRun.ts";
import { writePressure } from "./pressure.ts";

const PROGRAM = new URL("../../dist/plimsoll.mjs", import.meta.url).pathname;
/** Enough that no round ends. */
const STEPS = 6000;
/** After the first step; a step with its files and its command takes about ten. */
const LIFE_MILLISECONDS = 500;
/** Some are ended before they have begun to step. */
const WHILE_STARTING_IN = 8;
const AT_ONCE = 2;

const { values } = parseArgs({
  options: {
    crashes: { type: "string", default: "200" },
    seed: { type: "string", default: String(Date.now()) },
  },
});
const crashes = Number(values.crashes);
const random = xoroshiro128plus(Number(values.seed));

/** A directory in which one daemon is ended and started again and again. */
class Round {
  readonly #directory = mkdtempSync(join(tmpdir(), "plimsoll-crash-"));
  readonly #capture: string;

  constructor(capture: string) {
    this.#capture = capture;
  }

  /** Ends the daemon without warning, so long after it has begun, or after its first step. */
  async crash(milliseconds: number, whileStarting: boolean): Promise<void> {
    const child = spawn(process.execPath, [PROGRAM, ...this.#words()], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    const errors = text(child.stderr);
    const closed = once(child, "close");
    let crash = () => {
      crash = () => {};
      setTimeout(() => child.kill("SIGKILL"), milliseconds);
    };
    if (whileStarting) crash();
    child.stdout.on("data", (chunk: Buffer) => {
      crash();
      appendFileSync(this.#path("steps.ndjson"), chunk);
    });
    const [code, signal] = await closed;
    // A line that was cut off is not an announcement.
    appendFileSync(this.#path("steps.ndjson"), "\n");
    if (signal !== "SIGKILL") throw new Error(`It ended by itself (${code}): ${await errors}`);
  }

  /** What went wrong, one sentence each. */
  async findings(): Promise<string[]> {
    const findings: string[] = [];
    const evicted = linesOf(this.#path("evicted"));
    if (new Set(evicted).size < evicted.length) findings.push("A pod was evicted twice.");
    const times = this.announced();
    for (const [index, time] of times.entries()) {
      const before = times[index - 1];
      if (before !== undefined && time <= before) findings.push(`${time} comes after ${before}.`);
    }
    const recorded = await this.#recorded();
    const lost = times.filter((time) => !recorded.has(time));
    if (lost.length > 0) findings.push(`${lost.length} records are lost, first ${lost[0]}.`);
    return findings;
  }

  announced(): number[] {
    return linesOf(this.#path("steps.ndjson")).flatMap((line) => {
      const found = /^\{"plimsoll":"decision\/1","time":"([^"]+)".*\}$/.exec(line);
      return found === null ? [] : [Date.parse(found[1] ?? "")];
    });
  }

  evictions(): number {
    return linesOf(this.#path("evicted")).length;
  }

  remove(): void {
    rmSync(this.#directory, { recursive: true });
  }

  async #recorded(): Promise<Set<number>> {
    const times = new Set<number>();
    if (!existsSync(this.#path("captures"))) return times;
    for (const name of readdirSync(this.#path("captures"))) {
      const path = join(this.#path("captures"), name);
      // Killed between creating the file and its first write: nothing was recorded in it yet.
      if (statSync(path).size === 0) continue;
      const { records } = await openCaptureFile(path);
      for await (const { time } of records) times.add(Number(time / 1_000_000n));
    }
    return times;
  }

  #words(): string[] {
    return [
      "run",
      ...["--source", "capture", "--capture", this.#capture],
      ...["--act", "exec", "--exec", `echo "$PLIMSOLL_UID" >> "${this.#path("evicted")}"`],
      ...["--state-dir", this.#path("state"), "--record", this.#path("captures"), "--record-all"],
      ...["--max-evictions-per-hour", "100000", "--max-evictions-per-namespace", "100000"],
      ...QUIET,
    ];
  }

  #path(name: string): string {
    return join(this.#directory, name);
  }
}

function linesOf(path: string): string[] {
  if (!existsSync(path)) return [];
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "");
}

const directory = mkdtempSync(join(tmpdir(), "plimsoll-pressure-"));
const capture = join(directory, "pressure.plimsoll.ndjson");
writePressure(capture, STEPS);
console.log(`seed ${values.seed}: ${crashes} crashes, ${AT_ONCE} at a time`);
const rounds = Array.from({ length: AT_ONCE }, () => new Round(capture));
let left = crashes;
await Promise.all(
  rounds.map(async (round) => {
    while (left > 0) {
      left -= 1;
      const milliseconds = uniformInt(random, 0, LIFE_MILLISECONDS);
      await round.crash(milliseconds, uniformInt(random, 1, WHILE_STARTING_IN) === 1);
    }
  }),
);
for (const round of rounds) {
  const [steps, evictions] = [round.announced().length, round.evictions()];
  console.log(`${steps} steps announced, ${evictions} pods evicted`);
  const findings = await round.findings();
  for (const finding of findings) console.error(finding);
  if (findings.length > 0 || evictions === 0) process.exitCode = 1;
  else round.remove();
}
rmSync(directory, { recursive: true });
