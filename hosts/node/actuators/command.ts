import { spawn } from "node:child_process";
import type { Outcome } from "../../shared/actuator.ts";

export interface CommandOptions {
  /** A line for the shell. */
  readonly command: string;
  /** Added to this program's environment. */
  readonly environment: Readonly<Record<string, string>>;
  /** Written to its standard input. */
  readonly input: string;
  readonly timeoutSeconds: number;
}

/** As much of what a command complains about as fits into a sentence. */
const COMPLAINT_CHARACTERS = 200;

const STREAMS_MILLISECONDS = 200;

/** Runs a command; its exit code is the outcome. It never rejects. */
export function runCommand(options: CommandOptions): Promise<Outcome> {
  const { command, environment, input, timeoutSeconds } = options;
  return new Promise((resolve) => {
    const child = spawn("/bin/sh", ["-c", command], {
      // A group of its own, so that what it starts can be ended with it.
      detached: true,
      env: { ...process.env, ...environment },
      stdio: ["pipe", "ignore", "pipe"],
    });
    let complaint = "";
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      endGroup(child.pid);
    }, timeoutSeconds * 1000);
    const settle = (done: boolean, ending: string) => {
      clearTimeout(timer);
      child.stderr.destroy();
      resolve({ done, sentence: `${command}: ${ending}${done ? "" : quoted(complaint)}.` });
    };
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      complaint = (complaint + text).slice(-COMPLAINT_CHARACTERS);
    });
    // A command need not read what it is told.
    child.stdin.on("error", () => undefined).end(input);
    child.on("error", (error) => settle(false, `it could not be started (${error.message})`));
    const ended = (code: number | null, signal: NodeJS.Signals | null) => {
      if (isLate) settle(false, `it was ended after ${timeoutSeconds}s`);
      else if (code === 0) settle(true, "it ended with exit code 0");
      else settle(false, `it ended with ${code === null ? signal : `exit code ${code}`}`);
    };
    child.on("close", ended);
    // What it left running may keep its streams open; nobody waits long for that.
    child.on("exit", (...how) => setTimeout(ended, STREAMS_MILLISECONDS, ...how).unref());
  });
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // It has ended in this very moment.
  }
}

function quoted(complaint: string): string {
  const line = complaint.trim().split("\n").at(-1) ?? "";
  return line === "" ? "" : `, saying "${line}"`;
}
