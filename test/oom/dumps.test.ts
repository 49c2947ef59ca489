/** Published logs of real machines: the kernel said whom it killed, and how bad it was. */
import { describe, expect, it } from "vitest";
import { analyzedKillsOf, DUMPS, dumpText } from "./module.ts";

describe.each(DUMPS)("$file", ({ file, pid, name }) => {
  const [kill, ...others] = analyzedKillsOf(dumpText(file));

  it("names the task that the kernel killed, and would choose it again", () => {
    expect(others).toEqual([]);
    expect(kill?.killed).toMatchObject({ pid, name });
    expect(kill?.chosenByPolicy).toBe(true);
    expect(kill?.ranking[0]?.badness).toBe(kill?.killed?.badness);
  });
});

const SCORED = DUMPS.filter(({ score }) => score !== undefined);

it.each(SCORED)("comes to the score that the kernel printed in $file", ({ file, score }) => {
  const [kill] = analyzedKillsOf(dumpText(file));
  const { chosen, totalPages = 0 } = kill ?? {};
  expect(Math.floor(((chosen?.badness ?? 0) * 1000) / totalPages)).toBe(score);
});

it("knows nineteen scores or more", () => {
  expect(SCORED.length).toBeGreaterThanOrEqual(19);
});

it("knows thirty dumps or more, of ten releases or more", () => {
  expect(DUMPS.length).toBeGreaterThanOrEqual(30);
  const releases = DUMPS.map(({ file }) => analyzedKillsOf(dumpText(file))[0]?.kernel?.slice(0, 4));
  expect(new Set(releases).size).toBeGreaterThanOrEqual(10);
});

it("says of a machine without a task to kill that it panicked, and names nobody", () => {
  const [kill] = analyzedKillsOf(dumpText("sgx-5.17-deadlock.txt"));
  expect(kill).toMatchObject({
    killed: null,
    panic: "System is deadlocked on memory",
    chosenByPolicy: null,
  });
});
