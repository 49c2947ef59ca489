import {
  type ContainerTermination,
  ContainerTerminations,
} from "../../../../analysis/questions/oom/terminations.ts";
import type { Capture, CaptureRecord } from "../../../../analysis/read/capture/capture.ts";
import type { Turns } from "../../session/turns.ts";

/** Containers of which a capture says that they were killed. */
export async function terminationsIn(
  { records }: Capture,
  turns: Turns,
): Promise<readonly ContainerTermination[]> {
  const terminations = new ContainerTerminations();
  let step = 0;
  for await (const { pods } of records as AsyncIterable<CaptureRecord>) {
    if (pods !== undefined) terminations.note(pods, step);
    step += 1;
    if (turns.isOver) await turns.rest();
  }
  return terminations.all;
}
