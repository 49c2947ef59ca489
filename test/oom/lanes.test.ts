/** When kubelet, kernel and killers act as memory falls; expected numbers are computed by hand. */
import { describe, expect, it } from "vitest";
import type { RaceDocument, RaceLane } from "../../analysis/engine/oomRace.ts";
import { engine } from "./module.ts";

const oom = engine();
const MI = 2 ** 20;
const NODE = { capacityBytes: 8000 * MI, cacheBytes: 200 * MI, swapBytes: 0, swapFreeBytes: 0 };

/** 100Mi a second are lost, and 1000Mi are left; the threshold is 100Mi. */
function lanes(
  more: Partial<RaceDocument> = {},
  node: Pick<RaceDocument, "node"> = { node: NODE },
): Readonly<Record<string, RaceLane>> {
  oom.race({
    observations: [
      { time: "2026-11-24T10:00:00Z", availableBytes: 2000 * MI },
      { time: "2026-11-24T10:00:10Z", availableBytes: 1000 * MI },
    ],
    thresholds: [{ limitBytes: 100 * MI, gracePeriodSeconds: 0 }],
    ...node,
    ...more,
  });
  const found = oom.raceReport().lanes ?? [];
  return Object.fromEntries(found.map((lane) => [lane.who, lane]));
}

function spanOf(lane: RaceLane | undefined) {
  return [lane?.earliestMilliseconds, lane?.latestMilliseconds];
}

describe("one race", () => {
  it("has earlyoom first where there is no swap: a tenth of memory is left long before", () => {
    const found = lanes();
    // 200Mi until 800Mi are available; 400Mi with all page cache, and a second between looks.
    expect(spanOf(found.earlyoom)).toEqual([2000, 5000]);
    // The threshold is met after 9 s, and the kubelet looks within ten seconds of that.
    expect(spanOf(found.kubelet)).toEqual([9000, 19_000]);
    expect(spanOf(found.kernel)).toEqual([10_000, 12_000]);
    expect(Object.keys(found)).toEqual([
      ...["systemd-oomd, pressure", "oomd", "earlyoom", "kubelet", "kernel", "systemd-oomd, swap"],
    ]);
  });

  it("never has the swap monitor of systemd-oomd act without swap", () => {
    expect(spanOf(lanes()["systemd-oomd, swap"])).toEqual([undefined, undefined]);
    expect(lanes()["systemd-oomd, swap"]?.sentence).toBe("never acts without swap");
  });

  it("does not say when either acts that waits for swap", () => {
    const swap = { swapBytes: 1000 * MI, swapFreeBytes: 1000 * MI };
    const found = lanes({ node: { ...NODE, ...swap } });
    expect(spanOf(found.earlyoom)).toEqual([2000, undefined]);
    expect(found.earlyoom?.sentence).toContain("and of swap, of which more is free");
    // The kernel may first fill it.
    expect(spanOf(found.kernel)).toEqual([10_000, 22_000]);
    const low = lanes({ node: { ...NODE, ...swap, swapFreeBytes: 100 * MI } });
    expect(spanOf(low["systemd-oomd, swap"])).toEqual([2000, 4250]);
  });

  it("says that swap is not known where nothing does", () => {
    const found = lanes({ node: { capacityBytes: 8000 * MI, cacheBytes: 0 } });
    expect(spanOf(found.earlyoom)).toEqual([2000, undefined]);
    expect(found.earlyoom?.sentence).toContain("which is not known here");
  });

  // Specification 6.2.3: 28 s after a total stall begins, with Debian's settings.
  it("does not say when pressure acts: 28 s after a stall that may have begun", () => {
    const lane = lanes()["systemd-oomd, pressure"];
    expect(spanOf(lane)).toEqual([0, undefined]);
    expect(lane?.sentence).toContain("28s after a total stall begins");
  });

  // Specification 6.1: it looks every 5 s, and acts by its rules.
  it("does not say when oomd acts, which goes by rulesets of its own", () => {
    const lane = lanes().oomd;
    expect(spanOf(lane)).toEqual([0, undefined]);
    expect(lane?.sentence).toContain("looks every 5s, and acts by rulesets of its own");
  });

  it("begins with the throttling of a pod that grows", () => {
    const throttle = { highBytes: 900 * MI, firstBytes: 400 * MI, secondBytes: 800 * MI };
    expect(spanOf(lanes({ throttle })["memory.high"])).toEqual([2500, 2500]);
    const above = { ...throttle, secondBytes: 950 * MI };
    expect(spanOf(lanes({ throttle: above })["memory.high"])).toEqual([0, 0]);
  });

  it("has no lanes where memory does not fall, or the node is not known", () => {
    const still = [
      { time: "2026-11-24T10:00:00Z", availableBytes: 1000 * MI },
      { time: "2026-11-24T10:00:10Z", availableBytes: 1000 * MI },
    ];
    expect(lanes({ observations: still })).toEqual({});
    expect(lanes({}, {})).toEqual({});
  });
});
