import { EvictionEngine } from "../../../../analysis/engine/evictionEngine.ts";
import type { SweptCell } from "../../../../analysis/questions/sweep/cell.ts";
import { packedCapture } from "../../../../analysis/questions/sweep/packedCapture.ts";
import { sweepCell } from "../../../../analysis/questions/sweep/sweepParts.ts";
import type { SweeperAnswer, SweeperRequest } from "./pool.ts";

/** What a module worker's global scope has that a window's has not. */
export interface SweeperScope {
  postMessage(answer: SweeperAnswer): void;
  onmessage: ((event: MessageEvent<SweeperRequest>) => void) | null;
}

/** One of several workers of a sweep: an engine that runs one configuration after another. */
export function listenAsSweeper(scope: SweeperScope): void {
  let sweep: ((configurationJson: string) => SweptCell) | null = null;
  scope.onmessage = ({ data: request }) => {
    if (request.kind === "begin") {
      const { core, capture, recorded } = request;
      const engine = new EvictionEngine(core);
      const runs = packedCapture(capture);
      sweep = (json) => sweepCell(engine, runs, json, recorded);
    } else if (sweep !== null) {
      scope.postMessage({ index: request.index, cell: sweep(request.json) });
    }
  };
}
