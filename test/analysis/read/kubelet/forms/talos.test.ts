import { describe, expect, it } from "vitest";
import { readOne, sentences } from "./reading.ts";

describe("a Talos machine configuration", () => {
  const machine = (type: string, kubelet: string) =>
    `version: v1alpha1
machine:
  type: ${type}
  kubelet:
    image: ghcr.io/siderolabs/kubelet:v1.35.0
${kubelet}cluster: {}
`;

  it("is its extraConfig and extraArgs over what Talos reserves", () => {
    const loaded = readOne(
      machine(
        "worker",
        `    extraConfig:
      evictionHard: {memory.available: 500Mi}
    extraArgs:
      eviction-soft: memory.available<1Gi
      feature-gates: [GracefulNodeShutdown=true]
`,
      ),
    );
    expect(loaded.form).toBe("Talos");
    expect(loaded.configuration).toMatchObject({
      evictionHard: { "memory.available": "500Mi" },
      evictionSoft: { "memory.available": "1Gi" },
      featureGates: { GracefulNodeShutdown: true },
      systemReserved: { cpu: "50m", memory: "384Mi", pid: "100", "ephemeral-storage": "256Mi" },
      failSwapOn: false,
    });
    expect(sentences(loaded)).toContain("Talos sets systemReserved cpu=50m");
  });

  it("reserves more on a control plane, and nothing with a configured reservation", () => {
    expect(readOne(machine("controlplane", "")).configuration).toMatchObject({
      systemReserved: { memory: "512Mi" },
    });
    const own = "    extraConfig: {systemReserved: {memory: 1Gi}}\n";
    const { configuration } = readOne(machine("worker", own));
    expect(configuration.systemReserved).toEqual({ memory: "1Gi" });
    expect(configuration).not.toHaveProperty("evictionHard");
  });

  it("may be a KubeletConfig document next to the others", () => {
    const { configuration } = readOne(`apiVersion: v1alpha1
kind: KubeletConfig
image: ghcr.io/siderolabs/kubelet:v1.36.0
config: {evictionHard: {memory.available: 2%}}
---
apiVersion: v1alpha1
kind: HostnameConfig
hostname: worker-1
`);
    expect(configuration).toMatchObject({ evictionHard: { "memory.available": "2%" } });
  });
});
