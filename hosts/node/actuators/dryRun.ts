import type { Actuator, Outcome } from "../../shared/actuator.ts";
import { OBSERVE } from "./observe.ts";

/** The same actuator with the last call left out, and said so. */
export function dryRun({ name }: Actuator): Actuator {
  const left = async (outcome: Promise<Outcome>): Promise<Outcome> => {
    const { sentence } = await outcome;
    return { done: false, sentence: sentence.replace(/^Observing only:/, `Dry run of ${name}:`) };
  };
  return {
    name,
    acts: false,
    reclaimNodeLevelResources: (decision) => left(OBSERVE.reclaimNodeLevelResources(decision)),
    evict: (eviction, decision) => left(OBSERVE.evict(eviction, decision)),
    setNodeConditions: (names, decision) => left(OBSERVE.setNodeConditions(names, decision)),
  };
}
