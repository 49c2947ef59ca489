import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { DiskLimit } from "../../../../hosts/daemon/stateDirectory/diskLimit.ts";
import { HandClock, LEAK, partsOf, play, problemsOf } from "../loop/scene.ts";

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
