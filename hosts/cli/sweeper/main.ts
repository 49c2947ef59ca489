/** A thread of a sweep: engines that run a few configurations side by side, batch after batch. */
import { parentPort, workerData } from "node:worker_threads";
import { EvictionEngine } from "../../../analysis/engine/evictionEngine.ts";
import type { PackedRun } from "../../../analysis/questions/sweep/packedCapture.ts";
import { sweepParts } from "../../../analysis/questions/sweep/sweepParts.ts";
import type { SweeperAnswer, SweeperRequest, SweeperStart } from "../commands/sweep/pool.ts";

const { core } = workerData as SweeperStart;
const engines: EvictionEngine[] = [];
let runs: readonly PackedRun[] = [];
parentPort?.on("message", (request: SweeperRequest) => {
  if ("runs" in request) {
    runs = request.runs;
    return;
  }
  const { index, configurations } = request;
  while (engines.length < configurations.length) engines.push(new EvictionEngine(core));
  const parts = sweepParts(engines, runs, configurations);
  parentPort?.postMessage({ index, parts } satisfies SweeperAnswer);
});
