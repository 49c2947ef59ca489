/**
 * The program built from test/oracle, kept running: one JSON object a line in, one answer a line
 * out. PLIMSOLL_ORACLE names a built one; otherwise it is built once for each state of its sources.
 */
import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

import { PINNED_RELEASE } from "./scenario.ts";

const SOURCES = fileURLToPath(new URL("../oracle", import.meta.url));
const CACHE = fileURLToPath(new URL("../../build/oracle", import.meta.url));

/** The oracle cannot be had; the message is one line for the user. */
export class OracleMissing extends Error {}

/** What `program` resolves to as the exit status; 2, after one line, when there is no oracle. */
export async function statusWithOracle(program: () => Promise<number>): Promise<number> {
  try {
    return await program();
  } catch (error) {
    if (!(error instanceof OracleMissing)) throw error;
    console.error(error.message);
    return 2;
  }
}

/** The release that test/oracle/go.mod pins. */
const PINNED_MINOR = Number(PINNED_RELEASE.slice("1.".length));

/**
 * The path of the program for a release such as `1.31`, the pinned one when left out; built when it
 * is not there. Throws OracleMissing.
 */
export function oraclePath(kubeletVersion = PINNED_RELEASE): string {
  const minor = Number(kubeletVersion.split(".")[1]);
  const named = process.env.PLIMSOLL_ORACLE;
  if (minor === PINNED_MINOR && named !== undefined && named !== "") {
    if (existsSync(named)) return named;
    throw new OracleMissing(`PLIMSOLL_ORACLE names ${named}, and there is no such file.`);
  }
  const modules = minor === PINNED_MINOR ? "go" : `releases/1.${minor}`;
  if (!existsSync(join(SOURCES, `${modules}.mod`))) {
    throw new OracleMissing(`There is no oracle for release ${kubeletVersion}: see test/oracle.`);
  }
  const binary = join(CACHE, hashOfSources(modules), `oracle-1.${minor}`);
  if (!existsSync(binary)) build(binary, modules, minor);
  return binary;
}

function hashOfSources(modules: string): string {
  const hash = createHash("sha256");
  const sources = ["", "release"]
    .flatMap((folder) => readdirSync(join(SOURCES, folder)).map((name) => join(folder, name)))
    .filter((name) => /\.(go|s)$/.test(name));
  const names = [...sources.sort(), `${modules}.mod`, `${modules}.sum`];
  for (const name of names) hash.update(name).update(readFileSync(join(SOURCES, name)));
  return hash.digest("hex").slice(0, 16);
}

function build(binary: string, modules: string, minor: number): void {
  mkdirSync(join(binary, ".."), { recursive: true });
  console.error(`Building the oracle for 1.${minor} from test/oracle; it takes some minutes.`);
  const tags: string[] = [];
  for (let later = minor + 1; later <= PINNED_MINOR; later++) tags.push(`before_1_${later}`);
  const options = ["-modfile", `${modules}.mod`, "-tags", tags.join(",")];
  const { error, status } = spawnSync("go", ["build", ...options, "-o", binary, "."], {
    cwd: SOURCES,
    stdio: ["ignore", "inherit", "inherit"],
  });
  if (error !== undefined) {
    throw new OracleMissing(
      "Fidelity runs the kubelet's own code: install Go 1.25 or newer (https://go.dev/dl), " +
        "or name a built oracle in PLIMSOLL_ORACLE.",
    );
  }
  if (status !== 0) throw new OracleMissing("The oracle was not built; see Go's own error above.");
}

export class OracleProcess {
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #answers: AsyncIterator<string>;

  /** `runs`: how often each scenario is played, each time in orders that `seed` shuffles. */
  constructor(path: string, runs: number, seed = 1, more: readonly string[] = []) {
    const options = ["-runs", String(runs), "-seed", String(seed), ...more];
    this.#process = spawn(path, options, { stdio: ["pipe", "pipe", "pipe"] });
    this.#process.stderr.pipe(process.stderr);
    this.#answers = createInterface({ input: this.#process.stdout })[Symbol.asyncIterator]();
  }

  /** Hands over all lines at once; `answers` must be awaited before the next question. */
  ask(lines: readonly string[]): Promise<string[]> {
    if (lines.length > 0) this.#process.stdin.write(`${lines.join("\n")}\n`);
    return this.#read(lines.length);
  }

  async #read(count: number): Promise<string[]> {
    const answers: string[] = [];
    while (answers.length < count) {
      const { value, done } = await this.#answers.next();
      if (done) throw new Error("The oracle ended before it had answered; see its error above.");
      answers.push(value);
    }
    return answers;
  }

  close(): void {
    this.#process.stdin.end();
  }
}
