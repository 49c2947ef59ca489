/** A thread of a sweep: an engine that runs one configuration after another. */
import { parentPort, workerData } from "node:worker_threads";
import { Engine } from "../../shared/engine.ts";
import { sweepCell } from "../../shared/sweep/cell.ts";
import type { SweeperRequest, SweeperStart } from "../commands/sweep/pool.ts";

const { core, capture } = workerData as SweeperStart;
const engine = new Engine(core);
parentPort?.on("message", ({ index, json }: SweeperRequest) => {
  parentPort?.postMessage({ index, cell: sweepCell(engine, capture, json) });
});
