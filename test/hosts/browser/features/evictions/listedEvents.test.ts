import { expect, it } from "vitest";
import { listedEvents } from "../../../../../hosts/browser/features/evictions/listedEvents.ts";
import type { DecidedEviction } from "../../../../../hosts/browser/session/protocol.ts";

const POD = { namespace: "shop", name: "cart", uid: "1" };
const TIMELINE = {
  conditions: new Uint8Array(9),
  acts: new Uint8Array(9),
  events: [{ step: 5, signal: "memory.available" as const, reclaim: [], evicted: [POD] }],
};

it.each([
  ["one row until the two are compared", null, [[5, "eviction", false]]],
  ["one row where the policy agrees", "agrees", [[5, "eviction", false]]],
  [
    "two where the policy does otherwise",
    "none",
    [
      [4, "recorded", false],
      [5, "eviction", true],
    ],
  ],
] as const)("a recorded eviction that the policy makes too has %s", (_, policy, rows) => {
  const recorded = [{ step: 4, pod: POD, eviction: null, policy }] as unknown as DecidedEviction[];
  const listed = listedEvents(TIMELINE, null, recorded);
  expect(listed.map(({ step, is, isPolicyOnly = false }) => [step, is, isPolicyOnly])).toEqual(
    rows,
  );
});
