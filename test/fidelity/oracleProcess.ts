/**
 * The programs built from test/oracle, kept running: one JSON object a line in, one answer a line
 * out. PLIMSOLL_ORACLE names a built one around the kubelet, PLIMSOLL_SCHEDULER one around the
 * scheduler, PLIMSOLL_DRAIN one around a drain, PLIMSOLL_MEMORY_QOS one around what a kubelet
 * writes for Memory QoS; PLIMSOLL_ORACLES a folder with those of a release
 * that is not followed yet. Otherwise they are built once for each state of their sources.
 */
import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

import { PINNED_RELEASE } from "./scenario.ts";

export const SOURCES = fileURLToPath(new URL("../oracle", import.meta.url));
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

/** A program of the module in test/oracle. */
export interface Program {
  readonly name: string;
  /** The package, and the folders that its own sources are in. */
  readonly package: string;
  readonly folders: readonly string[];
  /** The variable that names a built one. */
  readonly variable: string;
}

export const KUBELET: Program = {
  name: "oracle",
  package: ".",
  folders: ["", "release"],
  variable: "PLIMSOLL_ORACLE",
};
export const SCHEDULER: Program = {
  name: "scheduler",
  package: "./scheduler",
  folders: ["scheduler"],
  variable: "PLIMSOLL_SCHEDULER",
};
export const DRAIN: Program = {
  name: "drain",
  package: "./drain",
  folders: ["drain"],
  variable: "PLIMSOLL_DRAIN",
};

export const SIMULATOR: Program = {
  name: "simulator",
  package: "./simulator",
  folders: ["simulator", "release"],
  variable: "PLIMSOLL_SIMULATOR",
};

export const MEMORY_QOS: Program = {
  name: "memoryqos",
  package: "./memoryqos",
  folders: ["memoryqos"],
  variable: "PLIMSOLL_MEMORY_QOS",
};

/** The release that test/oracle/go.mod pins. */
const PINNED_MINOR = Number(PINNED_RELEASE.slice("1.".length));

/**
 * The path of the program for a release such as `1.31`, the pinned one when left out; built when it
 * is not there. Throws OracleMissing.
 */
export function oraclePath(version = PINNED_RELEASE, program = KUBELET): string {
  const folder = process.env.PLIMSOLL_ORACLES;
  if (folder !== undefined && folder !== "") return join(folder, program.name);
  const minor = Number(version.split(".")[1]);
  const named = process.env[program.variable];
  if (minor === PINNED_MINOR && named !== undefined && named !== "") {
    if (existsSync(named)) return named;
    throw new OracleMissing(`${program.variable} names ${named}, and there is no such file.`);
  }
  const modules = minor === PINNED_MINOR ? "go" : `releases/1.${minor}`;
  if (!existsSync(join(SOURCES, `${modules}.mod`))) {
    throw new OracleMissing(`There is no oracle for release ${version}: see test/oracle.`);
  }
  const binary = join(CACHE, hashOfSources(program, modules), `${program.name}-1.${minor}`);
  if (existsSync(binary)) return binary;
  console.error(
    `Building the ${program.name} for 1.${minor} from test/oracle; it takes some minutes.`,
  );
  if (build(program, binary, `${modules}.mod`, minor) === 0) return binary;
  throw new OracleMissing("The oracle was not built; see Go's own error above.");
}

function hashOfSources(program: Program, modules: string): string {
  const hash = createHash("sha256");
  const sources = program.folders
    .flatMap((folder) => readdirSync(join(SOURCES, folder)).map((name) => join(folder, name)))
    .filter((name) => /\.(go|s)$/.test(name));
  const names = [...sources.sort(), `${modules}.mod`, `${modules}.sum`];
  for (const name of names) hash.update(name).update(readFileSync(join(SOURCES, name)));
  return hash.digest("hex").slice(0, 16);
}

/** Builds a program with the Go modules of a file; Go's exit status. Throws OracleMissing. */
export function build(
  program: Program,
  binary: string,
  modules: string,
  minor: number,
  more: readonly string[] = [],
): number {
  mkdirSync(join(binary, ".."), { recursive: true });
  const tags: string[] = [];
  for (let later = minor + 1; later <= PINNED_MINOR; later++) tags.push(`before_1_${later}`);
  for (let newer = PINNED_MINOR + 1; newer <= minor; newer++) tags.push(`since_1_${newer}`);
  const options = ["-modfile", modules, "-tags", tags.join(","), "-o", binary, ...more];
  const { error, status } = spawnSync("go", ["build", ...options, program.package], {
    cwd: SOURCES,
    stdio: ["ignore", "inherit", "inherit"],
  });
  if (error !== undefined) {
    throw new OracleMissing(
      "Fidelity runs Kubernetes' own code: install Go 1.25 or newer (https://go.dev/dl), " +
        `or name a built oracle in ${program.variable}.`,
    );
  }
  return status ?? 1;
}

/** A program that answers each line with a line. */
export class LineProcess {
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #answers: AsyncIterator<string>;

  constructor(path: string, options: readonly string[] = []) {
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

  /** Ends the program, whatever it is at. */
  end(): void {
    this.#process.kill("SIGKILL");
  }
}

/** The oracle around the kubelet. */
export class OracleProcess extends LineProcess {
  /** `runs`: how often each scenario runs, each time in orders that `seed` shuffles. */
  constructor(path: string, runs: number, seed = 1, more: readonly string[] = []) {
    super(path, ["-runs", String(runs), "-seed", String(seed), ...more]);
  }
}
