/** The release of the scheduler that is followed, and its behaviors. */
import { RequestRule } from "../../objects/requests/podRequests.ts";
import { Behavior, behaviorsOfRelease } from "./releaseTable.ts";

@unmanaged
export class Release {
  minor: i32;
  /** Bits of `Behavior`. */
  behaviors: u32;
  /** `RequestRule` flags, for placed pods. */
  requestRules: u32;
}

export const release = changetype<Release>(memory.data(16, 4));

export function setRelease(minor: i32): void {
  release.minor = minor;
  release.behaviors = behaviorsOfRelease(minor);
  let rules: u32 = 0;
  if (behavesAs(Behavior.InPlaceResize)) rules |= RequestRule.UseStatus;
  if (behavesAs(Behavior.PodLevelResources)) {
    rules |= RequestRule.PodLevelResources | RequestRule.PodLevelDefaults;
  }
  if (behavesAs(Behavior.PodLevelResize)) rules |= RequestRule.UsePodStatus;
  if (behavesAs(Behavior.DefaultsWithoutLimits)) rules |= RequestRule.DefaultsWithoutLimits;
  if (behavesAs(Behavior.LargestSum)) rules |= RequestRule.LargestSum;
  release.requestRules = rules;
}

/** @inline */
export function behavesAs(behavior: Behavior): bool {
  return (release.behaviors & behavior) != 0;
}
