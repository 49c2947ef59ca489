import { PodChanges } from "./podChanges.ts";

/** Pods that are changed. */
export const pods = { model: PodChanges };
