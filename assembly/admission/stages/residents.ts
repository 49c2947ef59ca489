/** Which pods of the list are on the node, their requests, and what preempting each one frees. */
import { listCount, wordOf } from "../../objects/model/list.ts";
import {
  ContainerStatusFlag,
  ContainerStatusWord,
  Pod,
  PodFlag,
  podAt,
  podHas,
  StatusWord,
} from "../../objects/model/pod.ts";
import { ResourceKind } from "../../objects/model/resourceName.ts";
import { Amounts } from "../../objects/requests/amounts.ts";
import { podRequests, RequestRule } from "../../objects/requests/podRequests.ts";
import { behavesAs } from "../model/kubelet.ts";
import { qosOf } from "../model/qos.ts";
import { Behavior } from "../model/releaseTable.ts";
import {
  addResident,
  isCritical,
  Resident,
  ResidentFlag,
  residentAt,
  residentCount,
  sortResidents,
  startResidents,
} from "../model/resident.ts";
import { allocatedSpec } from "./specs.ts";

/** Lists the pods before row `end` that are alive, but for the one that asks; false on failure. */
export function listResidents(asking: Pod, end: u32): bool {
  if (!startResidents(end)) return false;
  for (let row: u32 = 0; row < end; row++) {
    const pod = podAt(row);
    if (!isActive(pod)) continue;
    if (pod.uid != 0 && pod.uid == asking.uid) continue;
    addResident(row);
  }
  sortResidents();
  for (let index: u32 = 0; index < residentCount; index++) {
    const resident = residentAt(index);
    const pod = podAt(resident.pod);
    resident.spec = allocatedSpec(pod);
    resident.qosClass = qosOf(
      pod,
      behavesAs(Behavior.PreemptsAllocated) ? resident.spec : pod.spec,
    );
    if (isCritical(pod)) resident.flags = ResidentFlag.Critical;
  }
  return true;
}

/**
 * The kubelet asks its pod workers. Documents say the phase, the states of containers, and whether
 * the pod was deleted: it is over when no container runs, and it is in a terminal phase, or was
 * deleted and has statuses.
 */
function isActive(pod: Pod): bool {
  let count: u32 = 0;
  if (pod.status != 0) {
    for (let word = StatusWord.Containers; word <= StatusWord.InitContainers; word++) {
      const statuses = wordOf(pod.status, word);
      count += listCount(statuses);
      if (isAnyRunning(statuses)) return true;
    }
  }
  if (podHas(pod, PodFlag.Terminated)) return false;
  return !podHas(pod, PodFlag.Deleting) || count == 0;
}

function isAnyRunning(statuses: u32): bool {
  for (let index: u32 = 0; index < listCount(statuses); index++) {
    const flags = wordOf(wordOf(statuses, index), ContainerStatusWord.Flags);
    if ((flags & ContainerStatusFlag.Running) != 0) return true;
  }
  return false;
}

/** The requests that a placed pod counts with. */
export function usedBy(resident: Resident): Amounts {
  let rules: u32 = 0;
  if (behavesAs(Behavior.InPlaceResize)) rules |= RequestRule.UseStatus;
  if (behavesAs(Behavior.PodLevelResources)) rules |= RequestRule.PodLevelResources;
  if (behavesAs(Behavior.PodLevelResize)) rules |= RequestRule.UsePodStatus;
  if (behavesAs(Behavior.LargestSum)) rules |= RequestRule.LargestSum;
  return podRequests(resident.spec, podAt(resident.pod).status, rules);
}

/** What preempting a pod frees, as the kubelet computes it; the filters count differently. */
export function measureFreed(resident: Resident): void {
  const isAllocated = behavesAs(Behavior.PreemptsAllocated);
  let rules: u32 = RequestRule.OverheadOnRequests;
  if (isAllocated) rules |= RequestRule.PodLevelAlone;
  else rules |= RequestRule.SidecarsAsInitContainers;
  const spec = isAllocated ? resident.spec : podAt(resident.pod).spec;
  const amounts = podRequests(spec, 0, rules);
  resident.milliCPU = amounts.milliCPU;
  resident.memory = amounts.memory;
  resident.ephemeralStorage = amounts.ephemeralStorage;
  resident.scalars = amounts.scalars;
}

/** How much of a resource preempting a pod frees. */
export function freedOf(resident: Resident, name: u32, kind: ResourceKind): i64 {
  if (kind == ResourceKind.Pods) return 1;
  if (kind == ResourceKind.CPU) return resident.milliCPU;
  if (kind == ResourceKind.Memory) return resident.memory;
  if (kind == ResourceKind.EphemeralStorage) return resident.ephemeralStorage;
  return scalarOf(resident.scalars, name);
}

/** The amount of a scalar resource in a list of them. */
export function scalarOf(scalars: u32, name: u32): i64 {
  for (let index: u32 = 0; index < listCount(scalars); index += 3) {
    if (wordOf(scalars, index) == name) return amountOf(scalars, index);
  }
  return 0;
}

/** The amount that follows the name at `index`. */
export function amountOf(scalars: u32, index: u32): i64 {
  return i64(wordOf(scalars, index + 1)) | (i64(wordOf(scalars, index + 2)) << 32);
}
