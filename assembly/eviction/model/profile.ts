/** Which policy is followed: a kubelet's of some release, or the proposal that they grew from. */
import { behaviorsOfRelease } from "../../node/model/releaseTable.ts";
import { PROFILE_BEHAVIORS } from "./profileTable.ts";

export function behaviorsOf(profile: u32, minor: i32): u32 {
  const own = unchecked(PROFILE_BEHAVIORS[profile]);
  return own != 0 ? own : behaviorsOfRelease(minor);
}
