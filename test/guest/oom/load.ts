/** Processes that use a given amount of memory, and rest in between: `load.c`. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createInterface } from "node:readline";

const PROGRAM = "/load";

export class Load {
  readonly name: string;
  readonly pid: number;
  /** Comes when it has ended: whether it was killed. */
  readonly ended: Promise<boolean>;
  hasEnded = false;
  wasKilled = false;
  /** Of anonymous memory, as it was last told. */
  heldKib = 0;
  readonly #child: ChildProcess;
  readonly #waiting: ((isDone: boolean) => void)[] = [];

  constructor(name: string) {
    this.name = name;
    this.#child = spawn(PROGRAM, [name], { stdio: ["pipe", "pipe", "ignore"] });
    if (this.#child.pid === undefined || this.#child.stdout === null) {
      throw new Error(`${PROGRAM} cannot be started.`);
    }
    this.pid = this.#child.pid;
    // Told something after its end, it has no reader.
    this.#child.stdin?.on("error", () => {});
    createInterface({ input: this.#child.stdout }).on("line", (line) => {
      this.#waiting.shift()?.(line === "ok");
    });
    this.ended = once(this.#child, "close").then(([, signal]) => {
      this.hasEnded = true;
      this.wasKilled = signal === "SIGKILL";
      for (const answer of this.#waiting.splice(0)) answer(false);
      return this.wasKilled;
    });
  }

  adjust(oomScoreAdj: number): void {
    writeFileSync(`/proc/${this.pid}/oom_score_adj`, String(oomScoreAdj));
  }

  /** Whether it did; false also when it ended. */
  tell(word: "anon" | "shared" | "pageout" | "threads", amount: number): Promise<boolean> {
    if (this.hasEnded) return Promise.resolve(false);
    if (word === "anon") this.heldKib = amount;
    const answer = new Promise<boolean>((resolve) => this.#waiting.push(resolve));
    this.#child.stdin?.write(`${word} ${amount}\n`);
    return answer;
  }

  async end(): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.ended;
  }
}
