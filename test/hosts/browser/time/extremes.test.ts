import { describe, expect, it } from "vitest";
import { extremesOf } from "../../../../hosts/browser/time/extremes.ts";

const DAY = 8640;

describe("few steps in the place of many", () => {
  it("are all of them where there are few", () => {
    expect([...extremesOf(new Float64Array(9), { from: 2, to: 6 }, 480)]).toEqual([2, 3, 4, 5]);
  });

  it("have every peak and every dip that lasts a single step", () => {
    const amounts = Float64Array.from({ length: DAY }, (_, step) => 1000 + (step % 7));
    const [dips, peaks] = [
      [17, 4321, 8600],
      [18, 2000, 8638],
    ];
    for (const step of dips ?? []) amounts[step] = 1;
    for (const step of peaks ?? []) amounts[step] = 9999;
    const steps = extremesOf(amounts, { from: 0, to: DAY }, 480);
    expect([...steps]).toEqual(expect.arrayContaining([...(dips ?? []), ...(peaks ?? [])]));
    expect(steps.length).toBeLessThanOrEqual(480);
  });

  it("are in order, each once, with the first and the last", () => {
    const amounts = Float64Array.from({ length: DAY }, (_, step) => Math.sin(step / 50));
    const steps = [...extremesOf(amounts, { from: 100, to: 8000 }, 480)];
    expect(steps).toEqual([...new Set(steps)].sort((a, b) => a - b));
    expect([steps[0], steps.at(-1)]).toEqual([100, 7999]);
  });

  it("find what was observed among what was not", () => {
    const amounts = new Float64Array(DAY).fill(Number.NaN);
    amounts[5000] = 3;
    expect([...extremesOf(amounts, { from: 0, to: DAY }, 480)]).toContain(5000);
  });
});
