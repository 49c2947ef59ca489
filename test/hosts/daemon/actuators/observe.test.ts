import { describe, expect, it } from "vitest";
import type { Decision, Eviction } from "../../../../analysis/engine/decision.ts";
import { OBSERVE } from "../../../../hosts/daemon/actuators/observe.ts";
import type { Act } from "../../../../hosts/daemon/step.ts";

const EVICTION = {
  namespace: "shop",
  name: "cart",
  uid: "u1",
  gracePeriodSeconds: 1,
} as Eviction;
const DECISION = { reclaim: ["containerGC", "imageGC"] } as unknown as Decision;

describe("the observing actuator", () => {
  it("does nothing, and says what another one would do", async () => {
    const { outcome }: Act = { kind: "evict", outcome: await OBSERVE.evict(EVICTION, DECISION) };
    expect(outcome).toEqual({
      done: false,
      sentence: "Observing only: shop/cart would be evicted, grace period 1s.",
    });
    expect(OBSERVE.acts).toBe(false);
  });

  it.each([
    [["MemoryPressure", "PIDPressure"] as const, "MemoryPressure, PIDPressure would be reported"],
    [[], "no condition of pressure would be reported"],
  ])("publishes no condition: %j", async (conditions, deed) => {
    const outcome = await OBSERVE.setNodeConditions(conditions, DECISION);
    expect(outcome).toEqual({ done: false, sentence: `Observing only: ${deed}.` });
  });

  it("reclaims nothing", async () => {
    const { sentence } = await OBSERVE.reclaimNodeLevelResources(DECISION);
    expect(sentence).toContain("would be reclaimed with containerGC, then imageGC");
  });
});
