/** `oom_score_adj` of a container. Spec 6.2. */
import { quantitySign, quantityValue } from "../../base/kubernetes/quantity.ts";
import { behavesAs } from "../../node/model/behavior.ts";
import { Container, ContainerKind, containerAt } from "../../node/model/container.ts";
import { Pod, PodFlag, podHas, QosClass } from "../../node/model/pod.ts";
import { Behavior } from "../../node/model/releaseTable.ts";
import { memoryRequestOf, podMemoryRequestOf, requestsMemory } from "./allocated.ts";
import { containerMemoryRequest } from "./requests.ts";

const PROTECTED: i64 = -997;
const BEST_EFFORT: i64 = 1000;
/** The lowest a burstable container gets: above what a guaranteed one at its limit scores. */
const BURSTABLE_MIN: i64 = 1000 + PROTECTED;

/** `memoryCapacityBytes` must not be 0. */
export function oomScoreAdj(pod: Pod, container: Container, memoryCapacityBytes: i64): i64 {
  if (podHas(pod, PodFlag.Critical) && isProtected(pod)) return PROTECTED;
  if (pod.qosClass == QosClass.Guaranteed) return PROTECTED;
  if (pod.qosClass == QosClass.BestEffort) return BEST_EFFORT;
  const podLevel = behavesAs(Behavior.PodLevelResources) && podHas(pod, PodFlag.PodLevelRequests);
  const share = podLevel ? unallocatedShare(pod) : 0;
  let score = scoreOf(requestOf(container) + share, memoryCapacityBytes);
  if (container.kind == ContainerKind.Sidecar && behavesAs(Behavior.SidecarScoreBound)) {
    score = min(score, scoreOf(smallestRegularRequest(pod) + share, memoryCapacityBytes));
  }
  if (score < BURSTABLE_MIN) return BURSTABLE_MIN;
  return score == BEST_EFFORT ? BEST_EFFORT - 1 : score;
}

/** Before 1.22, any critical pod. */
function isProtected(pod: Pod): bool {
  return podHas(pod, PodFlag.NodeCriticalClass) || !behavesAs(Behavior.NodeCriticalScore);
}

function scoreOf(requestBytes: i64, memoryCapacityBytes: i64): i64 {
  return 1000 - (1000 * requestBytes) / memoryCapacityBytes;
}

function requestOf(container: Container): i64 {
  return requestsMemory(container) ? quantityValue(memoryRequestOf(container)) : 0;
}

/** What the pod requests beyond its containers, divided among all of them. */
function unallocatedShare(pod: Pod): i64 {
  if (!podHas(pod, PodFlag.PodMemoryRequest) || pod.containerCount == 0) return 0;
  // A request too large for 64 bits has the value 0, and yet is one.
  const requested = podMemoryRequestOf(pod);
  if (quantitySign(requested) == 0) return 0;
  const left = quantityValue(requested) - containerMemoryRequest(pod);
  if (left < 0 && behavesAs(Behavior.ShareAtLeastZero)) return 0;
  return left / i64(pod.containerCount);
}

function smallestRegularRequest(pod: Pod): i64 {
  let smallest: i64 = 0;
  let found: bool = false;
  const end = pod.firstContainer + pod.containerCount;
  for (let index = pod.firstContainer; index < end; index++) {
    const container = containerAt(index);
    if (container.kind != ContainerKind.Regular) continue;
    const request = requestOf(container);
    if (!found || request < smallest) smallest = request;
    found = true;
  }
  return smallest;
}
