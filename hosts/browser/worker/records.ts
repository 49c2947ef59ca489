import type { Decision } from "../../../analysis/engine/decision.ts";
import { EvictionEngine } from "../../../analysis/engine/evictionEngine.ts";
import type { FrozenCapture } from "../../../analysis/questions/replay/frozen/frozenCapture.ts";
import { Run } from "../../../analysis/questions/replay/frozen/run.ts";
import { Detail } from "../../../assembly/abi.ts";
import type { RecordedRun } from "../session/protocol.ts";
import type { Turns } from "../session/turns.ts";
import { lostPods } from "./lostPods.ts";
import { readSignals } from "./signals.ts";
import { decideAll } from "./timeline.ts";

/** The outcome of a capture as it was recorded, decided once, next to the run on show. */
export class Records {
  readonly #core: WebAssembly.Module;
  #engine: EvictionEngine | null = null;
  #last: Run | null = null;
  /** Of each capture that is still held by anything else, the run of the last configuration. */
  readonly #known = new WeakMap<
    FrozenCapture,
    { readonly json: string; readonly run: RecordedRun }
  >();

  constructor(core: WebAssembly.Module) {
    this.#core = core;
  }

  async run(capture: FrozenCapture, json: string, turns: Turns): Promise<RecordedRun> {
    const known = this.#known.get(capture);
    if (known?.json === json) return known.run;
    this.#engine ??= new EvictionEngine(this.#core);
    const count = capture.steps.length;
    const decided = new Run(this.#engine, capture, json);
    const { timeline } = await decideAll(decided, { count, position: 0, turns });
    const { signals } = await readSignals(decided, count, turns, () => {});
    const lost = lostPods({ run: decided, capture, events: timeline.events });
    const run = { policy: decided.policy, timeline, signals, lost };
    this.#known.set(capture, { json, run });
    this.#last = decided;
    return run;
  }

  /** What is decided at a step of the run that was read last; null where nothing was observed. */
  at(position: number): Decision | null {
    this.#last?.goTo(position);
    return this.#last?.decision(Detail.Counterfactuals)?.parse() ?? null;
  }
}
