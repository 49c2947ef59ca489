/**
 * examples/rust, built and played. wasmi replaces wasmtime, which takes many minutes to build.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { CASES_OFFSET, printedBy } from "./printed.ts";
import { run, versionOf } from "./process.ts";
import type { PlayedCorpus, Runtime } from "./runtime.ts";
import type { Workspace } from "./workspace.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const SOURCES = join(ROOT, "examples/rust");
const TARGET = join(ROOT, "build/rust");
const BUILD = ["build", "--locked", "--no-default-features", "--features", "wasmi"];
const EXAMPLE = join(ROOT, "examples/memory-leak.plimsoll.ndjson.gz");

export const RUST_EXAMPLE: Runtime = {
  name: "examples/rust",
  engine: "wasmi",
  install: "install Rust 1.86 or newer (https://rustup.rs); it gets the interpreter as a crate",
  async find() {
    if ((await versionOf("cargo")) === null) return null;
    const version = /name = "wasmi"\nversion = "(.*)"/.exec(
      readFileSync(join(SOURCES, "Cargo.lock"), "utf8"),
    );
    return { version: version?.[1] ?? "", play };
  },
};

async function play({ path }: Workspace): Promise<PlayedCorpus> {
  await run("cargo", BUILD, { cwd: SOURCES, environment: { CARGO_TARGET_DIR: TARGET } });
  await compareReplay();
  const cases = readFileSync(path("corpus.tape")).readUInt32LE(CASES_OFFSET);
  const words = [path("plimsoll-eviction.wasm"), path("corpus.tape")];
  return { cases, ...(await printedBy(join(TARGET, "debug/tape"), words)) };
}

/** The program that a reader would start prints what the command prints. */
async function compareReplay(): Promise<void> {
  const module = join(ROOT, "dist/plimsoll-eviction.wasm");
  const printed = await run(join(TARGET, "debug/replay"), [module, EXAMPLE]);
  const replay = ["dist/plimsoll.mjs", "replay", EXAMPLE, "--output", "ndjson"];
  const expected = await run(process.execPath, replay, { cwd: ROOT });
  if (printed !== expected) throw new Error("replay prints other decisions than the command.");
}
