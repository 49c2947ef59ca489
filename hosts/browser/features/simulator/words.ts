/** What the page says of clusters. */
import { notLoadedText } from "../../state/words.ts";

export const VIEW_NOT_LOADED = notLoadedText("The view of clusters");
export const SIMULATOR_NOT_LOADED = notLoadedText("The simulator");
export const SIMULATING = "Simulating the cluster…";
export const NOT_SIMULATED = "The cluster is not simulated";
export const ASKING_KUBELET = "Asking the kubelet…";
export const ASKING_SCHEDULER = "Asking the scheduler…";
export const NOT_SCENARIO = "Not the scenario:";
export const NO_NODE =
  "The objects contain no Node; drop the output of: kubectl get nodes,pods,pdb -A -o json";
export const NO_SCENARIO =
  "The objects contain requests, but no usage. Drop a scenario.yaml with the usage of workloads " +
  "together with the objects to see which pods are evicted.";
export const SCENARIO_ALONE =
  "The scenario lacks the objects of its cluster. Drop them too, the output of: kubectl get " +
  "nodes,pods,deployments,replicasets,statefulsets,daemonsets,jobs -A -o json";
export const NODE_TO_DRAIN = "Node to drain";
export const DRAIN_FLAGS_LEGEND = "Flags of kubectl drain";
export const EVENTS = "Events";
export const PROOF = "Proof";
export const PROOF_MEANING = "two equal states: everything between them repeats";
export const FIXES = "Fixes";
export const COPY = "Copy kubectl";
export const CHANGES_TRIED = "Changes are tried";
export const THROUGH_SCENARIO = "Move through the scenario";
export const SCENARIO_TIME = "Time of the scenario";

export function fixText(number: number, steps: number): string {
  return `Fix ${number}, in ${steps} steps`;
}

export function noClusterText(name: string): string {
  return `This page has no cluster "${name}"; choose one among the examples.`;
}

export function noMomentText(address: string, name: string): string {
  return `"${address}" in the address names no moment; ${name} is shown as it begins.`;
}

export function noChangeText(change: number, of: number): string {
  return `The address tries change ${change + 1} of ${of}; choose one.`;
}
