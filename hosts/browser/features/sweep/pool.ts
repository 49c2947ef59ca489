import type { FrozenCapture } from "../../../../analysis/questions/replay/frozen/frozenCapture.ts";
import type { RecordedEnd } from "../../../../analysis/questions/replay/parting.ts";
import type { SweptCell } from "../../../../analysis/questions/sweep/cell.ts";

export type SweeperRequest =
  | (SweptCapture & { readonly kind: "begin"; readonly core: WebAssembly.Module })
  | { readonly kind: "run"; readonly index: number; readonly json: string };

/** A capture, and the recorded evictions that tell configurations apart. */
export interface SweptCapture {
  readonly capture: FrozenCapture;
  readonly recorded: readonly RecordedEnd[];
}

export interface SweeperAnswer {
  readonly index: number;
  readonly cell: SweptCell;
}

/** The name by which the page's worker script knows that it is one of a sweep. */
export const SWEEPER = "sweeper";

/** Each has the decoded capture as its own: memory is shared only on pages that servers isolate. */
const WORKERS_MAX = 8;
const COPIES_BYTES_MAX = 512 * 1024 * 1024;

/** How many workers a sweep over a capture is worth, and has room for. */
export function workerCount(capture: FrozenCapture, configurations: number, processors: number) {
  const bytes = capture.steps.reduce(
    (sum, { summary, afterReclaim }) => sum + (summary?.length ?? 0) + (afterReclaim?.length ?? 0),
    capture.podLists.reduce((sum, { length }) => sum + length, 0),
  );
  const fitting = Math.floor(COPIES_BYTES_MAX / Math.max(bytes, 1));
  return Math.max(1, Math.min(processors, WORKERS_MAX, configurations, fitting));
}

/** Workers that take one configuration after the other; they end with the sweep. */
export class SweepPool {
  readonly #workers: readonly Worker[];
  #fail: (reason: Error) => void = () => {};

  constructor(count: number) {
    // The same script in another part: one of its own would be downloaded beside it.
    const address = globalThis.location.href;
    const options = { type: "module", name: SWEEPER } as const;
    this.#workers = Array.from({ length: count }, () => new Worker(address, options));
  }

  /** The cells in the order of the configurations, whichever is done first. */
  run(
    core: WebAssembly.Module,
    { capture, recorded }: SweptCapture,
    jsons: readonly string[],
    done: (index: number, cell: SweptCell) => void,
  ): Promise<void> {
    let next = 0;
    let left = jsons.length;
    const give = (worker: Worker) => {
      const json = jsons[next];
      if (json === undefined) return;
      post(worker, { kind: "run", index: next, json });
      next++;
    };
    return new Promise((resolve, reject) => {
      this.#fail = reject;
      if (left === 0) resolve();
      for (const worker of this.#workers) {
        worker.onerror = ({ message }) => reject(new Error(`a worker of the sweep: ${message}.`));
        worker.onmessage = ({ data: { index, cell } }: MessageEvent<SweeperAnswer>) => {
          done(index, cell);
          give(worker);
          left--;
          if (left === 0) resolve();
        };
        post(worker, { kind: "begin", core, capture, recorded });
        give(worker);
      }
    });
  }

  /** Ends the workers; a run that is under way fails with the reason. */
  close(reason: Error): void {
    for (const worker of this.#workers) worker.terminate();
    this.#fail(reason);
  }
}

function post(worker: Worker, request: SweeperRequest): void {
  worker.postMessage(request);
}
