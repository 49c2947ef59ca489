import { describe, expect, it } from "vitest";
import { readOne, sentences } from "./reading.ts";

describe("a k3s or RKE2 config.yaml", () => {
  it("sets two thresholds of its own when no flag does, and none for memory", () => {
    const loaded = readOne('write-kubeconfig-mode: "0644"\ntls-san: [k3s.example]\n');
    expect(loaded.configuration).toEqual({
      evictionHard: { "imagefs.available": "5%", "nodefs.available": "5%" },
      evictionMinimumReclaim: { "imagefs.available": "10%", "nodefs.available": "10%" },
    });
    expect(sentences(loaded)).toContain("memory.available has no threshold");
  });

  it("keeps its minimum reclaim with a flag for the thresholds", () => {
    const loaded = readOne(`kubelet-arg:
  - "eviction-hard=memory.available<500Mi"
kubelet-arg+: ["--kube-reserved=memory=1Gi"]
`);
    expect(loaded.configuration).toEqual({
      evictionHard: { "memory.available": "500Mi" },
      evictionMinimumReclaim: { "imagefs.available": "10%", "nodefs.available": "10%" },
      kubeReserved: { memory: "1Gi" },
    });
    expect(sentences(loaded)).not.toContain("no threshold");
  });
});

describe("an RKE cluster.yml", () => {
  it("is flags alone: no threshold and no enforcement but theirs", () => {
    const loaded = readOne(`nodes:
  - {address: 10.0.0.5, user: rke, role: [worker]}
services:
  kubelet:
    fail_swap_on: false
    extra_args:
      eviction-hard: "memory.available<300Mi,nodefs.available<10%"
`);
    expect(loaded.form).toBe("RKE");
    expect(loaded.configuration).toEqual({
      evictionHard: { "memory.available": "300Mi", "nodefs.available": "10%" },
      enforceNodeAllocatable: [],
    });
    const bare = readOne("nodes: []\nservices: {kubelet: {}}\n");
    expect(bare.configuration).toEqual({ evictionHard: {}, enforceNodeAllocatable: [] });
    expect(sentences(bare)).toContain("memory.available has no threshold");
  });
});
