import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const PROGRAM = fileURLToPath(new URL("../../../dist/plimsoll.mjs", import.meta.url));
/** Of a processor, so that a busy machine finds the same. */
const SECONDS_MAX = 10;
const KIBIBYTES_MAX = 2 ** 20;
const STDOUT_BYTES_KEPT = 2 ** 21;
/** What does not end by then hangs, or waits for something that never comes. */
const HANGS_MILLISECONDS = 120_000;
const LOOK_MILLISECONDS = 50;
const TICKS_A_SECOND = 100;
const STACK = /\n\s+at .*:\d+:\d+|node:internal|Unhandled|a bug in plimsoll/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

/** What a run of a command did. */
export interface Ran {
  /** Null when it was killed. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly seconds: number;
  readonly kibibytes: number;
}

/** What every run of a command promises, whatever it is given; empty when it was kept. */
export function breachesOf(ran: Ran, isForReading: boolean): string[] {
  const breaches: string[] = [];
  if (ran.code === null) breaches.push("it does not end");
  else if (ran.code > 3) breaches.push(`exit code ${ran.code}`);
  if (STACK.test(ran.stderr)) breaches.push("a stack trace");
  if (ran.code === 3 && ran.stderr.trim() === "") breaches.push("exit code 3 without a reason");
  const read = isForReading ? ran.stdout + ran.stderr : ran.stderr;
  const control = CONTROL.exec(read);
  if (control !== null) breaches.push(`a control character, ${JSON.stringify(control[0])}`);
  if (ran.seconds > SECONDS_MAX) breaches.push(`${ran.seconds.toFixed(0)} s of a processor`);
  if (ran.kibibytes > KIBIBYTES_MAX) breaches.push(`${ran.kibibytes >> 10} MiB`);
  return breaches;
}

/** Runs the program that was built, without a terminal and a home of its user. */
export function runCommand(words: readonly string[], home: string): Promise<Ran> {
  const child = spawn(process.execPath, [PROGRAM, ...words], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env.PATH, HOME: home, LANG: "C.UTF-8" },
  });
  let [stdout, stderr, seconds, kibibytes] = ["", "", 0, 0];
  child.stdout.on("data", (chunk: Buffer) => {
    if (stdout.length < STDOUT_BYTES_KEPT) stdout += chunk.toString();
  });
  child.stderr.on("data", (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const looking = setInterval(() => {
    const used = usedBy(child.pid);
    seconds = Math.max(seconds, used.seconds);
    kibibytes = Math.max(kibibytes, used.kibibytes);
    if (seconds > 2 * SECONDS_MAX) child.kill("SIGKILL");
  }, LOOK_MILLISECONDS);
  const hanging = setTimeout(() => child.kill("SIGKILL"), HANGS_MILLISECONDS);
  return new Promise((resolve) => {
    child.on("close", (code) => {
      clearInterval(looking);
      clearTimeout(hanging);
      resolve({ code, stdout, stderr, seconds, kibibytes });
    });
  });
}

/** Processor time and memory of a process, from /proc; nothing on other systems. */
function usedBy(pid: number | undefined): Pick<Ran, "seconds" | "kibibytes"> {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const [, ...members] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
    const [user = "0", system = "0"] = (members.join(") ").split(" ") ?? []).slice(11, 13);
    const peak = /VmHWM:\s+(\d+)/.exec(status)?.[1] ?? "0";
    return { seconds: (Number(user) + Number(system)) / TICKS_A_SECOND, kibibytes: Number(peak) };
  } catch {
    return { seconds: 0, kibibytes: 0 };
  }
}
