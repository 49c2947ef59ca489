import { describe, expect, it } from "vitest";
import { readAll, readOne, sentences } from "./reading.ts";

describe("a kops Cluster", () => {
  const cluster = (spec: string) =>
    `apiVersion: kops.k8s.io/v1alpha2
kind: Cluster
metadata: {name: c.example}
spec:
${spec}`;
  const group = (name: string, role: string, kubelet: string) =>
    `---
apiVersion: kops.k8s.io/v1alpha2
kind: InstanceGroup
metadata: {name: ${name}}
spec:
  role: ${role}
  kubelet: ${kubelet}
`;

  it("has the thresholds of kops, and its own as the text of a flag", () => {
    const loaded = readOne(cluster("  kubelet: {anonymousAuth: false, maxPods: 150}\n"));
    expect(loaded.configuration).toEqual({
      evictionHard: {
        "memory.available": "100Mi",
        "nodefs.available": "10%",
        "nodefs.inodesFree": "5%",
        "imagefs.available": "10%",
        "imagefs.inodesFree": "5%",
      },
      maxPods: 150,
    });
    expect(sentences(loaded)).toContain("kops sets evictionHard memory.available=100Mi");
    const own = readOne(
      cluster(`  kubelet:
    evictionHard: memory.available<1Gi,nodefs.available<5%
    evictionSoft: memory.available<2Gi
    evictionSoftGracePeriod: memory.available=30s
    evictionMinimumReclaim: ""
    enforceNodeAllocatable: pods,kube-reserved
    featureGates: {UserNamespacesSupport: "true"}
`),
    );
    expect(own.configuration).toEqual({
      evictionHard: { "memory.available": "1Gi", "nodefs.available": "5%" },
      evictionSoft: { "memory.available": "2Gi" },
      evictionSoftGracePeriod: { "memory.available": "30s" },
      evictionMinimumReclaim: {},
      enforceNodeAllocatable: ["pods", "kube-reserved"],
      featureGates: { UserNamespacesSupport: true },
    });
  });

  it("is one configuration for each of its InstanceGroups", () => {
    const all = readAll(
      cluster(`  kubelet: {evictionHard: memory.available<1Gi}
  masterKubelet: {evictionHard: memory.available<2Gi}
`) +
        group("nodes", "Node", "{evictionMaxPodGracePeriod: 30}") +
        group("masters", "Master", "{}"),
    );
    expect(all.map(({ part, configuration }) => [part, configuration])).toEqual([
      [
        "InstanceGroup nodes",
        { evictionHard: { "memory.available": "1Gi" }, evictionMaxPodGracePeriod: 30 },
      ],
      ["InstanceGroup masters", { evictionHard: { "memory.available": "2Gi" } }],
    ]);
    expect(sentences(readOne(group("nodes", "Node", "{}").slice(4)))).toContain(
      "it lacks the Cluster",
    );
  });
});
