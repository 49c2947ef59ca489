import { describe, expect, test } from "vitest";
import { AdmissionEngine } from "../../../../analysis/engine/admissionEngine.ts";
import { askExamples } from "../../../../analysis/questions/memoryQos/asked.ts";
import {
  exampleBlocks,
  memoryQosSections,
} from "../../../../analysis/questions/memoryQos/words.ts";
import { loadModule } from "../../../../hosts/system/modules.ts";

const engine = new AdmissionEngine(await loadModule("admission"));
const GIB = 2 ** 30;
const TIERED = {
  featureGates: { MemoryQoS: true },
  memoryThrottlingFactor: 0.9,
  memoryReservationPolicy: "TieredReservation",
};

function sentences(kubelet: string, configuration: object, allocatable?: number) {
  const qos = askExamples(kubelet, JSON.stringify(configuration), allocatable, engine);
  return qos === null ? null : JSON.stringify(exampleBlocks(qos));
}

describe("what a configuration does to memory", () => {
  test("is throttling between request and limit, and protection by class", () => {
    const text = sentences("v1.37.2", TIERED, 8 * GIB);
    expect(text).toContain("those of Burstable pods while the kernel finds other memory");
    expect(text).toContain(
      "requests 1Gi with a limit of 4Gi: protected if possible; throttled above 3788Mi",
    );
    expect(text).toContain("a BestEffort container: not protected; throttled above 7372Mi");
  });

  test("is protection in vain where kubepods lacks memory.low", () => {
    expect(sentences("v1.36.4", TIERED, 8 * GIB)).toContain(
      "memory.low of Burstable pods has no effect: kubelet 1.36 does not set it on kubepods",
    );
  });

  test("is said not to be known for containers without a limit on a node of unknown size", () => {
    expect(sentences("v1.36.4", TIERED)).toContain(
      "throttled at a share of the node's memory, which is not known here",
    );
  });

  test("is nothing by default, though the feature is on", () => {
    const text = sentences("v1.37.2", {});
    expect(text).toContain("Nothing is throttled: memoryThrottlingFactor is not set.");
    expect(text).toContain("memoryReservationPolicy is None");
    expect(text).not.toContain("a BestEffort container");
  });

  test("is off where the gate is, and no question before the feature came", () => {
    expect(sentences("v1.36.4", {})).toContain("Off: the feature gate MemoryQoS is not on");
    expect(sentences("v1.21.0", {})).toBeNull();
  });
});

test("a node's answer begins with the limits of the pod in question", () => {
  const qos = askExamples("v1.37.2", JSON.stringify(TIERED), 8 * GIB, engine);
  const [section] = memoryQosSections(qos, "0");
  const [list, rows] = section?.blocks ?? [];
  expect(JSON.stringify(list)).toMatch(/^{"is":"list","items":\["As container c grows: throttled/);
  expect(JSON.stringify(rows)).toContain('{"bytes":3972841472}');
  expect(JSON.stringify(rows)).toContain("does not promise the order");
});
