import {
  type ContainerEnd,
  ContainerEnds,
} from "../../../../analysis/questions/oom/terminations.ts";
import type { Capture, CaptureRecord } from "../../../../analysis/read/capture/capture.ts";
import type { Turns } from "../../session/turns.ts";

/** Containers of which a capture says that they were killed. */
export async function endsIn({ records }: Capture, turns: Turns): Promise<readonly ContainerEnd[]> {
  const ends = new ContainerEnds();
  let step = 0;
  for await (const { pods } of records as AsyncIterable<CaptureRecord>) {
    if (pods !== undefined) ends.note(pods, step);
    step += 1;
    if (turns.isOver) await turns.rest();
  }
  return ends.all;
}
