import type { Actuator, Outcome } from "../../shared/actuator.ts";

/** The default of every run: it only says what another actuator would do. */
export const OBSERVE: Actuator = {
  name: "observe",
  acts: false,
  reclaimNodeLevelResources: async ({ reclaim }) =>
    observing(`node-level resources would be reclaimed with ${reclaim.join(", then ")}`),
  evict: async ({ namespace, name, gracePeriodSeconds }) =>
    observing(`${namespace}/${name} would be evicted, grace period ${gracePeriodSeconds}s`),
  setNodeConditions: async (conditions) =>
    observing(
      conditions.length === 0
        ? "no condition of pressure would be reported"
        : `${conditions.join(", ")} would be reported`,
    ),
};

function observing(deed: string): Outcome {
  return { done: false, sentence: `Observing only: ${deed}.` };
}
