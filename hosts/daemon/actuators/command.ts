import { spawn } from "node:child_process";
import type { Outcome } from "../../../analysis/engine/actuator.ts";
import { TIMER_MAX_MILLISECONDS } from "../../system/systemClock.ts";

export interface CommandOptions {
  /** A line for the shell. */
  readonly command: string;
  /** Added to what INHERITED hands on of this program's environment. */
  readonly environment: Readonly<Record<string, string>>;
  /** Written to its standard input. */
  readonly input: string;
  readonly timeoutSeconds: number;
}

/** As much of what a command complains about as fits into a sentence. */
const COMPLAINT_CHARACTERS = 200;

const STREAMS_MILLISECONDS = 200;

/**
 * What a command gets of this program's environment: where programs and files are, how to write,
 * and which cluster and node this is. Everything else, such as $PLIMSOLL_FORWARD_TOKEN, stays here.
 */
export const INHERITED: readonly string[] = [
  ...["PATH", "HOME", "USER", "LOGNAME", "SHELL", "TMPDIR"],
  ...["LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "LC_MESSAGES", "LC_TIME", "TZ"],
  ...["KUBECONFIG", "KUBERNETES_SERVICE_HOST", "KUBERNETES_SERVICE_PORT", "NODE_NAME"],
];

/**
 * Runs a command; its exit code is the outcome, and one that was ended by a signal has none that is
 * known. It never rejects.
 */
export function runCommand(options: CommandOptions): Promise<Outcome> {
  const { command, input, timeoutSeconds } = options;
  return new Promise((resolve) => {
    let child: ReturnType<typeof started>;
    try {
      child = started(options);
    } catch (error) {
      // Node refuses what no program can be given, such as a name with a zero byte in it.
      const sentence = `${command}: it could not be started (${(error as Error).message}).`;
      return resolve({ done: false, sentence });
    }
    let complaint = "";
    let isLate = false;
    const timer = setTimeout(
      () => {
        isLate = true;
        endGroup(child.pid);
      },
      Math.min(timeoutSeconds * 1000, TIMER_MAX_MILLISECONDS),
    );
    const settle = (result: "done" | "failed" | "unknown", ending: string) => {
      clearTimeout(timer);
      child.stderr.destroy();
      const done = result === "done";
      const sentence = `${command}: ${ending}${done ? "" : quoted(complaint)}.`;
      resolve({ done, ...(result === "unknown" ? { unknown: true } : {}), sentence });
    };
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      complaint = (complaint + text).slice(-COMPLAINT_CHARACTERS);
    });
    // A command need not read its standard input.
    child.stdin.on("error", () => undefined).end(input);
    child.on("error", (error) => settle("failed", `it could not be started (${error.message})`));
    const ended = (code: number | null, signal: NodeJS.Signals | null) => {
      // Only the command itself can say that it did nothing; one that was ended cannot.
      if (isLate) settle("unknown", `it was killed after ${timeoutSeconds}s`);
      else if (code === null) settle("unknown", `it ended with ${signal}`);
      else settle(code === 0 ? "done" : "failed", `it ended with exit code ${code}`);
    };
    child.on("close", ended);
    // What it left running may keep its streams open; the wait for that is short.
    child.on("exit", (...how) => setTimeout(ended, STREAMS_MILLISECONDS, ...how).unref());
  });
}

function started({ command, environment }: CommandOptions) {
  return spawn("/bin/sh", ["-c", command], {
    // A separate process group, so its children can be ended with it.
    detached: true,
    env: { ...inherited(process.env), ...environment },
    stdio: ["pipe", "ignore", "pipe"],
  });
}

function inherited(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    INHERITED.flatMap((name) =>
      environment[name] === undefined ? [] : [[name, environment[name]]],
    ),
  );
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
