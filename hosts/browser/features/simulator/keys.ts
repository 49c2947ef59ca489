import { useEffect } from "preact/hooks";
import { isCombined, isTaken } from "../../shell/keys.ts";
import type { OpenedCluster } from "./openedCluster.ts";

interface Key {
  readonly act: (cluster: OpenedCluster) => void;
  readonly isOfSliders: boolean;
}

const KEYS: Readonly<Record<string, Key>> = {
  ArrowLeft: { act: (cluster) => cluster.goBy(-1), isOfSliders: true },
  ArrowRight: { act: (cluster) => cluster.goBy(1), isOfSliders: true },
  "[": { act: (cluster) => cluster.goToEvent(-1), isOfSliders: false },
  "]": { act: (cluster) => cluster.goToEvent(1), isOfSliders: false },
  " ": {
    act: ({ playing }) => {
      playing.value = !playing.peek();
    },
    isOfSliders: false,
  },
};

/** What a key does anywhere in the view of a cluster. */
export function useClusterKeys(cluster: OpenedCluster): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isCombined(event)) return;
      if (document.querySelector("dialog[open]") !== null) return;
      const key = KEYS[event.key];
      const focused = event.target instanceof Element ? event.target : null;
      if (key === undefined || isTaken(key, event, focused)) return;
      event.preventDefault();
      key.act(cluster);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [cluster]);
}
