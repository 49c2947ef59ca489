/** Which policy is followed: a kubelet's of some release, or the proposal that they grew from. */
import { behavioursSince } from "../../node/model/behaviour.ts";
import { Behaviour } from "../../node/model/behaviourTable.ts";

export enum Profile {
  Kubelet = 0,
  /** The ranking of the 2016 proposal and the OpenShift 3 documents. Spec 9. */
  Proposal2016 = 1,
}

/** The proposal is about ranking and messages; what is read is what is read today. */
const PROPOSAL_2016: u32 =
  Behaviour.IsolationConfigured | Behaviour.StatusQosClass | Behaviour.PodResourcesRead;

export function behavioursOf(profile: u32, minor: u32): u32 {
  return profile == Profile.Proposal2016 ? PROPOSAL_2016 : behavioursSince(minor);
}
