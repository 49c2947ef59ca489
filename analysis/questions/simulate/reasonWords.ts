/** Why an event came, in sentences: who says it, and where its kubelet is asked. */
import type { SimulatorEvent } from "../../engine/simulatorEvent.ts";
import { virtualTime } from "../../text/virtualTime.ts";

export const CHOOSE_EVENT =
  "Choose an event, or a node below its frame, to see what its kubelet decides and why.";
export const REFUSALS_TITLE = "Nodes that cannot take it";
export const REFUSALS_UNKNOWN = "Which nodes these are is not known any more.";
export const NO_POD = "No pod is on the node.";

/** Whose words an event is in. */
const SPEAKERS: Readonly<Partial<Record<SimulatorEvent["kind"], string>>> = {
  Condition: "the kubelet",
  Created: "the controller",
  Evicted: "the kubelet",
  FailedScheduling: "the scheduler",
  Killed: "earlyoom",
  OOMKilled: "the kernel",
  Preempted: "the scheduler",
  Rejected: "the kubelet's admission",
  Restarted: "the kubelet",
  Scheduled: "the scheduler",
  Started: "the kubelet",
  Tainted: "the node lifecycle controller",
  Terminating: "the controller",
  Untainted: "the node lifecycle controller",
};

export function eventSpeaker(kind: SimulatorEvent["kind"]): string {
  return SPEAKERS[kind] ?? "the cluster";
}

export function decidedTitle(node: string, seconds: number): string {
  return `The kubelet of ${node} at ${virtualTime(seconds)}`;
}

/** The command that answers the same. */
export function explainCommand(example: string, node: string, seconds: number): string {
  const at = Number(seconds.toFixed(3));
  return `plimsoll simulate explain --example ${example} --node ${node} --at ${at}s`;
}
