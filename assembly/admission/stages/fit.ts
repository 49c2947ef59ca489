/** The node with the pods on it, as the filters read it. */
import { Status } from "../../abi.ts";
import { fail } from "../../base/json/failure.ts";
import { addPod, noteScalars, startRequests, startScalars } from "../../filters/nodeRequests.ts";
import { startUses, useAt, useOf } from "../../filters/uses.ts";
import { nodeAt } from "../../objects/model/node.ts";
import { podAt } from "../../objects/model/pod.ts";
import { NO_ROW } from "../../objects/model/table.ts";
import { ObjectsReason } from "../../objects/reasons.ts";
import { RequestRule } from "../../objects/requests/podRequests.ts";
import { behavesAs } from "../model/kubelet.ts";
import { Behavior } from "../model/releaseTable.ts";
import { residentAt, residentCount } from "../model/resident.ts";

/** The row of uses for the pod that asks. */
export let asked: u32 = NO_ROW;

/** How this release adds up requests. */
function requestRules(): u32 {
  let rules: u32 = 0;
  if (behavesAs(Behavior.InPlaceResize)) rules |= RequestRule.UseStatus;
  if (behavesAs(Behavior.PodLevelResources)) rules |= RequestRule.PodLevelResources;
  if (behavesAs(Behavior.PodLevelResize)) rules |= RequestRule.UsePodStatus;
  if (behavesAs(Behavior.LargestSum)) rules |= RequestRule.LargestSum;
  return rules;
}

/** Puts the residents on the node; `spec` is that of the pod that asks. False on a failure. */
export function addResidents(node: u32, spec: u32): bool {
  startUses(requestRules(), false, behavesAs(Behavior.SidecarPorts));
  if (!startRequests() || !noteScalars(nodeAt(node).scalars)) return refuse();
  // The new pod has no status, so its requests count as they are.
  asked = useOf(spec, 0);
  if (asked == NO_ROW || !noteScalars(useAt(asked).scalars)) return refuse();
  for (let index: u32 = 0; index < residentCount; index++) {
    const resident = residentAt(index);
    const use = useOf(resident.spec, podAt(resident.pod).status);
    if (use == NO_ROW || !noteScalars(useAt(use).scalars)) return refuse();
    podAt(resident.pod).use = use + 1;
  }
  if (!startScalars()) return false;
  for (let index: u32 = 0; index < residentCount; index++) {
    const row = residentAt(index).pod;
    podAt(row).nextWithPorts = 0;
    if (!addPod(row, node)) return false;
  }
  return true;
}

function refuse(): bool {
  fail(Status.TableFull, ObjectsReason.Resources, 0);
  return false;
}
