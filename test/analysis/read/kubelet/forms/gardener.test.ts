import { describe, expect, it } from "vitest";
import { readAll, readOne, sentences } from "./reading.ts";

describe("a Gardener Shoot", () => {
  const shoot = (kubelet: string, workers = "[]") =>
    `apiVersion: core.gardener.cloud/v1beta1
kind: Shoot
metadata: {name: orders}
spec:
  kubernetes:
    version: 1.34.2
    kubelet: ${kubelet}
  provider: {type: aws, workers: ${workers}}
`;

  it("has Gardener's thresholds, hard and soft", () => {
    const loaded = readOne(shoot("{}"));
    expect(loaded).toMatchObject({ form: "Shoot", part: "every worker" });
    expect(loaded.configuration).toMatchObject({
      evictionHard: { "memory.available": "100Mi", "nodefs.available": "5%" },
      evictionSoft: { "memory.available": "200Mi", "imagefs.inodesFree": "10%" },
      evictionSoftGracePeriod: { "memory.available": "1m30s" },
      evictionMinimumReclaim: { "nodefs.inodesFree": "0Mi" },
      evictionPressureTransitionPeriod: "4m0s",
      evictionMaxPodGracePeriod: 90,
      kubeReserved: { cpu: "80m", memory: "1Gi" },
    });
    expect(sentences(loaded)).toContain("Gardener sets evictionHard memory.available=100Mi");
  });

  it("replaces them signal by signal, and all of them for a worker with its own kubelet", () => {
    const all = readAll(
      shoot(
        "{evictionHard: {memoryAvailable: 500Mi, nodeFSAvailable: 7%}, maxPods: 60}",
        "[{name: a}, {name: b, kubernetes: {kubelet: {kubeReserved: {memory: 2Gi}}}}]",
      ),
    );
    expect(all.map(({ part }) => part)).toEqual(["worker a", "worker b"]);
    expect(all[0]?.configuration).toMatchObject({
      evictionHard: {
        "memory.available": "500Mi",
        "nodefs.available": "7%",
        "imagefs.available": "5%",
      },
      maxPods: 60,
    });
    expect(all[1]?.configuration).toMatchObject({
      evictionHard: { "memory.available": "100Mi", "nodefs.available": "5%" },
      kubeReserved: { cpu: "80m", memory: "2Gi" },
    });
    expect(all[1]?.configuration).not.toHaveProperty("maxPods");
  });

  it("leaves a threshold out that depends on the machine, and says so", () => {
    const text = shoot("{evictionHard: {nodeFSAvailable: 7%}}");
    const unknown = readOne(text);
    expect(unknown.configuration.evictionHard).not.toHaveProperty("memory.available");
    expect(sentences(unknown)).toMatch(/1Gi on machines of more than 8Gi and 5% on others/);
    const soft = readOne(shoot("{evictionSoft: {nodeFSAvailable: 12%}}"));
    for (const member of ["evictionSoft", "evictionSoftGracePeriod"]) {
      expect(soft.configuration[member]).not.toHaveProperty("memory.available");
    }
    for (const [memory, threshold] of [
      ["8Gi", "5%"],
      ["16Gi", "1Gi"],
    ] as const) {
      const { configuration } = readOne(text, { capacity: { memory } });
      expect(configuration.evictionHard).toMatchObject({ "memory.available": threshold });
    }
  });
});
