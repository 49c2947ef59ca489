/** A program of the control plane, started for a test and ended with it. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

const LINES_KEPT = 40;
const READY_MILLISECONDS = 90_000;
const POLL_MILLISECONDS = 50;

export class Program {
  readonly #name: string;
  readonly #child: ChildProcess;
  readonly #lines: string[] = [];

  constructor(path: string, words: readonly string[]) {
    this.#name = path.split("/").at(-1) ?? path;
    this.#child = spawn(path, words, { stdio: ["ignore", "ignore", "pipe"] });
    // A test that fails at the start ends no program: none outlives the process that started it.
    const end = () => this.#child.kill("SIGKILL");
    process.once("exit", end);
    this.#child.once("exit", () => process.off("exit", end));
    this.#child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.#lines.push(...text.split("\n"));
      this.#lines.splice(0, this.#lines.length - LINES_KEPT);
    });
  }

  /** Asks until the answer is yes; throws with the program's last words when it has ended. */
  async ready(isReady: () => Promise<boolean>): Promise<void> {
    const deadline = Date.now() + READY_MILLISECONDS;
    while (!(await isReady())) {
      const hasEnded = this.#child.exitCode !== null || this.#child.signalCode !== null;
      if (hasEnded || Date.now() > deadline) {
        const state = hasEnded ? "has ended" : "is not ready";
        throw new Error(`${this.#name} ${state}:\n${this.#lines.join("\n")}`);
      }
      await pause(POLL_MILLISECONDS);
    }
  }

  async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, "exit");
    this.#child.kill(signal);
    await ended;
  }
}

/** Ports that were free a moment ago, for programs that cannot choose one themselves. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer().listen(0, "127.0.0.1");
      await once(server, "listening");
      return server;
    }),
  );
  return Promise.all(
    servers.map(async (server) => {
      const address = server.address();
      server.close();
      await once(server, "close");
      return typeof address === "object" && address !== null ? address.port : 0;
    }),
  );
}
