/**
 * The program built from test/oracle/configuration for each release: the kubelet's own loader and
 * validation, kept running, one JSON object a line in and one answer a line out.
 */
import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { OracleMissing } from "../fidelity/oracleProcess.ts";

const MODULE = fileURLToPath(new URL("../oracle", import.meta.url));
const PACKAGE = join(MODULE, "configuration");
const CACHE = fileURLToPath(new URL("../../build/oracle", import.meta.url));

/** Where the kubelet stops with a file; every member is absent when it does not. */
export interface OracleAnswer {
  readonly load?: string;
  readonly panic?: string;
  readonly gates?: readonly string[];
  readonly validation?: readonly string[];
  readonly tls?: readonly string[];
}

/** The minors that have an oracle, the oldest first, with the file that pins each one's modules. */
function modulesByRelease(): ReadonlyMap<number, string> {
  const names = readdirSync(join(MODULE, "releases")).filter((name) => name.endsWith(".mod"));
  const files = ["go.mod", ...names.map((name) => join("releases", name))];
  const found = files.map((file) => [minorOf(kubernetesVersion(file)), file] as const);
  return new Map(found.sort(([a], [b]) => a - b));
}

export function oracleReleases(): readonly number[] {
  return [...modulesByRelease().keys()];
}

function kubernetesVersion(file: string): string {
  const text = readFileSync(join(MODULE, file), "utf8");
  return /^\s*k8s\.io\/kubernetes (v\S+)/m.exec(text)?.[1] ?? "";
}

function minorOf(version: string): number {
  return Number(version.split(".")[1]);
}

/** The path of the program for a release, built when it is not there. Throws OracleMissing. */
export function configurationOracle(release: number): string {
  const modules = modulesByRelease();
  const file = modules.get(release);
  if (file === undefined) throw new OracleMissing(`There is no oracle for release 1.${release}.`);
  const sum = file.replace(/\.mod$/, ".sum");
  const sources = readdirSync(PACKAGE).sort();
  const hash = createHash("sha256");
  for (const path of [...sources.map((name) => join("configuration", name)), file, sum]) {
    hash.update(path).update(readFileSync(join(MODULE, path)));
  }
  const folder = join(CACHE, hash.digest("hex").slice(0, 16));
  const binary = join(folder, `configuration-1.${release}`);
  if (!existsSync(binary)) build(binary, file, release, Math.max(...modules.keys()));
  return binary;
}

function build(binary: string, file: string, release: number, newest: number): void {
  mkdirSync(join(binary, ".."), { recursive: true });
  console.error(`Building the loader and validation of 1.${release}; it takes some minutes.`);
  const tags: string[] = [];
  for (let later = release + 1; later <= newest; later++) tags.push(`before_1_${later}`);
  // A release is built with its version, and the rules about hidden metrics compare with it.
  const stamp = `-X k8s.io/component-base/version.gitVersion=${kubernetesVersion(file)}`;
  const options = ["-modfile", file, "-tags", tags.join(","), "-ldflags", stamp];
  const partial = `${binary}.partial`;
  const { error, status } = spawnSync(
    "go",
    ["build", ...options, "-o", partial, "./configuration"],
    { cwd: MODULE, stdio: ["ignore", "inherit", "inherit"] },
  );
  if (error !== undefined) {
    throw new OracleMissing(
      "This runs the kubelet's own code: install Go 1.25 or newer (https://go.dev/dl).",
    );
  }
  if (status !== 0) throw new OracleMissing("The oracle was not built; see Go's own error above.");
  renameSync(partial, binary);
}

/** What a release knows: the output of the program with -facts. */
export function factsOf(release: number): unknown {
  const { stdout, status } = spawnSync(configurationOracle(release), ["-facts"], {
    maxBuffer: 1 << 26,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`The facts of 1.${release} could not be read.`);
  return JSON.parse(stdout);
}

export class ConfigurationOracle {
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #answers: AsyncIterator<string>;

  constructor(release: number) {
    this.#process = spawn(configurationOracle(release), [], { stdio: ["pipe", "pipe", "pipe"] });
    this.#process.stderr.pipe(process.stderr);
    this.#answers = createInterface({ input: this.#process.stdout })[Symbol.asyncIterator]();
  }

  async ask(texts: readonly string[]): Promise<readonly OracleAnswer[]> {
    const lines = texts.map((text) => JSON.stringify({ text }));
    if (lines.length > 0) this.#process.stdin.write(`${lines.join("\n")}\n`);
    const answers: OracleAnswer[] = [];
    while (answers.length < texts.length) {
      const { value, done } = await this.#answers.next();
      if (done) throw new Error("The oracle ended before it had answered; see its error above.");
      answers.push(JSON.parse(value) as OracleAnswer);
    }
    return answers;
  }

  close(): void {
    this.#process.stdin.end();
  }
}
