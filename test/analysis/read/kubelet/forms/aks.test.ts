import { describe, expect, it } from "vitest";
import { readOne, sentences } from "./reading.ts";

describe("an AKS customKubeletConfig", () => {
  it("has the thresholds of AKS, whose memory depends on the release", () => {
    const text = JSON.stringify({
      cpuCfsQuota: true,
      imageGcHighThreshold: 90,
      imageGcLowThreshold: 70,
      podMaxPids: 4096,
      containerLogMaxSizeMB: 20,
    });
    const loaded = readOne(text);
    expect(loaded.form).toBe("AKS");
    expect(loaded.configuration).toEqual({
      cpuCFSQuota: true,
      imageGCHighThresholdPercent: 90,
      imageGCLowThresholdPercent: 70,
      podPidsLimit: 4096,
      containerLogMaxSize: "20M",
      evictionHard: {
        "memory.available": "100Mi",
        "nodefs.available": "10%",
        "nodefs.inodesFree": "5%",
        "pid.available": "2000",
      },
    });
    expect(sentences(loaded)).toContain("before 1.29 memory.available is 750Mi");
    expect(sentences(loaded)).toContain("kubeReserved");
    const old = readOne(text, { kubeletVersion: "1.28" });
    expect(old.configuration.evictionHard).toMatchObject({ "memory.available": "750Mi" });
  });

  it("may set thresholds itself", () => {
    const { configuration } = readOne(`kubeletConfig:
  podMaxPids: 100
  hardEvictionThreshold: {memoryAvailable: 300Mi}
  softEvictionThreshold: {memoryAvailable: 500Mi}
  softEvictionGracePeriod: {memoryAvailable: 1m30s}
`);
    expect(configuration).toMatchObject({
      evictionHard: { "memory.available": "300Mi", "nodefs.available": "10%" },
      evictionSoft: { "memory.available": "500Mi" },
      evictionSoftGracePeriod: { "memory.available": "1m30s" },
    });
  });
});
