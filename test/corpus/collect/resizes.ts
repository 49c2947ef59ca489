/** Picks scenarios in which what is allocated to resized pods, not what they request, decides. */

import type { EvictionEngine } from "../../../analysis/engine/evictionEngine.ts";
import { Player } from "../../fidelity/play.ts";
import type { Scenario } from "../../fidelity/scenario.ts";
import { isObject, type Json, type JsonObject, writeJson } from "../../vectors/notation.ts";
import { accountOf } from "./account.ts";
import { idOf } from "./choose.ts";
import { minimize } from "./minimize.ts";

/** Every second one is kept as it was drawn, the others without what does not matter. */
export async function chooseResizes(
  createEngine: () => EvictionEngine,
  scenarios: Iterable<Scenario>,
  cases: number,
): Promise<Scenario[]> {
  const player = new Player(createEngine);
  const chosen = new Map<string, Scenario>();
  for (const scenario of scenarios) {
    if (chosen.size >= cases) break;
    if (!(await dependsOnAllocations(player, scenario))) continue;
    const isWhole = chosen.size % 2 === 0;
    const taken = isWhole
      ? scenario
      : await minimize(scenario, (smaller) => dependsOnAllocations(player, smaller));
    chosen.set(idOf(taken), taken);
  }
  return [...chosen.values()];
}

/** Whether the decisions are others when no status says what is allocated. */
async function dependsOnAllocations(player: Player, scenario: Scenario): Promise<boolean> {
  const decided = await decisions(player, scenario);
  return decided !== null && decided !== (await decisions(player, withoutAllocations(scenario)));
}

/** As text; null for what is of no use in a corpus, since a document of it is refused. */
async function decisions(player: Player, scenario: Scenario): Promise<string | null> {
  const played = await player.play(scenario);
  return played.problems.length > 0 ? null : writeJson(accountOf(played) as unknown as Json);
}

function withoutAllocations(scenario: Scenario): Scenario {
  return stripped(scenario as unknown as Json) as unknown as Scenario;
}

function stripped(value: Json): Json {
  if (Array.isArray(value)) return value.map(stripped);
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([name]) => name !== "allocatedResources");
  return Object.fromEntries(
    kept.map(([name, member]) => [name, stripped(member as Json)]),
  ) as JsonObject;
}
