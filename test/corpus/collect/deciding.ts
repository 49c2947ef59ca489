/** Picks scenarios in which one thing decides: the decisions of two forms of them differ. */

import type { EvictionEngine } from "../../../analysis/engine/evictionEngine.ts";
import { Player } from "../../fidelity/play.ts";
import type { Scenario } from "../../fidelity/scenario.ts";
import { type Json, writeJson } from "../../vectors/notation.ts";
import { accountOf } from "./account.ts";
import { idOf } from "./choose.ts";
import { minimize } from "./minimize.ts";

export type Forms = (scenario: Scenario) => readonly [Scenario, Scenario];

/** Every second one is kept as it was drawn, the others without what does not matter. */
export async function chooseDeciding(
  createEngine: () => EvictionEngine,
  scenarios: Iterable<Scenario>,
  formsOf: Forms,
  cases: number,
): Promise<Scenario[]> {
  const player = new Player(createEngine);
  const decides = async (scenario: Scenario) => {
    const [one, other] = formsOf(scenario);
    const decided = await decisions(player, one);
    return decided !== null && decided !== (await decisions(player, other));
  };
  const chosen = new Map<string, Scenario>();
  for (const scenario of scenarios) {
    if (chosen.size >= cases) break;
    if (!(await decides(scenario))) continue;
    const isWhole = chosen.size % 2 === 0;
    const taken = isWhole ? scenario : await minimize(scenario, decides);
    chosen.set(idOf(taken), taken);
  }
  return [...chosen.values()];
}

/** As text; null for what is of no use in a corpus, since a document of it is refused. */
async function decisions(player: Player, scenario: Scenario): Promise<string | null> {
  const played = await player.play(scenario);
  if (played.problems.length > 0) return null;
  const pods = scenario.memoryCapacity === undefined ? null : player.podAnswers(scenario);
  return writeJson([accountOf(played), pods] as unknown as Json);
}
