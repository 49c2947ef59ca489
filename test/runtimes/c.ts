/** examples/c, built and played: the module in C, so that no WebAssembly engine is left. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { CASES_OFFSET, printedBy } from "./printed.ts";
import { run, versionOf } from "./process.ts";
import type { PlayedCorpus, Runtime } from "./runtime.ts";
import type { Workspace } from "./workspace.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const SOURCES = join(ROOT, "examples/c");
const BUILD = join(ROOT, "build/c");
const PLAYER = fileURLToPath(new URL("native/player.c", import.meta.url));
const OBJECTS = ["plimsoll.o", "policy.o", "wasm-rt-impl.o"].map((name) => join(BUILD, name));
const TOOLS = ["wasm2c", "cc", "make"];

export const C_EXAMPLE: Runtime = {
  name: "examples/c",
  engine: "C compiler",
  install: "apt-get install wabt gcc make",
  async find() {
    const support = supportFolder();
    const versions = await Promise.all(TOOLS.map((tool) => versionOf(tool)));
    if (support === null || versions.includes(null)) return null;
    return { version: versions[0] ?? "", play: (workspace) => play(workspace, support) };
  },
};

/** The C files that translated modules need are next to the translator. */
function supportFolder(): string | null {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const places = folders.map((folder) => join(folder, "../share/wabt/wasm2c"));
  return places.find((place) => existsSync(join(place, "wasm-rt-impl.c"))) ?? null;
}

async function play({ path }: Workspace, support: string): Promise<PlayedCorpus> {
  const settings = [
    `BUILD=${BUILD}`,
    `WASM=${path("plimsoll-eviction.wasm")}`,
    "CFLAGS=-O1 -Werror",
  ];
  await run("make", ["-C", SOURCES, ...settings]);
  await decide(path);
  const folders = [`-I${BUILD}`, `-I${SOURCES}`, "-isystem", support];
  const words = ["-std=gnu11", "-Wall", "-Wextra", "-Werror", ...folders, "-o", path("player")];
  await run("cc", [...words, PLAYER, ...OBJECTS, "-lm"]);
  const cases = readFileSync(path("corpus.tape")).readUInt32LE(CASES_OFFSET);
  return { cases, ...(await printedBy(path("player"), [path("corpus.tape")])) };
}

const DOCUMENTS = {
  "config.json": { evictionHard: { "memory.available": "100Mi" } },
  "pods.json": {
    kind: "PodList",
    items: [{ metadata: { uid: "1" }, spec: {}, status: { phase: "Running" } }],
  },
  "summary.json": { node: { memory: { availableBytes: 1, workingSetBytes: 99 } } },
};

/** The program that a reader would start. */
async function decide(path: (name: string) => string): Promise<void> {
  const files = Object.entries(DOCUMENTS).map(([name, document]) => {
    writeFileSync(path(name), JSON.stringify(document));
    return path(name);
  });
  const { action } = JSON.parse(await run(join(BUILD, "decide"), files));
  if (action !== "EvictPod") throw new Error(`decide takes ${action} for an eviction.`);
}
