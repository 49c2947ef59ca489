import { describe, expect, it } from "vitest";
import { readOne, sentences } from "./reading.ts";

describe("a GKE node system configuration", () => {
  it("has soft thresholds in GKE's spelling over the hard ones that Google documents", () => {
    const loaded = readOne(`kubeletConfig:
  cpuManagerPolicy: static
  evictionSoft: {memoryAvailable: 500Mi, nodefsInodesFree: 10%}
  evictionSoftGracePeriod: {memoryAvailable: 30s, nodefsInodesFree: 1m}
  evictionMinimumReclaim: {memoryAvailable: 2%}
  evictionMaxPodGracePeriodSeconds: 60
linuxConfig:
  sysctl: {net.core.somaxconn: "2048"}
`);
    expect(loaded.form).toBe("GKE");
    expect(loaded.configuration).toEqual({
      evictionHard: { "memory.available": "100Mi", "nodefs.available": "10%" },
      cpuManagerPolicy: "static",
      evictionSoft: { "memory.available": "500Mi", "nodefs.inodesFree": "10%" },
      evictionSoftGracePeriod: { "memory.available": "30s", "nodefs.inodesFree": "1m" },
      evictionMinimumReclaim: { "memory.available": "2%" },
      evictionMaxPodGracePeriod: 60,
    });
    expect(sentences(loaded)).toContain("GKE may set more hard thresholds");
  });
});
