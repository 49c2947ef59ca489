/** The pods and nodes of a cluster's objects, as captures are compared with them. */

import { memberAt } from "../../../read/json/untyped.ts";
import type { ObjectTree } from "../../change/change.ts";
import { type KnownPods, namesByUid } from "./recordedNode.ts";
import { podKey } from "./summary.ts";

export function podsAmong(objects: readonly ObjectTree[]): KnownPods {
  const pods = objects.filter(({ kind }) => kind === "Pod");
  const of = (named: (pod: ObjectTree) => ReadonlySet<string>) =>
    new Map(pods.map((pod) => [keyOf(pod), named(pod)]));
  return {
    containers: of((pod) => namesOf(memberAt(pod, "spec", "containers"))),
    localVolumes: of((pod) => namesOf(memberAt(pod, "spec", "volumes"), isLocalEphemeral)),
    byUid: namesByUid(pods),
  };
}

function keyOf(pod: ObjectTree): string {
  return podKey(memberAt(pod, "metadata", "namespace"), memberAt(pod, "metadata", "name"));
}

/** What lies on the file system of the node: IsLocalEphemeralVolume of the kubelet. */
function isLocalEphemeral(volume: unknown): boolean {
  const emptyDir = memberAt(volume, "emptyDir");
  const isOnDisk = emptyDir !== undefined && memberAt(emptyDir, "medium") !== "Memory";
  const others = [memberAt(volume, "configMap"), memberAt(volume, "gitRepo")];
  return isOnDisk || others.some((other) => other !== undefined);
}

export function nodesAmong(objects: readonly ObjectTree[]): ReadonlySet<string> {
  const nodes = objects.filter(({ kind }) => kind === "Node");
  return new Set(nodes.map((node) => String(memberAt(node, "metadata", "name"))));
}

function namesOf(list: unknown, isMeant = (_: unknown) => true): ReadonlySet<string> {
  const meant = (Array.isArray(list) ? list : []).filter(isMeant);
  const names = meant.map((each) => memberAt(each, "name"));
  return new Set(names.filter((name) => typeof name === "string"));
}
