/**
 * The memory that containers and pods request, as it is allocated to them: kubelets that resize
 * pods in place know the request of the spec only once there is room for it. Spec 4.4.
 */
import { copyQuantity, Quantity, subtractQuantity } from "../../base/kubernetes/quantity.ts";
import { behavesAs } from "../../node/model/behavior.ts";
import { Container, ContainerFlag, containerHas } from "../../node/model/container.ts";
import { Pod, PodFlag, podHas } from "../../node/model/pod.ts";
import { Behavior } from "../../node/model/releaseTable.ts";

function isAllocated(container: Container): bool {
  return behavesAs(Behavior.InPlaceResize) && containerHas(container, ContainerFlag.Allocated);
}

export function requestsMemory(container: Container): bool {
  const flag = isAllocated(container) ? ContainerFlag.AllocatedMemory : ContainerFlag.MemoryRequest;
  return containerHas(container, flag);
}

export function memoryRequestOf(container: Container): Quantity {
  return isAllocated(container) ? container.allocatedMemory : container.memoryRequest;
}

const withoutOverhead: Quantity = changetype<Quantity>(memory.data(48, 16));

/** The memory request of a pod with resources of its own; valid until the next call. */
export function podMemoryRequestOf(pod: Pod): Quantity {
  const isResized = behavesAs(Behavior.PodLevelResize) && podHas(pod, PodFlag.AllocatedMemory);
  if (!isResized) return pod.podMemoryRequest;
  copyQuantity(withoutOverhead, pod.allocatedMemory);
  subtractQuantity(withoutOverhead, pod.overheadMemory);
  return withoutOverhead;
}
