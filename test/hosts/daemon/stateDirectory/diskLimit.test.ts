import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { DiskLimit } from "../../../../hosts/daemon/stateDirectory/diskLimit.ts";
import { HandClock } from "../loop/scene.ts";

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
