/** The pods and nodes of a cluster's objects, as captures are compared with them. */
import type { ObjectTree } from "../../cluster/change.ts";
import { memberAt } from "../../configuration/members.ts";
import { type KnownPods, namesByUid } from "./recordedNode.ts";
import { podKey } from "./summary.ts";

export function podsAmong(objects: readonly ObjectTree[]): KnownPods {
  const pods = objects.filter(({ kind }) => kind === "Pod");
  const containers = pods.map((pod): [string, ReadonlySet<string>] => {
    const key = podKey(memberAt(pod, "metadata", "namespace"), memberAt(pod, "metadata", "name"));
    return [key, namesOf(memberAt(pod, "spec", "containers"))];
  });
  return { containers: new Map(containers), byUid: namesByUid(pods) };
}

export function nodesAmong(objects: readonly ObjectTree[]): ReadonlySet<string> {
  const nodes = objects.filter(({ kind }) => kind === "Node");
  return new Set(nodes.map((node) => String(memberAt(node, "metadata", "name"))));
}

function namesOf(list: unknown): ReadonlySet<string> {
  const names = (Array.isArray(list) ? list : []).map((each) => memberAt(each, "name"));
  return new Set(names.filter((name) => typeof name === "string"));
}
