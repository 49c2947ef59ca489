import { describe, expect, it } from "vitest";
import { costOf, Work, WorkBudget, type WorkRate } from "../../hosts/edge/guard/work.ts";
import { TooManyRequests } from "../../hosts/edge/problem.ts";

const RATE: WorkRate = {
  millisecondsPerSecond: 100,
  burstMilliseconds: 1_000,
  concurrent: 3,
  replays: 2,
  bodyBytes: 100,
  answerBytes: 1_000,
  answerSeconds: 60,
};

/** A budget under a clock that a test sets. */
function budget(rate: Partial<WorkRate> = {}) {
  const clock = { milliseconds: 1_000_000 };
  const work = new WorkBudget({ ...RATE, ...rate }, () => clock.milliseconds);
  const begun = (tenant = "acme"): Work => work.begin(tenant);
  const postponed = (tenant = "acme") => {
    try {
      work.begin(tenant);
    } catch (error) {
      if (!(error instanceof TooManyRequests)) throw error;
      return { sentence: error.message, retrySeconds: Number(error.headers["retry-after"]) };
    }
    throw new Error("The request is let in.");
  };
  return { clock, begun, postponed };
}

const MEBIBYTE = 2 ** 20;
const WAIT = "; wait for the time in Retry-After.";

describe("the work of a tenant", () => {
  it("costs what it brings and what it is answered with", () => {
    expect(costOf("step", 3)).toBeCloseTo(0.6);
    expect(costOf("smallChunk", 100)).toBeCloseTo(2);
    expect(costOf("readMebibyte", 2 * MEBIBYTE)).toBe(10);
    expect(costOf("configurationMebibyte", MEBIBYTE / 16)).toBeCloseTo(93.75);
    expect(costOf("writtenMebibyte", 4 * MEBIBYTE)).toBe(60);
  });

  it("begins while there is time left, and pays what it turns out to cost", () => {
    const { begun, postponed, clock } = budget();
    const work = begun();
    expect(work.isSpent).toBe(false);
    // 1,000 given, and 1,500.2 spent.
    work.charge("configurationMebibyte", MEBIBYTE);
    expect(work.isSpent).toBe(true);
    work.end();
    expect(postponed()).toEqual({
      sentence: `This tenant has used up the processor time it is given${WAIT}`,
      retrySeconds: 6,
    });
    clock.milliseconds += 5_000;
    expect(postponed().retrySeconds).toBe(1);
    clock.milliseconds += 1_000;
    expect(begun().isSpent).toBe(false);
  });

  it("pays what the clock says, where that is more than the estimate", () => {
    const { begun, clock } = budget({ millisecondsPerSecond: 0 });
    const work = begun();
    const began = work.clock;
    clock.milliseconds += 900;
    // 1,000 given; 0.2 for the request, 100 as estimated, and 800 more by the clock.
    work.charge("triedNode", 50_000);
    work.chargeBeyond(costOf("triedNode", 50_000), began);
    expect(work.isSpent).toBe(false);
    work.chargeBeyond(200, work.clock);
    expect(work.isSpent).toBe(false);
    work.charge("triedNode", 50_000);
    expect(work.isSpent).toBe(true);
  });

  it("is each tenant's own", () => {
    const { begun, postponed } = budget();
    begun("acme").charge("configurationMebibyte", MEBIBYTE);
    postponed("acme");
    begun("globex");
  });

  it("is given back to the burst and no further, and never by a clock that goes back", () => {
    const { begun, clock, postponed } = budget();
    begun().end();
    clock.milliseconds += 1e9;
    begun().charge("configurationMebibyte", MEBIBYTE);
    postponed();
    clock.milliseconds -= 1e9;
    postponed();
  });

  it("has a number of requests at the same time", () => {
    const { begun, postponed } = budget();
    const first = begun();
    begun();
    begun();
    expect(postponed()).toEqual({
      sentence: `This tenant has 3 requests that are being answered${WAIT}`,
      retrySeconds: 1,
    });
    begun("globex");
    first.end();
    begun();
  });

  it("has a number of bytes of bodies at the same time, and room for any body alone", () => {
    const { begun } = budget();
    const [first, second] = [begun(), begun()];
    expect(first.hold(150)).toBe(true);
    expect(first.hold(150)).toBe(true);
    expect(second.hold(1)).toBe(false);
    expect(begun("globex").hold(1)).toBe(true);
    first.end();
    expect(second.hold(60)).toBe(true);
    const third = begun();
    expect(third.hold(41)).toBe(false);
    expect(third.hold(40)).toBe(true);
    second.end();
    expect(third.hold(1_000)).toBe(true);
  });

  it("has a number of bytes of answers that are not read, and room for any answer alone", () => {
    const { begun, clock } = budget({ concurrent: 100 });
    const other = begun();
    const first = begun().holdAnswer(5_000);
    expect(first).not.toBeNull();
    expect(other.holdAnswer(1)).toBeNull();
    expect(begun("globex").holdAnswer(1)).not.toBeNull();
    first?.();
    expect(begun().holdAnswer(600)).not.toBeNull();
    expect(begun().holdAnswer(401)).toBeNull();
    expect(other.holdAnswer(400)).not.toBeNull();
    // They were not released: a platform may forget a request whose sender has gone.
    clock.milliseconds += 60_000;
    expect(begun().holdAnswer(1_000)).not.toBeNull();
  });

  it("begins nothing while as many bytes of answers are not read", () => {
    const { begun, postponed } = budget({ concurrent: 100 });
    const release = begun().holdAnswer(1_000);
    expect(postponed().sentence).toContain("as many bytes of answers in memory");
    expect(begun("globex")).toBeInstanceOf(Work);
    release?.();
    expect(begun()).toBeInstanceOf(Work);
  });

  it("has a number of replays at the same time, each until it ends or its time is over", () => {
    const { begun, clock } = budget({ concurrent: 10 });
    const end = begun().beginReplay(60);
    clock.milliseconds += 1_000;
    expect(begun().beginReplay(60)).not.toBeNull();
    expect(begun().beginReplay(60)).toBeNull();
    expect(begun("globex").beginReplay(60)).not.toBeNull();
    end?.();
    end?.();
    expect(begun().beginReplay(60)).not.toBeNull();
    expect(begun().beginReplay(60)).toBeNull();
    clock.milliseconds += 60_000;
    expect(begun().beginReplay(60)).not.toBeNull();
  });
});
