/** A thread of a sweep: engines that run a few configurations side by side, batch after batch. */
import { parentPort, workerData } from "node:worker_threads";
import { EvictionEngine } from "../../../analysis/engine/evictionEngine.ts";
import { sweepCells } from "../../../analysis/questions/sweep/cell.ts";
import type { SweeperRequest, SweeperStart } from "../commands/sweep/pool.ts";

const { core, capture } = workerData as SweeperStart;
const engines: EvictionEngine[] = [];
parentPort?.on("message", ({ index, jsons }: SweeperRequest) => {
  while (engines.length < jsons.length) engines.push(new EvictionEngine(core));
  parentPort?.postMessage({ index, cells: sweepCells(engines, capture, jsons) });
});
