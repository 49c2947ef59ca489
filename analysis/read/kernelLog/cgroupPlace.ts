/** Whose cgroup it is: the pod and the container, with names where the list of pods has them. */
import type { ListedPods } from "./listedPods.ts";
import { podOfCgroup } from "./podCgroup.ts";

export interface CgroupPod {
  readonly uid?: string;
  readonly namespace?: string;
  readonly name?: string;
}

export interface CgroupContainer {
  readonly id: string;
  readonly runtime?: string;
  readonly name?: string;
}

export interface CgroupPlace {
  readonly pod?: CgroupPod;
  readonly container?: CgroupContainer;
}

/** Empty for a cgroup of no pod. */
export function placeOfCgroup(cgroup: string, listed: ListedPods): CgroupPlace {
  const found = podOfCgroup(cgroup);
  if (found === null) return {};
  const named = listed.named(found);
  const { uid, containerId, runtime } = found;
  return {
    ...(named === null && uid === undefined
      ? {}
      : { pod: { ...(uid === undefined ? {} : { uid }), ...named?.pod } }),
    ...(containerId === undefined
      ? {}
      : {
          container: {
            id: containerId,
            ...(runtime === undefined ? {} : { runtime }),
            ...(named?.container === undefined ? {} : { name: named.container }),
          },
        }),
  };
}
