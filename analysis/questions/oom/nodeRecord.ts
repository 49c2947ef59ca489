/** What `plimsoll oom` answers about a node: the kernel's order next to the kubelet's. */
import type { Decision, PodName } from "../../engine/decision.ts";
import type { Race } from "../../engine/oomRace.ts";
import type { OomRanking } from "./nodeRanking.ts";

export interface NodeRecord extends OomRanking {
  readonly time: string;
  /** The pod that the kubelet would evict first for memory; absent where it finds none. */
  readonly evictedFirst?: PodName;
  /** Who acts first while memory falls; null where one observation is all there is. */
  readonly race: Race | null;
}

/** `decision` is ranked by memory. */
export function nodeRecord(decision: Decision, ranking: OomRanking, race: Race | null): NodeRecord {
  const evicted = decision.ranking?.find(({ skipped }) => skipped === undefined);
  return {
    time: decision.time,
    ...(evicted === undefined
      ? {}
      : {
          evictedFirst: { namespace: evicted.namespace, name: evicted.name, uid: evicted.uid },
        }),
    race,
    ...ranking,
  };
}
