/** Engines that run no JavaScript: they play a tape of the calls, each in a program of its own. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { C_EXAMPLE } from "./c.ts";
import { JAVA_HOST } from "./java.ts";
import { playTapes } from "./moduleTapes.ts";
import { run, versionOf } from "./process.ts";
import { PYTHON_HOST } from "./python.ts";
import { type FoundRuntime, type Runtime, readPlayed } from "./runtime.ts";
import { RUST_EXAMPLE } from "./rust.ts";

const SOURCES = fileURLToPath(new URL("engines", import.meta.url));
const PROGRAM = fileURLToPath(new URL("../../build/runtimes/engines", import.meta.url));
const INSTALL = "install Go 1.25 or newer (https://go.dev/dl); it gets the engines as modules";

interface GoEngine {
  /** As the program calls it. */
  readonly name: string;
  readonly engine: string;
  readonly module: string;
  /** Its library is in C, so Go needs a compiler for it. */
  readonly needsC: boolean;
  /** It carries the eviction module, and plays no other. */
  readonly carries?: boolean;
}

const GO_ENGINES: readonly GoEngine[] = [
  {
    name: "wasmtime",
    engine: "Cranelift",
    module: "github.com/bytecodealliance/wasmtime-go/v39",
    needsC: true,
  },
  {
    name: "wazero",
    engine: "wazero",
    module: "github.com/tetratelabs/wazero",
    needsC: false,
  },
  {
    name: "wazero-interpreter",
    engine: "wazero",
    module: "github.com/tetratelabs/wazero",
    needsC: false,
  },
  // The package that Go programs import, with its types and its reclaim as a callback.
  {
    name: "hosts/go",
    engine: "wazero",
    module: "github.com/tetratelabs/wazero",
    needsC: false,
    carries: true,
  },
];

/** Whether the program could be built; asked once for all of its engines. */
let built: Promise<boolean> | null = null;

async function build(): Promise<boolean> {
  if ((await versionOf("go", "version")) === null) return false;
  try {
    await run("go", ["build", "-o", PROGRAM, "."], { cwd: SOURCES });
    return true;
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return false;
  }
}

async function findEngine({
  name,
  module,
  needsC,
  carries = false,
}: GoEngine): Promise<FoundRuntime | null> {
  if (needsC && (await versionOf("cc")) === null) return null;
  built ??= build();
  if (!(await built)) return null;
  const modules = readFileSync(`${SOURCES}/go.mod`, "utf8").split("\n");
  const version =
    modules
      .find((line) => line.includes(`${module} `))
      ?.split(" ")
      .at(-1) ?? "";
  return {
    version,
    async play({ path }) {
      const playedBy = async (module: string, tape: string) => {
        const files = ["-module", path(module), "-tape", path(tape)];
        return readPlayed(await run(PROGRAM, ["-engine", name, ...files]));
      };
      const played = await playedBy("plimsoll-eviction.wasm", "corpus.tape");
      return carries ? played : { ...played, also: await playTapes(playedBy) };
    },
  };
}

const GO_RUNTIMES: readonly Runtime[] = GO_ENGINES.map((engine) => ({
  name: engine.name,
  engine: engine.engine,
  install: engine.needsC ? `${INSTALL}, and a C compiler` : INSTALL,
  find: () => findEngine(engine),
}));

export const ENGINES: readonly Runtime[] = [
  ...GO_RUNTIMES,
  PYTHON_HOST,
  JAVA_HOST,
  RUST_EXAMPLE,
  C_EXAMPLE,
];
