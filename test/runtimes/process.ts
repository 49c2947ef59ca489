/** Programs that are started here, and ended here. */
import { execFile, spawn } from "node:child_process";

/** An interpreter needs a minute, and more on a busy machine; one that hangs is ended. */
const TIME_LIMIT_MILLISECONDS = 900_000;
const OUTPUT_BYTES_MAX = 2 ** 26;

export interface RunOptions {
  readonly cwd?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** What the program prints; an error with what it says on stderr when it fails. */
export function run(
  command: string,
  words: readonly string[],
  { cwd, environment }: RunOptions = {},
): Promise<string> {
  const options = {
    cwd,
    env: { ...process.env, ...environment },
    maxBuffer: OUTPUT_BYTES_MAX,
    timeout: TIME_LIMIT_MILLISECONDS,
  };
  return new Promise((resolve, reject) => {
    execFile(command, words, options, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new Error(`${command} failed: ${stderr.trim() || error.message}`));
    });
  });
}

/** The first line that `command --version` prints; null when there is no such program. */
export async function versionOf(command: string, flag = "--version"): Promise<string | null> {
  try {
    return (await run(command, [flag])).split("\n")[0]?.trim() ?? "";
  } catch {
    return null;
  }
}

/** Runs a program that does not end by itself until `done` is settled. */
export async function runUntil<T>(
  command: string,
  words: readonly string[],
  done: Promise<T>,
  { cwd, environment }: RunOptions = {},
): Promise<T> {
  // A group of its own, so that the processes it starts end with it.
  const started = spawn(command, words, {
    cwd,
    detached: true,
    env: { ...process.env, ...environment },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  started.stderr.setEncoding("utf8").on("data", (text: string) => {
    said = (said + text).slice(-2000);
  });
  let timer: NodeJS.Timeout | undefined;
  const ended = new Promise<never>((_, reject) => {
    const fail = (how: string) => reject(new Error(`${command} ${how}: ${said.trim()}`));
    started.on("error", ({ message }) => fail(`was not started (${message})`));
    started.on("exit", (status) => fail(`ended with ${status} before it had reported`));
    timer = setTimeout(() => fail("has not reported in time"), TIME_LIMIT_MILLISECONDS);
  });
  try {
    return await Promise.race([done, ended]);
  } finally {
    clearTimeout(timer);
    ended.catch(() => {});
    await stop(started.pid, started.exitCode !== null);
  }
}

async function stop(pid: number | undefined, hasEnded: boolean): Promise<void> {
  if (pid === undefined || hasEnded) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
