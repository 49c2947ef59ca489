import { Worker } from "node:worker_threads";
import type { FrozenCapture } from "../../../../analysis/questions/replay/frozen/frozenCapture.ts";
import type { SweptCell } from "../../../../analysis/questions/sweep/cell.ts";
import { shippedFile } from "../../../system/shipped.ts";

export interface SweeperStart {
  readonly core: WebAssembly.Module;
  readonly capture: FrozenCapture;
}

export interface SweeperRequest {
  /** The index of the first configuration. */
  readonly index: number;
  readonly jsons: readonly string[];
}

interface SweeperAnswer {
  readonly index: number;
  readonly cells: readonly SweptCell[];
}

/** Configurations that a thread runs side by side; each has an engine that maps 70 MiB. */
const BATCH = 8;

/** Runs configurations in threads; the cells in the order of the configurations. */
export async function sweepInThreads(
  start: SweeperStart,
  jsons: readonly string[],
  threads: number,
  progress: (done: number) => void,
): Promise<SweptCell[]> {
  const script = shippedFile("sweeper.mjs");
  // Few configurations are spread over all threads.
  const batch = Math.max(1, Math.min(BATCH, Math.ceil(jsons.length / threads)));
  const workers = Array.from(
    { length: Math.min(threads, jsons.length) },
    () => new Worker(script, { workerData: start }),
  );
  try {
    return await cellsOf(workers, jsons, batch, progress);
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}

function cellsOf(
  workers: readonly Worker[],
  jsons: readonly string[],
  batch: number,
  progress: (done: number) => void,
): Promise<SweptCell[]> {
  const cells: SweptCell[] = [];
  let next = 0;
  let done = 0;
  const give = (worker: Worker) => {
    const request: SweeperRequest = { index: next, jsons: jsons.slice(next, next + batch) };
    next += request.jsons.length;
    if (request.jsons.length > 0) worker.postMessage(request);
  };
  return new Promise((resolve, reject) => {
    if (jsons.length === 0) resolve(cells);
    for (const worker of workers) {
      worker.on("error", reject);
      worker.on("message", ({ index, cells: some }: SweeperAnswer) => {
        for (const [at, cell] of some.entries()) cells[index + at] = cell;
        done += some.length;
        progress(done);
        if (done === jsons.length) resolve(cells);
        else give(worker);
      });
      give(worker);
    }
  });
}
