import { expect, test } from "vitest";
import { AdmissionEngine } from "../../analysis/engine/admissionEngine.ts";
import type { MemoryQosQuestion } from "../../analysis/engine/memoryQos.ts";
import { loadModule } from "../../hosts/system/modules.ts";
import { filesOf } from "./compare.ts";

const MIB = 1024 * 1024;
const GIB = 1024 * MIB;
const engine = new AdmissionEngine(await loadModule("admission"));

interface Container {
  readonly request?: string;
  readonly limit?: string;
}

function pod(name: string, { request, limit }: Container, more: object = {}) {
  const resources = {
    ...(request === undefined ? {} : { requests: { memory: request, cpu: "1" } }),
    ...(limit === undefined ? {} : { limits: { memory: limit, cpu: "1" } }),
  };
  const metadata = { name, namespace: "d", uid: name };
  const spec = { containers: [{ name: "c", image: "i", resources }], ...more };
  return { apiVersion: "v1", kind: "Pod", metadata, spec };
}

function ask(pods: readonly object[], question: MemoryQosQuestion) {
  engine.configure();
  engine.objects({ apiVersion: "v1", kind: "PodList", items: pods });
  return engine.memoryQos({ allocatableBytes: 8 * GIB, ...question }).parse();
}

const tiered = { memoryReservationPolicy: "TieredReservation", featureGates: { MemoryQoS: true } };

// V25 of the specification, as the kubelet's own code answers it.
test("throttles in 1.37 before the limit, and BestEffort pods at a share of the node", () => {
  const found = ask([pod("a", { request: "256Mi", limit: "1Gi" }), pod("b", {})], {
    kubeletVersion: "1.37",
    configuration: { memoryThrottlingFactor: 0.9, memoryReservationPolicy: "None" },
  });
  const [a, b] = found.pods;
  expect(filesOf(a?.containers[0] ?? {})).toEqual({
    "memory.min": "0",
    "memory.low": "0",
    "memory.high": "993210368",
    "memory.max": "1073741824",
  });
  expect(b?.containers[0]?.high).toBe(7730937856);
  expect([found.kubepods, found.burstable]).toEqual([{ min: 0, low: 0 }, { low: 0 }]);
});

test("does nothing by default in 1.37, though it is on", () => {
  const found = ask([pod("a", { request: "256Mi", limit: "1Gi" })], { kubeletVersion: "1.37" });
  expect(found).toMatchObject({ enabled: true, reservationPolicy: "None" });
  expect(found.throttlingFactor).toBeUndefined();
  expect(found.pods[0]).toMatchObject({ protection: "none", containers: [{ min: 0, low: 0 }] });
  expect(found.pods[0]?.containers[0]?.high).toBeUndefined();
});

test.each([
  ["1.22", { MemoryQoS: true }, true, 0.8],
  ["1.26", { AllAlpha: true }, true, 0.8],
  ["1.27", { MemoryQoS: true }, true, 0.9],
  ["1.36", {}, false, 0.9],
  ["1.37", { AllBeta: false }, false, undefined],
  ["1.37", { AllBeta: false, MemoryQoS: true }, true, undefined],
])(
  "of %s with %j is on: %s, with the factor %s",
  (kubeletVersion, featureGates, enabled, factor) => {
    const found = ask([], { kubeletVersion, configuration: { featureGates } });
    expect([found.enabled, found.throttlingFactor]).toEqual([enabled, factor]);
  },
);

test("throttled until 1.26 at a share of the limit that is not in pages", () => {
  const limited = pod("a", { request: "256Mi", limit: "1000000001" });
  const configuration = { featureGates: { MemoryQoS: true } };
  const found = ask([limited], { kubeletVersion: "1.26", configuration });
  expect(found.pods[0]?.containers[0]).toMatchObject({ min: 256 * MIB, high: 800000000 });
});

test("protects Burstable pods in 1.36 in vain, since kubepods has no memory.low", () => {
  const pods = [
    pod("a", { request: "1Gi", limit: "2Gi" }),
    pod("g", { request: "1Gi", limit: "1Gi" }),
  ];
  const before = ask(pods, { kubeletVersion: "1.36", configuration: tiered });
  expect(before.pods.map(({ protection }) => protection)).toEqual(["void", "hard"]);
  expect([before.kubepods, before.burstable]).toEqual([{ min: 2 * GIB }, { low: GIB }]);
  const after = ask(pods, { kubeletVersion: "1.37", configuration: tiered });
  expect(after.pods.map(({ protection }) => protection)).toEqual(["soft", "hard"]);
  expect(after.kubepods).toEqual({ min: 2 * GIB, low: GIB });
});

// Specification 5.8.2: at 11.1 % over memory.high a batch of 256 KiB waits 0.79 s.
test("says how long a thread sleeps at the limit", () => {
  const configuration = { ...tiered, memoryThrottlingFactor: 0.9 };
  const found = ask([pod("a", { request: "1", limit: "1Gi" })], {
    kubeletVersion: "1.37",
    configuration,
  });
  const container = found.pods[0]?.containers[0];
  expect(container?.sleepMilliseconds).toBeGreaterThanOrEqual(788);
  expect(container?.sleepMilliseconds).toBeLessThanOrEqual(791);
  expect(container?.sentence).toBe(
    "throttled above 921Mi; the kernel kills at 1024Mi, where a thread sleeps " +
      `${container?.sleepMilliseconds} ms for every 256Ki it takes`,
  );
});

test("does not throttle a container without a limit where the node's memory is unknown", () => {
  const question = { kubeletVersion: "1.36", configuration: tiered, allocatableBytes: 0 };
  const found = ask([pod("a", { request: "1Gi" })], question);
  expect(found.allocatableBytes).toBeUndefined();
  expect(found.pods[0]?.containers[0]?.high).toBeUndefined();
});

test.each([
  [{ kubeletVersion: "1.21" }, "kubeletVersion is 1.22 or newer"],
  [{ configuration: { memoryThrottlingFactor: 0 } }, "memoryThrottlingFactor is above 0"],
  [{ configuration: { memoryThrottlingFactor: 1.5 } }, "memoryThrottlingFactor is above 0"],
  [{ configuration: { memoryReservationPolicy: "All" } }, "memoryReservationPolicy is"],
  [{ throttle: 1 } as object, "the members are"],
])("refuses %j", (question, reason) => {
  expect(() => ask([], question)).toThrow(reason);
});
