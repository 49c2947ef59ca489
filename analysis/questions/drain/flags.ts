import type { DrainRequest } from "../../engine/drain.ts";

/** A flag of `kubectl drain`, as a member of a request. */
export type DrainFlag = Extract<
  keyof DrainRequest,
  "ignoreDaemonSets" | "deleteEmptyDir" | "force"
>;

/** kubectl's flags, as its refusals name them, and what its help says of them. */
export const DRAIN_FLAGS: readonly (readonly [flag: string, member: DrainFlag, cost: string])[] = [
  ["--ignore-daemonsets", "ignoreDaemonSets", "DaemonSet-managed pods stay on the node."],
  [
    "--delete-emptydir-data",
    "deleteEmptyDir",
    "The data of emptyDir volumes is deleted with the pods.",
  ],
  ["--force", "force", "Pods that declare no controller are deleted, and nothing creates others."],
];
