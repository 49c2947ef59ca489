/** A real `plimsoll run` next to the browser: it observes the records that a test feeds it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Decision } from "../../analysis/engine/decision.ts";

const PROGRAM = fileURLToPath(new URL("../../dist/plimsoll.mjs", import.meta.url));
const WORDS = ["run", "--source", "capture", "--capture", "-", "--log", "info"];
const ON_LOOPBACK = ["--listen", "127.0.0.1:0", "--output", "log"];

export interface RunningDaemon {
  /** Where it serves the page. */
  readonly url: string;
  feed(lines: readonly string[]): void;
  /** What it says it has decided, in the order of its log. */
  readonly decisions: readonly Decision[];
  stop(): Promise<void>;
}

interface LogLine {
  readonly event: string;
  readonly url?: string;
}

/** Starts it with the header of a capture, and waits until it serves. */
export async function startDaemon(header: string): Promise<RunningDaemon> {
  const child = spawn(process.execPath, [PROGRAM, ...WORDS, ...ON_LOOPBACK], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  const feed = (lines: readonly string[]) => {
    for (const line of lines) child.stdin.write(`${line}\n`);
  };
  const decisions: Decision[] = [];
  const serving = new Promise<string>((resolve) => {
    createInterface({ input: child.stdout }).on("line", (text) => {
      const line = JSON.parse(text) as LogLine;
      if (line.url !== undefined) resolve(line.url);
      if (line.event === "decision") decisions.push(line as LogLine & Decision);
    });
  });
  feed([header]);
  const failed = ended.then(([code]) => Promise.reject(new Error(`It ended with ${code}.`)));
  failed.catch(() => {});
  const url = await Promise.race([serving, failed]);
  const stop = async () => {
    child.stdin.end();
    await ended;
  };
  return { url, feed, decisions, stop };
}
