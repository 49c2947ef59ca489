/** What a program that plays a tape prints: an answer on each line. */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";

/** Where a tape says how many cases it has. */
export const CASES_OFFSET = 16;
const NEWLINE = 0x0a;

/** Digest and number of the lines that a program prints. */
export function printedBy(
  command: string,
  words: readonly string[],
): Promise<{ digest: string; answers: number }> {
  const hash = createHash("sha256");
  let answers = 0;
  return new Promise((resolve, reject) => {
    const program = spawn(command, words, { stdio: ["ignore", "pipe", "inherit"] });
    program.stdout.on("data", (chunk: Buffer) => {
      hash.update(chunk);
      for (const byte of chunk) answers += byte === NEWLINE ? 1 : 0;
    });
    program.on("error", reject);
    program.on("close", (status) => {
      if (status === 0) resolve({ digest: hash.digest("hex"), answers });
      else reject(new Error(`${command} ended with ${status}.`));
    });
  });
}
