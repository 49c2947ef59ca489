/** Node, Deno and Bun: the module and the corpus lie beside the program. */
import { readFile } from "node:fs/promises";
import { playCorpus } from "./play.ts";

const beside = (name: string) => readFile(new URL(name, import.meta.url));
const core = await WebAssembly.compile(await beside("plimsoll.wasm"));
const corpus = new Uint8Array(await beside("corpus.ndjson.gz"));
console.log(await playCorpus(core, corpus));
