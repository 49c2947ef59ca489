/** Runs unmodified killers in namespaces of their own: many at a time, as they mostly wait. */
import { type ChildProcess, spawn } from "node:child_process";
import { createInterface, type Interface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Answer } from "./seen.ts";

const PROGRAM = fileURLToPath(new URL("ask.py", import.meta.url));

export class Asked {
  readonly #process: ChildProcess;
  readonly #lines: AsyncIterator<string>;
  readonly #reader: Interface;
  #errors = "";

  constructor(killer: string, folder: string, library: string) {
    const own = ["python3", PROGRAM, killer, folder, library];
    this.#process = spawn("unshare", ["-m", "-p", "-f", "--mount-proc", ...own], {
      stdio: ["pipe", "pipe", "pipe"],
    });
    const { stdout, stderr } = this.#process;
    if (stdout === null || stderr === null) throw new Error("the program has no output");
    this.#reader = createInterface({ input: stdout });
    this.#lines = this.#reader[Symbol.asyncIterator]();
    stderr.on("data", (part: Buffer) => {
      this.#errors = (this.#errors + part.toString()).slice(-2000);
    });
  }

  async ask(scenario: object): Promise<Answer> {
    this.#process.stdin?.write(`${JSON.stringify(scenario)}\n`);
    const { value, done } = await this.#lines.next();
    if (done === true) throw new Error(`the program ended: ${this.#errors}`);
    const answer = JSON.parse(value) as Answer;
    if (answer.error !== undefined) throw new Error(`${answer.error} ${this.#errors}`);
    return answer;
  }

  end(): void {
    this.#process.stdin?.end();
    this.#reader.close();
    this.#process.kill();
  }
}
