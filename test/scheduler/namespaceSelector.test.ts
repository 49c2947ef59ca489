/** Whom a pod's own terms of affinity mean, by release: from the sources of InterPodAffinity. */
import { expect, test } from "vitest";
import { SchedulerAction } from "../../assembly/abi.ts";
import { loadModule } from "../../hosts/system/modules.ts";
import { ClusterModule } from "./schedulerModule.ts";

const cluster = new ClusterModule(await loadModule("scheduler"));
const encoder = new TextEncoder();
const { Scheduled, Unschedulable } = SchedulerAction;

/** A pod of namespace prod that stays away from pods of the namespaces that are selected. */
function decided(release: string, matchExpressions: readonly object[]): number {
  cluster.call("clear");
  const give = (verb: string, document: object) =>
    cluster.give(verb, encoder.encode(JSON.stringify(document)));
  const topologyKey = "kubernetes.io/hostname";
  const namespace = (name: string) => {
    return { kind: "Namespace", metadata: { name, labels: { env: name } } };
  };
  const term = { topologyKey, labelSelector: {}, namespaceSelector: { matchExpressions } };
  const podAntiAffinity = { requiredDuringSchedulingIgnoredDuringExecution: [term] };
  const pod = (space: string, name: string, spec: object) => {
    return { kind: "Pod", metadata: { namespace: space, name, uid: name }, spec };
  };
  const metadata = { name: "n0", labels: { [topologyKey]: "n0" } };
  const allocatable = { cpu: "4", memory: "8Gi", pods: "10" };
  give("configure", { plimsoll: { kubernetesVersion: release } });
  give("objects", {
    kind: "List",
    items: [
      ...[namespace("dev"), namespace("prod")],
      { kind: "Node", metadata, status: { allocatable } },
      pod("dev", "old", { nodeName: "n0", containers: [{ name: "c" }] }),
      pod("prod", "new", { containers: [{ name: "c" }], affinity: { podAntiAffinity } }),
    ],
  });
  return give("schedule", { namespace: "prod", name: "new" });
}

const NOT_DEV = [{ key: "env", operator: "NotIn", values: ["dev"] }];

test.each([
  ["1.33", "is of the namespaces there are", NOT_DEV, Scheduled],
  ["1.34", "is of every namespace if none needs a label", NOT_DEV, Unschedulable],
  ["1.36", "is of every namespace if none needs a label", NOT_DEV, Unschedulable],
  [
    "1.36",
    "is of those with the label",
    [{ key: "env", operator: "In", values: ["prod"] }],
    Scheduled,
  ],
  ["1.36", "is of those with the label", [{ key: "env", operator: "Exists" }], Unschedulable],
])("to %s a selector of namespaces %s", (release, _, expressions, action) => {
  expect(decided(release, expressions)).toBe(action);
});
