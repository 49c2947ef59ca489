import { describe, expect, it, onTestFinished } from "vitest";
import type { Decision, ThresholdArithmetic } from "../../../../analysis/engine/decision.ts";
import { notifierUsageBytes, UsageSensor } from "../../../../hosts/daemon/cgroup/usageSensor.ts";
import { HandClock } from "./handClock.ts";

const GI = 2n ** 30n;

function memoryOf(usage: bigint, workingSet: bigint, limit: bigint | null) {
  const bytes = { usageBytes: usage, workingSetBytes: workingSet, limitBytes: limit };
  return { ...bytes, rssBytes: 0n, requestBytes: 0n };
}

describe("where the kubelet's notifier is armed", () => {
  it.each([
    { available: 3n, usage: 2n, workingSet: 1n, threshold: 1n, armed: 4n },
    { available: 4n, usage: 3n, workingSet: 1n, threshold: 1n, armed: 6n },
    { available: 1n, usage: 7n, workingSet: 7n, threshold: 1n, armed: 7n },
  ])(
    "$available Gi available, $usage used, $workingSet in the working set: $armed Gi of usage",
    ({ available, usage, workingSet, threshold, armed }) => {
      const memory = memoryOf(usage * GI, workingSet * GI, (available + workingSet) * GI);
      expect(notifierUsageBytes(memory, threshold * GI)).toBe(armed * GI);
    },
  );

  it("is nowhere without a capacity", () =>
    expect(notifierUsageBytes(memoryOf(GI, GI, null), GI)).toBeNull());
});

describe("the sensor of memory usage", () => {
  const decisionWith = (...thresholds: Partial<ThresholdArithmetic>[]) =>
    ({ thresholds }) as unknown as Decision;

  async function sensing() {
    const clock = new HandClock();
    let usage = 2n * GI;
    let notified = 0;
    const readers = { "memory.available": () => memoryOf(usage, usage - GI, 4n * GI) };
    const sensor = new UsageSensor({ readers, clock, periodMilliseconds: 250 });
    onTestFinished(() => sensor.close());
    sensor.watch(() => {
      notified += 1;
    });
    return {
      sensor,
      notified: () => notified,
      use: async (bytes: bigint) => {
        usage = bytes;
        await clock.forward(250);
      },
    };
  }
  const hard = { signal: "memory.available", limit: Number(GI), met: false } as const;

  it("tells once when usage crosses the point, and again only after the next step", async () => {
    const { sensor, notified, use } = await sensing();
    sensor.observed(decisionWith(hard));
    await use(4n * GI);
    expect(notified()).toBe(0);
    await use(4n * GI + 1n);
    expect(notified()).toBe(1);
    await use(6n * GI);
    expect(notified()).toBe(1);
    await use(2n * GI);
    sensor.observed(decisionWith(hard));
    await use(5n * GI);
    expect(notified()).toBe(2);
  });

  it("is armed for the nearest of several thresholds, and not for one that is met", async () => {
    const { sensor, notified, use } = await sensing();
    const soft = { ...hard, limit: Number(2n * GI) };
    sensor.observed(decisionWith({ ...soft, met: true }, hard));
    await use(3n * GI + 1n);
    expect(notified()).toBe(0);
    await use(2n * GI);
    sensor.observed(decisionWith(hard, soft));
    await use(3n * GI + 1n);
    expect(notified()).toBe(1);
  });

  it("leaves alone what is not measured as memory, and what has no limit yet", async () => {
    const { sensor, notified, use } = await sensing();
    sensor.observed(
      decisionWith({ ...hard, signal: "nodefs.available" }, { signal: "memory.available" }),
    );
    await use(100n * GI);
    expect(notified()).toBe(0);
  });
});
