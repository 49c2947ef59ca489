/** The class the kubelet takes a pod for: the one its status states, or the one it computes. */
import { equalAscii } from "../../base/text.ts";
import { Pod } from "../../objects/model/pod.ts";
import { textAt, textSize } from "../../objects/model/text.ts";
import { ClassRule, QosClass, qosClassOf } from "../../objects/requests/qosClass.ts";
import { behavesAs } from "./kubelet.ts";
import { Behavior } from "./releaseTable.ts";

/** A class that the kubelet does not know: such a pod is never preempted. */
export const OTHER_CLASS: u32 = 3;

const QOS_NAMES: StaticArray<string> = ["BestEffort", "Burstable", "Guaranteed"];

export function qosOf(pod: Pod, spec: u32): u32 {
  if (pod.qosClass == 0) return qosClassOf(spec, classRules());
  for (let qos: u32 = QosClass.BestEffort; qos <= u32(QosClass.Guaranteed); qos++) {
    if (equalAscii(textAt(pod.qosClass), textSize(pod.qosClass), qosName(qos))) return qos;
  }
  return OTHER_CLASS;
}

function classRules(): u32 {
  let rules: u32 = behavesAs(Behavior.PodLevelResources) ? ClassRule.PodLevelResources : 0;
  if (behavesAs(Behavior.EmptyPodResourcesIgnored)) rules |= ClassRule.EmptyIgnored;
  return behavesAs(Behavior.ClassByContainer) ? rules | ClassRule.ByContainer : rules;
}

export function qosName(qos: u32): string {
  return unchecked(QOS_NAMES[qos]);
}
