/** The module translated to C and compiled: no WebAssembly engine at all is left. */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { run, versionOf } from "./process.ts";
import type { PlayedCorpus, Runtime } from "./runtime.ts";
import type { Workspace } from "./workspace.ts";

const PLAYER = fileURLToPath(new URL("native/player.c", import.meta.url));
/** Where a tape says how many cases it has. */
const CASES_OFFSET = 16;
const NEWLINE = 0x0a;

export const WASM2C: Runtime = {
  name: "wasm2c",
  engine: "C compiler",
  install: "apt-get install wabt gcc",
  async find() {
    const support = supportFolder();
    const version = await versionOf("wasm2c");
    if (support === null || version === null || (await versionOf("cc")) === null) return null;
    return { version, play: (workspace) => play(workspace, support) };
  },
};

/** The C files that translated modules need lie beside the program that translates. */
function supportFolder(): string | null {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const places = folders.map((folder) => join(folder, "../share/wabt/wasm2c"));
  return places.find((place) => existsSync(join(place, "wasm-rt-impl.c"))) ?? null;
}

async function play({ folder, path }: Workspace, support: string): Promise<PlayedCorpus> {
  await run("wasm2c", ["plimsoll.wasm", "-o", "plimsoll.c"], { cwd: folder });
  const sources = [PLAYER, "plimsoll.c", join(support, "wasm-rt-impl.c")];
  const include = ["-I.", `-I${support}`];
  await run("cc", ["-O1", "-o", "player", ...include, ...sources, "-lm"], { cwd: folder });
  const cases = readFileSync(path("corpus.tape")).readUInt32LE(CASES_OFFSET);
  return { cases, ...(await hashed(path("player"), path("corpus.tape"))) };
}

/** Digest and number of the lines a program prints. */
function hashed(command: string, word: string): Promise<{ digest: string; answers: number }> {
  const hash = createHash("sha256");
  let answers = 0;
  return new Promise((resolve, reject) => {
    const program = spawn(command, [word], { stdio: ["ignore", "pipe", "inherit"] });
    program.stdout.on("data", (chunk: Buffer) => {
      hash.update(chunk);
      for (const byte of chunk) answers += byte === NEWLINE ? 1 : 0;
    });
    program.on("error", reject);
    program.on("close", (status) => {
      if (status === 0) resolve({ digest: hash.digest("hex"), answers });
      else reject(new Error(`The translated module ended with ${status}.`));
    });
  });
}
