/**
 * A folder with all that a runtime needs to play the corpora. The entries it bundles are
 * test/runtimes/entries/program.ts, test/runtimes/entries/page.ts and
 * test/runtimes/entries/worker.ts.
 */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { MODULES } from "../../tools/parts.mjs";
import { ADMISSIONS_FILE } from "../corpus/admission/files.ts";
import { readCorpus, scenarioOf, writeCorpus } from "../corpus/corpus.ts";
import { corpusFiles, readCorpusFile } from "../corpus/files.ts";
import { runCorpus } from "../corpus/runner.ts";
import { readClusters, writeClusters } from "../corpus/scheduler/corpus.ts";
import { readClustersFile } from "../corpus/scheduler/files.ts";
import { CallTape, type TapedAnswers } from "./callTape.ts";
import { MODULE_TAPES } from "./moduleTapes.ts";
import { Tape, TapedEngine } from "./tape.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

export interface Workspace {
  readonly folder: string;
  /** What this engine answered while the tapes of the other modules were written. */
  readonly taped: Readonly<Record<string, TapedAnswers>>;
  path(name: string): string;
}

/** Bundles the runners for each kind of host, next to the modules, the corpora and the tape. */
export async function prepareWorkspace(): Promise<Workspace> {
  const folder = join(ROOT, "build/runtimes");
  const path = (name: string) => join(folder, name);
  mkdirSync(folder, { recursive: true });
  for (const { wasm } of MODULES) copyFileSync(join(ROOT, wasm), path(basename(wasm)));
  writeFileSync(path("corpus.ndjson.gz"), evictions());
  copyFileSync(ADMISSIONS_FILE, path("admissions.ndjson.gz"));
  writeFileSync(path("clusters.ndjson.gz"), clusters());
  writeFileSync(path("page.html"), '<!doctype html><script type="module" src="page.js"></script>');
  await bundle(folder);
  await writeTape(path);
  return { folder, taped: writeModuleTapes(path), path };
}

/** The corpora of all releases and themes as one. */
function evictions(): Uint8Array {
  const [first, ...more] = corpusFiles().map((file) => readCorpus(readCorpusFile(file)));
  if (first === undefined) throw new Error("There is no corpus; see test/corpus/README.md.");
  const all = [first, ...more];
  const cases = all.flatMap(({ header, cases: own }) =>
    own.map((one) => ({ ...one, scenario: scenarioOf(header, one) })),
  );
  const worths = Object.assign({}, ...all.map(({ header }) => header.worths));
  return writeCorpus({ header: { ...first.header, cases: cases.length, worths }, cases });
}

/** Clusters of every kind, and those that the last two releases decide otherwise. */
function clusters(): Uint8Array {
  const all = (["clusters", "releases"] as const).map((name) => readClustersFile(name));
  const cases = all.flatMap((bytes) => readClusters(bytes).cases);
  const { header } = readClusters(all[0] as Uint8Array);
  return writeClusters({ header: { ...header, cases: cases.length }, cases });
}

async function bundle(folder: string): Promise<void> {
  await build({
    absWorkingDir: ROOT,
    entryPoints: ["program", "page", "worker"].map((name) => `test/runtimes/entries/${name}.ts`),
    outdir: folder,
    bundle: true,
    format: "esm",
    target: "es2022",
    platform: "neutral",
    mainFields: ["module", "main"],
    external: ["node:*", "*.wasm", "*.gz", "*.calls"],
    outExtension: { ".js": ".js" },
    logLevel: "warning",
  });
  // A package.json next to a script tells Node that it is a module.
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
}

async function writeTape(path: (name: string) => string): Promise<void> {
  const module = new WebAssembly.Module(readFileSync(path("plimsoll-eviction.wasm")));
  const tape = new Tape();
  const corpus = new Uint8Array(readFileSync(path("corpus.ndjson.gz")));
  const { cases } = await runCorpus(() => new TapedEngine(module, tape), corpus);
  writeFileSync(path("corpus.tape"), tape.bytes(cases));
}

function writeModuleTapes(path: (name: string) => string): Record<string, TapedAnswers> {
  const played = MODULE_TAPES.map(({ name, module: wasm, file, play }) => {
    const module = new WebAssembly.Module(readFileSync(path(wasm)));
    const tape = new CallTape(module);
    play(tape, module);
    writeFileSync(path(file), tape.bytes());
    return [name, tape.played()] as const;
  });
  return Object.fromEntries(played);
}
