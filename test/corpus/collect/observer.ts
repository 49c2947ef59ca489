import type { EvictionEngine } from "../../../analysis/engine/evictionEngine.ts";
import { Player } from "../../fidelity/play.ts";
import type { Scenario } from "../../fidelity/scenario.ts";
import { type Situation, situationsOf } from "../behaviors/scenario.ts";
import { accountOf, factsOf } from "./account.ts";

/** Looks at what scenarios show. */
export class Observer {
  readonly #player: Player;

  constructor(createEngine: () => EvictionEngine) {
    this.#player = new Player(createEngine);
  }

  /** None for what is of no use in a corpus, since a document of it is refused. */
  async situations(scenario: Scenario): Promise<Situation[]> {
    const played = await this.#player.play(scenario);
    if (played.problems.length > 0) return [];
    const pods = scenario.memoryCapacity === undefined ? null : this.#player.podAnswers(scenario);
    if (pods === null && scenario.memoryCapacity !== undefined) return [];
    const facts = pods === null ? null : factsOf(pods);
    return situationsOf({ scenario, answer: accountOf(played), pods: facts, played });
  }
}
