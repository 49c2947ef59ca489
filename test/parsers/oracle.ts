/**
 * The program of test/oracle: one JSON object a line in, one answer a line out. PLIMSOLL_ORACLE
 * names a built one; otherwise it is built here.
 */
import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const SOURCES = fileURLToPath(new URL("../oracle", import.meta.url));

function build(): string {
  const binary = join(mkdtempSync(join(tmpdir(), "plimsoll-oracle-")), "oracle");
  execFileSync("go", ["build", "-o", binary, "."], { cwd: SOURCES, stdio: "inherit" });
  return binary;
}

export class Oracle {
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #answers: AsyncIterator<string>;

  constructor(path = process.env.PLIMSOLL_ORACLE ?? build()) {
    this.#process = spawn(path, [], { stdio: ["pipe", "pipe", "pipe"] });
    this.#process.stderr.pipe(process.stderr);
    this.#answers = createInterface({ input: this.#process.stdout })[Symbol.asyncIterator]();
  }

  /** Asks all questions at once and returns the answers in the same order. */
  async ask(questions: readonly object[]): Promise<string[]> {
    const lines = questions.map((question) => `${JSON.stringify(question)}\n`);
    this.#process.stdin.write(lines.join(""));
    const answers: string[] = [];
    while (answers.length < questions.length) {
      const { value, done } = await this.#answers.next();
      if (done)
        throw new Error("The oracle ended before it had answered; see its own error above.");
      answers.push(value);
    }
    return answers;
  }

  close(): void {
    this.#process.stdin.end();
  }
}
