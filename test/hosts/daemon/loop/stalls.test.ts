import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { QueuedObserver } from "../../../../hosts/daemon/loop/queuedObserver.ts";
import { DiskLimit } from "../../../../hosts/daemon/stateDirectory/diskLimit.ts";
import type { DaemonStep, Observer } from "../../../../hosts/daemon/step.ts";
import { HandClock, LEAK, partsOf, play, problemsOf } from "./scene.ts";

const MEBIBYTE = 1 << 20;

describe("a disk that does not answer", () => {
  it("is given up after five seconds, and refuses at once until it does", async () => {
    const clock = new HandClock();
    const limit = new DiskLimit(clock);
    let answer = () => {};
    const stalled = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const sentence = "the disk has not answered for 5 s";
    await expect(limit.write(() => stalled)).rejects.toThrow(sentence);
    expect(clock.elapsed()).toBe(5_000_000_000n);
    let tried = 0;
    const another = async () => void tried++;
    await expect(limit.write(another)).rejects.toThrow(sentence);
    expect(tried).toBe(0);
    answer();
    await setImmediate();
    await limit.write(another);
    expect(tried).toBe(1);
  });

  it("that fails says why, and one that works is not waited for longer", async () => {
    const limit = new DiskLimit({ sleep: () => new Promise(() => {}) });
    const full = async () => {
      throw new Error("no space");
    };
    await expect(limit.write(full)).rejects.toThrow("no space");
    await limit.write(async () => {});
  });
});

/** An observer that works when it is let to, and what it was told. */
function slow() {
  const told: DaemonStep[] = [];
  let release = () => {};
  const free = new Promise<void>((resolve) => {
    release = resolve;
  });
  const observer: Observer = {
    async step(step) {
      await free;
      told.push(step);
    },
  };
  return { observer, told, release };
}

describe("an observer that takes its time", () => {
  it("holds up no step", async () => {
    const { observer, told, release } = slow();
    const trouble = async () => {};
    const queued = new QueuedObserver(observer, { name: "recorder", trouble });
    const { steps } = await play(partsOf(LEAK.slice(0, 20), { observers: [queued] }));
    expect([steps.length, told.length]).toEqual([20, 0]);
    release();
    await expect.poll(() => told.length).toBe(20);
  });

  it("loses steps that are too much, says so once and how many, and no list of pods", async () => {
    const { observer, told, release } = slow();
    const troubles: string[] = [];
    const trouble = async (sentence: string) => void troubles.push(sentence);
    const queued = new QueuedObserver(observer, { name: "recorder", trouble });
    const { steps } = await play(partsOf(LEAK.slice(0, 2)));
    const step = steps[0] as DaemonStep;
    const summary = new Uint8Array(4 * MEBIBYTE);
    const [old, list] = [new Uint8Array(1), new Uint8Array(2)];
    const sent = (number: number, pods?: Uint8Array): DaemonStep => {
      const snapshot = { time: step.snapshot.time, summary };
      return { ...step, number, snapshot: pods === undefined ? snapshot : { ...snapshot, pods } };
    };
    await queued.step(sent(0, old));
    for (const number of [1, 2, 3, 4, 5]) await queued.step(sent(number));
    await queued.step(sent(6, list));
    const sentence = "Too much waits for the recorder: steps are dropped until it goes on.";
    expect(troubles).toEqual([sentence]);
    release();
    await expect.poll(() => troubles.length).toBe(2);
    expect(troubles[1]).toMatch(/^\d steps were dropped while they waited for the recorder\.$/);
    await queued.step(sent(7));
    await expect.poll(() => told.at(-1)?.number).toBe(7);
    expect(told.at(-1)?.snapshot.pods).toBe(list);
    expect(told.length + queued.dropped).toBe(8);
    expect(queued.dropped).toBeGreaterThanOrEqual(3);
  });

  it("that fails is reported, and told the rest", async () => {
    const troubles: string[] = [];
    let told = 0;
    const failing: Observer = {
      step() {
        told += 1;
        throw new Error("it broke");
      },
    };
    const trouble = async (sentence: string) => void troubles.push(sentence);
    const queued = new QueuedObserver(failing, { name: "recorder", trouble });
    await play(partsOf(LEAK.slice(0, 2), { observers: [queued] }));
    await expect.poll(() => told).toBe(2);
    expect(troubles[0]).toBe("The recorder failed and goes on being told: it broke");
  });
});

describe("a PodList that is refused", () => {
  it("is a problem in every step until another one comes", async () => {
    const [first, second, third, fourth, fifth] = LEAK;
    if (!first || !second || !third || !fourth || !fifth) return;
    const good = first.pods as Uint8Array;
    const told = [
      { ...first, pods: good },
      { ...second, pods: Buffer.from('{"items":7}') },
      // A source brings a list when it has changed, and this one has not.
      third,
      fourth,
      { ...fifth, pods: good },
    ];
    const { steps } = await play(partsOf(told));
    const refused = [expect.stringMatching(/^PodList/)];
    expect(steps.map(problemsOf)).toEqual([[], refused, refused, refused, []]);
  });
});
