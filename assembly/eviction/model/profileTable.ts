/**
 * The policies to choose from. Spec 9.
 * Written by tools/contract.mjs from contract/; change it there.
 */
import { Behavior } from "../../node/model/releaseTable.ts";

export const PROFILE_COUNT: u32 = 2;

/** By number; the first is the default. */
export const PROFILE_NAMES: StaticArray<string> = [
  "kubelet",
  "proposal-2016",
];

/** The behaviors of a profile, or 0: those of the release that is followed. */
export const PROFILE_BEHAVIORS: StaticArray<u32> = [
  0,
  Behavior.IsolationConfigured | Behavior.StatusQosClass | Behavior.PodResourcesRead,
];
