import { type Key, plain, useKeys } from "../../controls/keys.ts";
import type { OpenedCluster } from "./openedCluster.ts";

const KEYS: readonly Key<OpenedCluster>[] = [
  { matches: plain("ArrowLeft"), act: (cluster) => cluster.goBy(-1), isOfSliders: true },
  { matches: plain("ArrowRight"), act: (cluster) => cluster.goBy(1), isOfSliders: true },
  { matches: plain("["), act: (cluster) => cluster.goToEvent(-1), isOfSliders: false },
  { matches: plain("]"), act: (cluster) => cluster.goToEvent(1), isOfSliders: false },
  {
    matches: plain(" "),
    act: ({ playing }) => {
      playing.value = !playing.peek();
    },
    isOfSliders: false,
  },
];

/** What a key does anywhere in the view of a cluster. */
export function useClusterKeys(cluster: OpenedCluster): void {
  useKeys(KEYS, cluster);
}
