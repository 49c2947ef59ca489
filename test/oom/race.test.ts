/**
 * The kubelet or the kernel: a kubelet looks every 10 s (evictionMonitoringPeriod in
 * pkg/kubelet/kubelet.go) and under cgroup v1 when the kernel notifies it of a threshold
 * (threshold_notifier_linux.go; under v2 the notifier is disabled). Expected numbers are worked out
 * by hand.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EngineError } from "../../analysis/engine/engineError.ts";
import type { Race, RaceDocument } from "../../analysis/engine/oomRace.ts";
import { First, Status } from "../../assembly/abi.ts";
import { engine } from "./module.ts";

const oom = engine();
const MI = 2 ** 20;
const HARD = { limitBytes: 100 * MI, gracePeriodSeconds: 0 };
const SOFT = { limitBytes: 500 * MI, gracePeriodSeconds: 30 };

/** Memory falls from one amount to another within ten seconds. */
function fall(from: number, to: number, more: Partial<RaceDocument> = {}): Race {
  oom.race({
    observations: [
      { time: "2026-11-24T10:00:00Z", availableBytes: from * MI },
      { time: "2026-11-24T10:00:10Z", availableBytes: to * MI },
    ],
    thresholds: [HARD],
    ...more,
  });
  return oom.raceReport();
}

describe("who is first", () => {
  it.each([
    ["the kubelet, at its next look", fall(250, 150), "kubelet", 15_000, 10_000],
    [
      "the kubelet, now, where it evicts in this step",
      fall(160, 60, { evictionGracePeriodSeconds: 1 }),
      "kubelet",
      6_000,
      0,
    ],
    ["the kernel, where nothing is left at the next look", fall(350, 150), "kernel", 7_500, 10_000],
    [
      "the kernel, where the last byte goes with the look",
      fall(300, 150),
      "kernel",
      10_000,
      10_000,
    ],
    [
      "either, where the pod takes longer than memory lasts",
      fall(160, 60, { evictionGracePeriodSeconds: 30 }),
      "either",
      6_000,
      0,
    ],
    ["nobody, where memory comes back", fall(150, 250), "nobody", undefined, undefined],
    ["nobody, where memory stays", fall(150, 150), "nobody", undefined, undefined],
    [
      "the kubelet, at once, by a notification",
      fall(350, 150, { kernelMemcgNotification: true }),
      "kubelet",
      7_500,
      2_500,
    ],
    [
      "the kernel, as cgroup v2 notifies nobody",
      fall(350, 150, { kernelMemcgNotification: true, cgroupVersion: 2 }),
      "kernel",
      7_500,
      10_000,
    ],
    [
      "the kernel, where there is no threshold",
      fall(350, 150, { thresholds: [] }),
      "kernel",
      7_500,
      undefined,
    ],
  ] as const)("%s", (_, race, first, empty, acts) => {
    expect(race.first).toBe(first);
    expect(race.emptyMilliseconds).toBe(empty);
    expect(race.actsMilliseconds).toBe(acts);
  });

  it("answers as a number what the report says as a word", () => {
    const action = oom.race({
      observations: [
        { time: "2026-11-24T10:00:00Z", availableBytes: 9 },
        { time: "2026-11-24T10:00:01Z", availableBytes: 8 },
      ],
      thresholds: [],
    });
    expect(action).toBe(First.Kernel);
  });
});

describe("when the kubelet acts", () => {
  it.each([
    // 400Mi is left, 10Mi a second are used: 500Mi is met, and its 30 s end at the third look.
    [
      "at the look at which a grace period has ended",
      fall(500, 400, { thresholds: [SOFT] }),
      30_000,
    ],
    [
      "at the look after what remains of it",
      fall(500, 400, { thresholds: [{ ...SOFT, graceRemainingMilliseconds: 10_001 }] }),
      20_000,
    ],
    // 550Mi: crossed after 5 s, seen at 10 s, and 30 s later.
    ["a grace period after the look that sees it", fall(650, 550, { thresholds: [SOFT] }), 40_000],
    // 600Mi: after exactly 10 s there are 500Mi, which is not less than the threshold.
    [
      "not at a look at which the threshold is just reached",
      fall(700, 600, { thresholds: [{ ...SOFT, gracePeriodSeconds: 0 }] }),
      20_000,
    ],
    ["by the first of several thresholds", fall(700, 590, { thresholds: [HARD, SOFT] }), 40_000],
    [
      "by a hard one before a soft one's grace period ends",
      fall(700, 300, { thresholds: [SOFT, { ...HARD, limitBytes: 250 * MI }] }),
      10_000,
    ],
  ] as const)("is %s", (_, race, acts) => {
    expect(race.actsMilliseconds).toBe(acts);
  });

  it("gives a pod evicted softly the time that evictionMaxPodGracePeriod allows", () => {
    const race = fall(500, 400, { thresholds: [SOFT], maxPodGracePeriodSeconds: 20 });
    expect(race.endedMilliseconds).toBe(50_000);
    // 400Mi at 10Mi a second last 40 s: the kubelet decides at 30, and the pod may need until 50.
    expect(race.first).toBe("either");
  });
});

describe("whether a hard threshold suffices, whenever the kubelet looks", () => {
  it.each([
    ["more than an interval uses up", 199, 100, true, 99 * MI + 1],
    ["as much as an interval uses up is not enough", 200, 100, false, 100 * MI + 1],
    ["less", 350, 150, false, 200 * MI + 1],
  ] as const)("%s", (_, from, to, suffices, needed) => {
    const race = fall(from, to);
    expect(race.thresholdSuffices).toBe(suffices);
    expect(race.neededBytes).toBe(needed);
  });

  it("is so from the needed threshold on, and not with one byte less", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5000 }),
        fc.integer({ min: 1, max: 5000 }),
        (fell, left) => {
          const needed = fall(left + fell, left).neededBytes ?? 0;
          const limit = (limitBytes: number) =>
            fall(left + fell, left, { thresholds: [{ ...HARD, limitBytes }] }).thresholdSuffices;
          expect([limit(needed), limit(needed - 1)]).toEqual([true, false]);
        },
      ),
      { numRuns: 100, seed: 15 },
    );
  });
});

it("is exact where products are larger than 64 bits", () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 2n ** 52n - 1n }),
      fc.bigInt({ min: 1n, max: 2n ** 52n - 1n }),
      fc.integer({ min: 1, max: 86_400_000 }),
      (left, fell, ms) => {
        if (left + fell >= 2n ** 52n) return;
        oom.race({
          observations: [
            { time: "1970-01-01T00:00:00Z", availableBytes: Number(left + fell) },
            { time: new Date(ms).toISOString(), availableBytes: Number(left) },
          ],
          thresholds: [],
        });
        const race = oom.raceReport();
        const empty = (left * BigInt(ms)) / fell;
        expect(race.emptyMilliseconds).toBe(empty < 2n ** 50n ? Number(empty) : undefined);
        const rate = (fell * 1000n) / BigInt(ms);
        expect(race.bytesPerSecond).toBe(Number(rate < 2n ** 61n ? rate : 2n ** 61n));
      },
    ),
    { numRuns: 1000, seed: 15 },
  );
});

it("says how fast it falls, who is first and whether the threshold suffices", () => {
  expect(fall(350, 150).sentences).toEqual([
    "Available memory fell by 200Mi within 10s; at that rate, the remaining 150Mi last 7.5s.",
    "The kernel would act first: the kubelet would evict in 10s.",
    "The kubelet measures every 10s; memory falls by 200Mi in that time. A hard threshold of " +
      "100Mi is enough only if the kubelet measures at the right moment.",
  ]);
  expect(fall(150, 350).sentences).toEqual([]);
});

describe("a document that cannot be used", () => {
  const one = '{"time":"2026-11-24T10:00:00Z","availableBytes":5}';
  const later = one.replace("10:00:00", "10:00:09");
  it.each([
    ["", Status.InvalidJson, "$"],
    ["[]", Status.WrongType, "$"],
    ["{}", Status.WrongDocument, undefined],
    [`{"observations":[${one}]}`, Status.WrongDocument, undefined],
    [`{"observations":[${one},${later},${later}]}`, Status.WrongDocument, undefined],
    [`{"observations":[${later},${one}]}`, Status.WrongDocument, undefined],
    [`{"observations":[${one},${one}]}`, Status.WrongDocument, undefined],
    ['{"observations":[{}]}', Status.WrongType, "$.observations[0]"],
    [
      `{"observations":[${one.replace("2026-11", "x")}]}`,
      Status.WrongType,
      "$.observations[0].time",
    ],
    [`{"observations":[${one.replace(":5", ":4503599627370496")}]}`, Status.WrongType, undefined],
    [`{"observations":[${one},${later}],"cgroupVersion":3}`, Status.WrongType, "$.cgroupVersion"],
    [
      `{"observations":[${one},${later}],"thresholds":[{"limitBytes":-1}]}`,
      Status.WrongType,
      undefined,
    ],
    [
      `{"observations":[${one},${later}],"thresholds":[${Array(33).fill("{}")}]}`,
      Status.TableFull,
      undefined,
    ],
  ])("%s", (text, status, path?: string) => {
    const error = refusalOf(() => oom.race(text));
    expect(error.answer).toMatchObject({ status, document: "race" });
    if (path !== undefined) expect(error.answer.path).toBe(path);
    expect(refusalOf(() => oom.raceReport()).answer.status).toBe(Status.OutOfOrder);
  });
});

it("keeps nothing after clear", () => {
  fall(350, 150);
  oom.clear();
  expect(refusalOf(() => oom.raceReport()).answer.status).toBe(Status.OutOfOrder);
});

function refusalOf(work: () => unknown): EngineError {
  try {
    work();
  } catch (error) {
    if (error instanceof EngineError) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}
