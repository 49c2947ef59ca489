/** What releases of the scheduler do differently, by their minor versions. */
import { RequestRule } from "../../objects/requests/podRequests.ts";

export const MINOR_MIN: i32 = 31;
export const MINOR_MAX: i32 = 36;
export const MINOR_DEFAULT: i32 = 36;

@unmanaged
export class Release {
  minor: i32;
  /** Of `RequestRule`, for pods that stand. */
  requestRules: u32;
  /** Requests that a spec assumes are rounded container by container. */
  assumesByContainer: bool;
  countsSidecarPorts: bool;
  /** Pods that ask for nothing are not balanced. */
  skipsBestEffort: bool;
  /** Equal totals are told apart by their place in a heap, not by chance. */
  choosesByHeap: bool;
  /** Balance counts by how much a pod changes it. */
  comparesBalance: bool;
  /** A taint that is not tolerated is told by key and value. */
  namesTaints: bool;
  /** Nodes that PreFilter leaves out have a place in the message. */
  countsAbsentNodes: bool;
  /** A pod that asks for more than a node has is not helped there by preemption. */
  tellsUnresolvable: bool;
  /** Victims that are being deleted already are not deleted again. */
  sparesDeleting: bool;
  /** DynamicResources is on, and its PostFilter says that it has nothing to give up. */
  hasDynamicResources: bool;
  /** With nothing else to try, it takes a pod whose back-off has not passed yet. */
  triesDuringBackoff: bool;
}

export const release = changetype<Release>(memory.data(24, 4));

export function setRelease(minor: i32): void {
  release.minor = minor;
  let rules: u32 = 0;
  if (minor >= 33) rules |= RequestRule.UseStatus;
  if (minor >= 34) rules |= RequestRule.PodLevelResources | RequestRule.PodLevelDefaults;
  if (minor >= 36) rules |= RequestRule.UsePodStatus;
  release.requestRules = rules;
  release.assumesByContainer = minor < 32;
  release.countsSidecarPorts = minor >= 33;
  release.skipsBestEffort = minor >= 33;
  release.choosesByHeap = minor >= 35;
  release.comparesBalance = minor >= 36;
  release.namesTaints = minor < 34;
  release.countsAbsentNodes = minor >= 32;
  release.tellsUnresolvable = minor >= 34;
  release.sparesDeleting = minor >= 35;
  release.hasDynamicResources = minor >= 34;
  release.triesDuringBackoff = minor >= 33;
}
