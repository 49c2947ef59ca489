import type { Decision } from "../../../analysis/engine/decision.ts";
import { NO_PODS } from "../../../analysis/engine/step.ts";
import type { Run } from "../../../analysis/questions/replay/frozen/run.ts";
import type { Capture, CaptureRecord } from "../../../analysis/read/capture/capture.ts";
import type { Turns } from "../session/turns.ts";

/** One moment of a capture, with the pods it has. */
export interface Scene {
  readonly time: bigint;
  readonly pods: Uint8Array;
  readonly summary: Uint8Array;
}

/** The documents at a step; null where nothing was observed. `turns` lets other work go first. */
export async function sceneAt(
  { records }: Capture,
  position: number,
  turns?: Turns,
): Promise<Scene | null> {
  let pods: Uint8Array = NO_PODS;
  let index = 0;
  for await (const record of records as AsyncIterable<CaptureRecord>) {
    pods = record.pods ?? pods;
    if (turns?.isOver) await turns.rest();
    if (index++ < position) continue;
    const { time, summary } = record;
    return summary === null ? null : { time, pods, summary };
  }
  return null;
}

/** A run with the configuration it has; its turns end when there is another. */
export interface AnalyzedRun {
  readonly run: Run;
  readonly json: string;
  readonly turns: Turns;
}

/** The ranking by memory at a step, and the documents there. */
export interface RankedScene {
  readonly scene: Scene;
  readonly decision: Decision;
}
