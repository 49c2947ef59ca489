/** Node, Deno and Bun: the modules and the corpora are next to the program. */
import { readFile } from "node:fs/promises";
import { playCorpora, type Recorded } from "./play.ts";

const beside = (name: string) => readFile(new URL(name, import.meta.url));

async function recorded(core: string, corpus: string): Promise<Recorded> {
  return {
    core: await WebAssembly.compile(await beside(core)),
    corpus: new Uint8Array(await beside(corpus)),
  };
}

const evictions = await recorded("plimsoll-eviction.wasm", "corpus.ndjson.gz");
const admissions = await recorded("plimsoll-admission.wasm", "admissions.ndjson.gz");
const clusters = await recorded("plimsoll-scheduler.wasm", "clusters.ndjson.gz");
const scenarios = await recorded("plimsoll-simulator.wasm", "scenarios.calls");
const texts = await recorded("plimsoll-eviction.wasm", "texts.calls");
console.log(await playCorpora({ evictions, admissions, clusters, scenarios, texts }));
