/**
 * A process that decides once and prints how many microseconds that took:
 * `node firstDecision.mjs core|fused WASM PODS SUMMARY`. `test/bench/start.ts` bundles and runs it.
 */
import { readFileSync } from "node:fs";
import { EvictionEngine } from "../../analysis/engine/evictionEngine.ts";
import { FusedPolicy } from "./fused.ts";

const [, , implementation, wasm = "", podList = "", summaryPath = ""] = process.argv;
const pods = readFileSync(podList);
const summary = readFileSync(summaryPath);
const now = 1_800_000_000_000_000_000n;

function firstOfCore(): void {
  const engine = new EvictionEngine(new WebAssembly.Module(readFileSync(wasm)));
  engine.configure({ kind: "KubeletConfiguration" });
  engine.pods(pods);
  engine.observe(summary, now);
}

function firstOfFused(): void {
  const policy = new FusedPolicy({ "memory.available": "100Mi", "nodefs.available": "10%" });
  policy.pods(pods);
  policy.observe(summary, now);
}

const start = process.hrtime.bigint();
if (implementation === "core") firstOfCore();
else firstOfFused();
console.log(Number(process.hrtime.bigint() - start) / 1000);
