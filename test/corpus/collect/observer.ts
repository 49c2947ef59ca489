import type { Engine } from "../../../hosts/shared/engine.ts";
import { Player } from "../../fidelity/play.ts";
import type { Scenario } from "../../fidelity/scenario.ts";
import { type Observed, type Situation, situationsOf } from "../behaviours/scenario.ts";
import { Kubelet } from "./kubelet.ts";

/** Looks at what scenarios show, many at a time. */
export class Observer {
  readonly #kubelet: Kubelet;
  readonly #player: Player;
  /** The player has one engine, so that its scenarios come one after another. */
  #playing: Promise<unknown> = Promise.resolve();

  constructor(createEngine: () => Engine, oraclePath: string, runs: number) {
    this.#kubelet = new Kubelet(oraclePath, runs);
    this.#player = new Player(createEngine);
  }

  /** Null for what is no use in a corpus: no scenario, or one the kubelet's code is not asked. */
  async observe(scenario: Scenario): Promise<Observed | null> {
    const asksPods = scenario.memoryCapacity !== undefined;
    const [answer, pods] = await Promise.all([
      this.#kubelet.scenario(scenario),
      asksPods ? this.#kubelet.pods(scenario) : null,
    ]);
    if (answer.skipped || answer.invalid !== undefined) return null;
    if (pods?.skipped || pods?.error !== undefined) return null;
    if (answer.steps?.some(({ stateVaries }) => stateVaries)) return null;
    const playing = this.#playing.then(() => this.#player.play(scenario));
    this.#playing = playing.catch(() => {});
    return { scenario, answer, pods, played: await playing };
  }

  async situations(scenario: Scenario): Promise<Situation[]> {
    const observed = await this.observe(scenario);
    return observed === null ? [] : situationsOf(observed);
  }

  close(): void {
    this.#kubelet.close();
  }
}
