/** A Service and a ReplicationController that ask a pod for different values of a label. */
import type { Scenario } from "./scenario.ts";

const FRONT = { app: "cart", tier: "front" };
const BACK = { app: "cart", tier: "back" };

function node(name: string, zone: string) {
  const labels = { "kubernetes.io/hostname": name, "topology.kubernetes.io/zone": zone };
  const status = { allocatable: { cpu: "4", memory: "8Gi", pods: "10" } };
  return { kind: "Node", apiVersion: "v1", metadata: { name, labels }, status };
}

function selecting(kind: string, selector: Record<string, string>) {
  const metadata = { namespace: "shop", name: "cart" };
  return { kind, apiVersion: "v1", metadata, spec: { selector } };
}

function pod(name: string, labels: Record<string, string>, nodeName?: string) {
  const owner = { kind: "ReplicationController", apiVersion: "v1", name: "cart", uid: "cart" };
  const ownerReferences = [{ ...owner, controller: true }];
  const metadata = { namespace: "shop", name, uid: name, labels, ownerReferences };
  const spec = { containers: [{ name: "c", image: "x" }], ...(nodeName ? { nodeName } : {}) };
  return { kind: "Pod", apiVersion: "v1", metadata, spec };
}

export const CONTRADICTING_OWNERS: Omit<Scenario, "release"> = {
  id: "contradicting-owners",
  objects: [
    ...[node("n0", "a"), node("n1", "b")],
    ...[selecting("Service", FRONT), selecting("ReplicationController", BACK)],
    ...[pod("old-0", BACK, "n0"), pod("old-1", BACK, "n0"), pod("new", FRONT)],
  ] as Scenario["objects"],
};
