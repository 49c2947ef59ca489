import { setImmediate } from "node:timers/promises";
import {
  type FrozenCapture,
  freezeCapture,
} from "../../../analysis/questions/replay/frozen/frozenCapture.ts";
import { formatCount } from "../../../analysis/text/amount.ts";
import type { Io } from "../../system/io.ts";
import { printWarnings } from "../notes.ts";
import { Progress } from "../screen/progress.ts";
import type { Session } from "./session.ts";

const TURN_MILLISECONDS = 100;

/** Decodes a session's capture once, with its engine, and prints what is odd about it. */
export async function frozenCapture({ engine, capture }: Session, io: Io): Promise<FrozenCapture> {
  const progress = new Progress(io);
  let began = performance.now();
  const turns = {
    get isOver() {
      return performance.now() - began > TURN_MILLISECONDS;
    },
    rest: async () => {
      await setImmediate();
      began = performance.now();
    },
  };
  const frozen = await freezeCapture(engine, capture, turns, (done) => {
    void progress.show(`${capture.name}: ${formatCount(done)} records read`);
  });
  await progress.clear();
  await printWarnings(
    frozen.problems.map((sentence) => `${capture.name}: ${sentence}`),
    io,
  );
  return frozen;
}
