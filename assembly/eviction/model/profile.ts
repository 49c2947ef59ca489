/** Which policy is followed: a kubelet's of some release, or the proposal that they grew from. */
import { behavioursSince } from "../../node/model/behaviour.ts";
import { PROFILE_BEHAVIOURS } from "./profileTable.ts";

export function behavioursOf(profile: u32, minor: u32): u32 {
  const own = unchecked(PROFILE_BEHAVIOURS[profile]);
  return own != 0 ? own : behavioursSince(minor);
}
