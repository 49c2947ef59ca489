import type { Actuator, Outcome } from "../../shared/actuator.ts";
import { OBSERVE } from "./observe.ts";

/**
 * The same actuator with the last call left out, and said so. `asked` is one that asks a server for
 * everything but the change, where there is a server to ask.
 */
export function dryRun(
  { name }: Actuator,
  asked: Pick<Actuator, "evict" | "setNodeConditions"> | null = null,
): Actuator {
  const left = async (outcome: Promise<Outcome>): Promise<Outcome> => {
    const { sentence } = await outcome;
    return { done: false, sentence: sentence.replace(/^Observing only:/, `Dry run of ${name}:`) };
  };
  return {
    name,
    acts: false,
    reclaimNodeLevelResources: (decision) => left(OBSERVE.reclaimNodeLevelResources(decision)),
    evict: (eviction, decision, objection) =>
      asked?.evict(eviction, decision, objection) ?? left(OBSERVE.evict(eviction, decision)),
    setNodeConditions: (names, decision, objection) =>
      asked?.setNodeConditions(names, decision, objection) ??
      left(OBSERVE.setNodeConditions(names, decision)),
  };
}
