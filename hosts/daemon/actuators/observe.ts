import type { Actuator, Outcome } from "../../../analysis/engine/actuator.ts";

type Describing = Pick<Actuator, "reclaimNodeLevelResources" | "evict" | "setNodeConditions">;

/** Says what another actuator would do, after words that say why it is not done. */
export function describing(why: string): Describing {
  const said = (deed: string): Outcome => ({ done: false, sentence: `${why}: ${deed}.` });
  return {
    reclaimNodeLevelResources: async ({ reclaim }) =>
      said(`node-level resources would be reclaimed with ${reclaim.join(", then ")}`),
    evict: async ({ namespace, name, gracePeriodSeconds }) =>
      said(`${namespace}/${name} would be evicted, grace period ${gracePeriodSeconds}s`),
    setNodeConditions: async (conditions) =>
      said(
        conditions.length === 0
          ? "no condition of pressure would be reported"
          : `${conditions.join(", ")} would be reported`,
      ),
  };
}

/** The default of every run: it only says what another actuator would do. */
export const OBSERVE: Actuator = {
  name: "observe",
  acts: false,
  ...describing("Observing only"),
};

/**
 * The same actuator with the last call left out, and said so. `asked` is one that asks a server for
 * everything but the change, where there is a server to ask.
 */
export function dryRun(
  { name }: Pick<Actuator, "name">,
  asked: Pick<Actuator, "evict" | "setNodeConditions"> | null = null,
): Actuator {
  const described = describing(`Dry run of ${name}`);
  return {
    name,
    acts: false,
    ...described,
    ...(asked === null
      ? {}
      : {
          evict: asked.evict.bind(asked),
          setNodeConditions: asked.setNodeConditions.bind(asked),
        }),
  };
}
