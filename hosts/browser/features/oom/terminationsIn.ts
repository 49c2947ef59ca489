import {
  type ContainerTermination,
  ContainerTerminations,
} from "../../../../analysis/questions/oom/terminations.ts";
import type { CaptureRecord } from "../../../../analysis/read/capture/capture.ts";
import type { NamedCapture } from "../../../../analysis/read/recognize/given.ts";
import type { Turns } from "../../session/turns.ts";

/** Containers of which a capture says that they were killed, whatever is changed in it. */
export class Terminations {
  readonly #known = new WeakMap<NamedCapture, readonly ContainerTermination[]>();

  async of(capture: NamedCapture, turns: Turns): Promise<readonly ContainerTermination[]> {
    const known = this.#known.get(capture);
    if (known !== undefined) return known;
    const terminations = new ContainerTerminations();
    let step = 0;
    const { records } = await capture.open();
    for await (const { pods } of records as AsyncIterable<CaptureRecord>) {
      if (pods !== undefined) terminations.note(pods, step);
      step += 1;
      if (turns.isOver) await turns.rest();
    }
    this.#known.set(capture, terminations.all);
    return terminations.all;
  }
}
