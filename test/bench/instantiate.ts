/**
 * A process that makes engines of a compiled module and prints the median number of microseconds:
 * `node --expose-gc instantiate.mjs WASM`. `test/bench/start.ts` bundles and runs it.
 */
import { readFileSync } from "node:fs";
import { EvictionEngine } from "../../analysis/engine/evictionEngine.ts";
import { median } from "./stopwatch.ts";

const ENGINES = 15;

const module = new WebAssembly.Module(readFileSync(process.argv[2] ?? ""));
const times: number[] = [];
for (let i = 0; i < ENGINES; i += 1) {
  // An engine that is no longer used gives back its memory here, and not while the next is timed.
  globalThis.gc?.();
  const start = process.hrtime.bigint();
  new EvictionEngine(module);
  times.push(Number(process.hrtime.bigint() - start) / 1000);
}
console.log(median(times));
