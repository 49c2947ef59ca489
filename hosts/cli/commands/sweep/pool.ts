import { Worker } from "node:worker_threads";
import type { SweptPart, SweptState } from "../../../../analysis/questions/sweep/cell.ts";
import type { PackedRun } from "../../../../analysis/questions/sweep/packedCapture.ts";
import { shippedFile } from "../../../system/shipped.ts";

/** A message to a thread: the captures to replay, or the configurations to replay them with. */
export type SweeperRequest =
  | { readonly runs: readonly PackedRun[] }
  | { readonly index: number; readonly configurations: readonly SweptState[] };

export interface SweeperStart {
  readonly core: WebAssembly.Module;
}

export interface SweeperAnswer {
  /** The index of the first configuration. */
  readonly index: number;
  readonly parts: readonly SweptPart[];
}

/** Configurations that a thread runs side by side; each has an engine that maps 70 MiB. */
const BATCH = 8;

/** Threads that run configurations over parts of captures, one part after the other. */
export class SweepPool {
  readonly #workers: readonly Worker[];

  /** `configurations`: how many there are at most, since a thread without any is not started. */
  constructor(start: SweeperStart, threads: number, configurations: number) {
    const script = shippedFile("sweeper.mjs");
    this.#workers = Array.from(
      { length: Math.min(threads, configurations) },
      () => new Worker(script, { workerData: start }),
    );
  }

  /** What the configurations make of the runs, in their order. */
  run(
    runs: readonly PackedRun[],
    configurations: readonly SweptState[],
    progress: (done: number) => void,
  ): Promise<SweptPart[]> {
    const count = configurations.length;
    // Few configurations are spread over all threads.
    const batch = Math.max(1, Math.min(BATCH, Math.ceil(count / this.#workers.length)));
    const parts: SweptPart[] = [];
    let next = 0;
    let done = 0;
    const give = (worker: Worker) => {
      const some = configurations.slice(next, next + batch);
      if (some.length > 0) post(worker, { index: next, configurations: some });
      next += some.length;
    };
    return new Promise((resolve, reject) => {
      if (count === 0) resolve(parts);
      for (const worker of this.#workers) {
        worker.removeAllListeners();
        worker.on("error", reject);
        worker.on("message", ({ index, parts: some }: SweeperAnswer) => {
          for (const [at, part] of some.entries()) parts[index + at] = part;
          done += some.length;
          progress(done);
          if (done === count) resolve(parts);
          else give(worker);
        });
        post(worker, { runs });
        give(worker);
      }
    });
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }
}

function post(worker: Worker, request: SweeperRequest): void {
  worker.postMessage(request);
}
