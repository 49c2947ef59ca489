import type { Decision } from "../../shared/decision.ts";
import { Engine } from "../../shared/engine.ts";
import { EngineError } from "../../shared/engineError.ts";
import { EMPTY_TALLY, evictionCount, type Tally, tallied } from "../../shared/tally.ts";
import { formatTime } from "../../shared/time.ts";
import type { SweptCell } from "../protocol.ts";
import type { FrozenCapture } from "../worker/frozen.ts";
import { Run } from "../worker/run.ts";
import { Decisions } from "../worker/timeline.ts";
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
      const { core, capture } = request;
      const engine = new Engine(core);
      sweep = (json) => sweepCell(engine, capture, json);
    } else if (sweep !== null) {
      scope.postMessage({ index: request.index, cell: sweep(request.json) });
    }
  };
}

/** Decides every step under one configuration, in the form the module takes, and counts. */
export function sweepCell(
  engine: Engine,
  capture: FrozenCapture,
  configurationJson: string,
): SweptCell {
  try {
    return counted(talliedRun(new Run(engine, capture, configurationJson), capture));
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return refusedCell(error.message);
  }
}

export function refusedCell(refusal: string): SweptCell {
  return { evictions: 0, podsEvicted: 0, conditionSeconds: new Map(), refusal };
}

function counted(tally: Tally): SweptCell {
  const { evictions, conditionSeconds } = tally;
  const podsEvicted = new Set(evictions.map(({ uid }) => uid)).size;
  return { evictions: evictionCount(tally), podsEvicted, conditionSeconds, refusal: null };
}

/** Between two changes nothing is counted but time, which one addition counts as well. */
function talliedRun(run: Run, { steps }: FrozenCapture): Tally {
  const decisions = new Decisions(run);
  let tally = EMPTY_TALLY;
  let seen: Decision | null = null;
  for (const [index, { time }] of steps.entries()) {
    const decision = decisions.next();
    const counts = decision !== null && (decision !== seen || decision.evictions.length > 0);
    if (counts) tally = tallied(tally, { time: formatTime(time), decision });
    else if (index === steps.length - 1) {
      tally = tallied(tally, { time: formatTime(time), decision: null });
    }
    seen = decision ?? seen;
  }
  return tally;
}
