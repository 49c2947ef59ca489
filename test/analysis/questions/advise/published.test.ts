import { describe, expect, it } from "vitest";
import { publishedReservations } from "../../../../analysis/questions/advise/published.ts";

const MIB = 1024 ** 2;
const GIB = 1024 ** 3;

describe("published reservations", () => {
  // GKE and EKS by hand; AKS as its page computes 650 MB for 8 GB and 30 pods.
  it.each([
    ["GKE", { memoryBytes: 600 * MIB, maxPods: 110, cores: 1 }, 255 * MIB, 60],
    ["GKE", { memoryBytes: 8 * GIB, maxPods: 110, cores: 4 }, 1.8 * GIB, 80],
    ["GKE", { memoryBytes: 16 * GIB, maxPods: 110, cores: 2 }, 2.6 * GIB, 70],
    ["GKE", { memoryBytes: 256 * GIB, maxPods: 110, cores: 64 }, 11.88 * GIB, 230],
    ["EKS", { memoryBytes: 8 * GIB, maxPods: 29, cores: 2 }, 574 * MIB, 70],
    ["AKS from 1.29", { memoryBytes: 8e9, maxPods: 30, cores: 2 }, 650e6, 100],
    ["AKS from 1.29", { memoryBytes: 4e9, maxPods: 70, cores: 3 }, 1e9, null],
    ["AKS before 1.29", { memoryBytes: 7 * GIB, maxPods: 30, cores: 2 }, 1.6 * GIB, 100],
  ])("%s on %o are %i bytes", (provider, node, memoryBytes, cpuMillicores) => {
    const row = publishedReservations(node).find((each) => each.provider === provider);
    expect(row).toMatchObject({ memoryBytes: Math.round(memoryBytes), cpuMillicores });
    expect(row?.source).toMatch(/^https:/);
  });
});
