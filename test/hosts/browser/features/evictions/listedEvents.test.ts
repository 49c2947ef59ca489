import { expect, it } from "vitest";
import { listedEvents } from "../../../../../hosts/browser/features/evictions/listedEvents.ts";
import type { DecidedEviction } from "../../../../../hosts/browser/session/protocol.ts";

const POD = { namespace: "shop", name: "cart", uid: "1" };
const TIMELINE = {
  conditions: new Uint8Array(9),
  acts: new Uint8Array(9),
  events: [{ step: 5, signal: "memory.available" as const, reclaim: [], evicted: [POD] }],
};

it.each([null, "agrees", "other", "none"] as const)(
  "a recorded eviction that the policy makes at another step (%s) has one row, as recorded",
  (policy) => {
    const recorded = [
      { step: 4, pod: POD, eviction: null, policy },
    ] as unknown as DecidedEviction[];
    const listed = listedEvents(TIMELINE, null, recorded);
    expect(listed.map(({ step, is }) => [step, is])).toEqual([[4, "recorded"]]);
  },
);

it("a pod that only the policy evicts is marked where the capture records another", () => {
  const other = { ...POD, name: "web", uid: "2" };
  const recorded = [
    { step: 4, pod: other, eviction: null, policy: "agrees" },
  ] as unknown as DecidedEviction[];
  const listed = listedEvents(TIMELINE, null, recorded);
  expect(listed.map(({ step, is, isPolicyOnly = false }) => [step, is, isPolicyOnly])).toEqual([
    [4, "recorded", false],
    [5, "eviction", true],
  ]);
});
