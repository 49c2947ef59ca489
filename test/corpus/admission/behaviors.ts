/** What a case shows: of the pod that asks, of the node and its pods, and of what came of it. */
import type { Admission } from "../../../analysis/engine/admission.ts";
import type { AdmissionCase } from "../../admission/admissionCase.ts";
import type { Played } from "../../admission/play.ts";
import { isObject, type Json, type JsonObject } from "../../vectors/notation.ts";

const NATIVE: ReadonlySet<string> = new Set(["cpu", "memory", "ephemeral-storage", "pods"]);
const SPEC_MEMBERS = ["affinity", "nodeSelector", "overhead", "tolerations", "os", "resources"];
const CONTAINER_MEMBERS = ["ports", "restartPolicy", "resizePolicy"];
const STATUS_MEMBERS = ["phase", "allocatedResources", "resources", "resize"];
const COUNTED_MAX = 3;

/** All behaviors of a case, in order. */
export function behaviorsOf(asked: AdmissionCase, ours: Played): string[] {
  const found = new Set<string>();
  addPod(found, "pod", asked.pod);
  for (const pod of asked.pods) addPod(found, "resident", pod);
  addNode(found, asked.node);
  found.add(`residents ${counted(asked.pods.length)}`);
  if ("refused" in ours) found.add(`refused ${ours.refused}`);
  else addAnswer(found, ours);
  return [...found].sort();
}

/** Every two behaviors of a case. */
export function pairsOf(behaviors: readonly string[]): string[] {
  return behaviors.flatMap((one, index) =>
    behaviors.slice(index + 1).map((other) => `${one} + ${other}`),
  );
}

function addPod(found: Set<string>, whose: string, pod: Json): void {
  if (!isObject(pod) || !isObject(pod.spec)) return;
  for (const name of SPEC_MEMBERS) if (pod.spec[name] != null) found.add(`${whose} ${name}`);
  const lists: readonly (readonly [string, Json | undefined])[] = [
    ["containers", pod.spec.containers],
    ["initContainers", pod.spec.initContainers],
  ];
  for (const [list, containers] of lists) {
    if (!Array.isArray(containers)) continue;
    found.add(`${whose} ${list} ${counted(containers.length)}`);
    for (const container of containers.filter(isObject)) {
      for (const name of CONTAINER_MEMBERS) {
        if (container[name] != null) found.add(`${whose} ${list} ${name}`);
      }
    }
  }
  if (isObject(pod.status)) addStatus(found, whose, pod.status);
}

function addStatus(found: Set<string>, whose: string, status: JsonObject): void {
  for (const name of STATUS_MEMBERS) {
    const value = status[name];
    if (value != null) found.add(`${whose} ${name}${typeof value === "string" ? ` ${value}` : ""}`);
  }
  const statuses = status.containerStatuses;
  if (!Array.isArray(statuses)) return;
  for (const one of statuses.filter(isObject)) {
    for (const name of STATUS_MEMBERS) if (one[name] != null) found.add(`${whose} actual ${name}`);
  }
}

function addNode(found: Set<string>, node: Json): void {
  if (!isObject(node) || !isObject(node.spec) || !isObject(node.status)) return;
  if (node.spec.taints != null) found.add("node taints");
  if (node.status.features !== undefined) found.add("node features");
  const { conditions } = node.status;
  if (!Array.isArray(conditions)) return;
  for (const one of conditions.filter(isObject)) found.add(`node ${one.type} ${one.status}`);
}

function addAnswer(found: Set<string>, ours: Admission): void {
  const { pod, reason, failures = [], preempted = [], resources = [], wouldAdmit } = ours;
  found.add(ours.admitted ? "admitted" : `rejected ${reason}`);
  found.add(`${pod.critical ? "critical" : "not critical"} ${pod.qosClass}`);
  if (ours.orderDecides) found.add("order decides");
  for (const { filter, resource } of failures) found.add(`${filter} ${kindOf(resource)}`);
  found.add(`failures ${counted(failures.length)}`);
  for (const { resource, requested, used, capacity, fits } of resources) {
    const missing = requested + used - capacity;
    const edge = missing === 0 ? " exactly" : missing === 1 ? " by one" : "";
    found.add(`${kindOf(resource)} ${fits ? "fits" : "is short"}${edge}`);
  }
  found.add(`preempted ${counted(preempted.length)}`);
  for (const { qosClass, critical, choice } of preempted) {
    found.add(`preempted ${critical ? "critical " : ""}${qosClass}`);
    found.add(`required ${counted(choice.required.length)}`);
    if (choice.hasEquals) found.add("preempted one of equals");
    if (choice.distance > 0) found.add("preempted too small alone");
  }
  if (wouldAdmit?.preempting !== undefined) found.add("would preempt");
  if (wouldAdmit?.requests !== undefined) found.add("would fit with less");
}

function kindOf(resource: string | undefined): string {
  if (resource === undefined) return "of the node";
  return NATIVE.has(resource) ? resource : "extended resource";
}

function counted(count: number): string {
  return count > COUNTED_MAX ? "many" : String(count);
}
