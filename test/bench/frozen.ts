import { Detail, Part } from "../../assembly/abi.ts";
import { engineWith, QUIET, SHORT_OF_MEMORY } from "./core.ts";
import { inTurn, type MeasuredNode } from "./node.ts";
import { medianMicros } from "./stopwatch.ts";

/** Microseconds of steps whose Summary was decoded before. */
export interface FrozenMicros {
  readonly observe: number;
  readonly thawAndObserve: number;
  /** A step under MemoryPressure less the same step without: ranking, choosing, the message. */
  readonly rankAndChoose: number;
  readonly report: number;
}

/** The module keeps a whole second's clock apart from the stats' own times, so `now` may stand. */
export function measureFrozen({ pods, moments }: MeasuredNode): FrozenMicros {
  const quiet = engineWith(QUIET, pods);
  const short = engineWith(SHORT_OF_MEMORY, pods);
  const now = moments[0]?.time ?? 0n;
  const snapshots = moments.map(({ summary }) => {
    quiet.observe(summary, now);
    return quiet.freeze(Part.Summary);
  });
  const fresh = engineWith(QUIET, pods);
  const [quietState, shortState] = [fresh.save(), short.save()];
  const next = [inTurn(snapshots), inTurn(snapshots), inTurn(snapshots)] as const;
  const micros = medianMicros({
    observe: () => quiet.observe(null, now),
    thawAndObserve: () => {
      quiet.thaw(next[0]());
      quiet.observe(null, now);
    },
    quietFromStart: () => {
      fresh.thaw(next[1]());
      fresh.restore(quietState);
      fresh.observe(null, now);
    },
    shortFromStart: () => {
      short.thaw(next[2]());
      short.restore(shortState);
      short.observe(null, now);
    },
    report: () => short.report(Detail.Decision),
  });
  return {
    observe: micros.observe,
    thawAndObserve: micros.thawAndObserve,
    rankAndChoose: micros.shortFromStart - micros.quietFromStart,
    report: micros.report,
  };
}
