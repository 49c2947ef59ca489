import type { AdmissionEngine } from "../../engine/admissionEngine.ts";
import type { Decision } from "../../engine/decision.ts";
import type { MemoryQos } from "../../engine/memoryQos.ts";
import { admittingNode } from "../admit/admittingNode.ts";
import { type AdmissionSubject, podsOf } from "../admit/nodeAdmission.ts";
import { askMemoryQos } from "../memoryQos/asked.ts";

/** What Memory QoS does to a node's pods at one step; null also where the gate is off. */
export function nodeMemoryQos(
  { node, nodeObject, kubelet, configuration }: AdmissionSubject,
  decision: Decision,
  podList: Uint8Array | null,
  engine: AdmissionEngine,
): MemoryQos | null {
  if (podList === null) return null;
  const place = admittingNode(node, decision, configuration);
  const found = nodeObject ?? place?.document ?? null;
  const pods = podsOf(decision, podList);
  const answer = askMemoryQos({ kubelet, configuration, node: found, pods }, engine);
  return answer?.enabled === true ? answer : null;
}
