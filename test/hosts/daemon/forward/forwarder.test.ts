import { describe, expect, it, vi } from "vitest";
import { Forwarder } from "../../../../hosts/daemon/forward/forwarder.ts";
import { StepHistory } from "../../../../hosts/daemon/history/stepHistory.ts";
import { core, firstSteps } from "../server/watch.ts";

describe("a step that is being forwarded", () => {
  it("is tried again although the history has dropped it meanwhile", async () => {
    const steps = await firstSteps(3);
    const history = new StepHistory(core());
    const sent: { time: bigint; summary: Buffer; state: Buffer }[] = [];
    const waiting: (() => void)[] = [];
    const forwarder = new Forwarder({
      history,
      clock: { now: () => 0n, sleep: () => new Promise((resolve) => waiting.push(resolve)) },
      reportError: async () => {},
      node: {
        putPolicy: async () => ({ kind: "taken" }),
        async postSnapshot(record, state) {
          const { time, summary } = record;
          sent.push({ time, summary: Buffer.from(summary ?? []), state: Buffer.from(state) });
          const isFirst = sent.length === 1;
          return isFirst ? { kind: "later", sentence: "It is busy" } : { kind: "taken" };
        },
        close() {},
      },
    });
    for (const step of steps) {
      history.step(step);
      await forwarder.step();
    }
    expect(history.first).toBe(1);
    await vi.waitFor(() => expect(forwarder.failures).toBe(1));
    for (const again of waiting) again();
    await vi.waitFor(() => expect(forwarder.outcomes.done).toBe(steps.length));
    const [first, second] = sent;
    expect(second?.time).toBe(steps[0]?.snapshot.time);
    expect(second?.state.equals(steps[0]?.stateBefore ?? Buffer.of())).toBe(true);
    expect(second?.summary.equals(first?.summary ?? Buffer.of())).toBe(true);
    expect(second?.summary.length).toBeGreaterThan(1000);
  });
});
