/** A saved state decides as the engine that it was saved from. */
import { expect, it } from "vitest";
import { EngineError } from "../../analysis/engine/engineError.ts";
import type { OomdEngine } from "../../analysis/engine/oomdEngine.ts";
import { Status } from "../../assembly/abi.ts";
import { engine } from "./module.ts";

const SETTINGS = { killer: "systemd-oomd", version: "252", dry: false };
const MANAGED = [
  { mode: "kill", path: "/a", property: "ManagedOOMMemoryPressure", limit: "50%" },
  { mode: "kill", path: "/", property: "ManagedOOMSwap" },
];
/** All files at a moment: a restored engine knows none. */
const step = (at: number) => ({
  at,
  cgroups: {
    "/a": { full: [65, 0, 0, 0], pgscan: 5000 + at * 1000, current: 2 ** 30 },
    "/a/b": { current: 2 ** 20, pgscan: at * 800, sleeps: 1 },
    "/a/c": { current: 2 ** 30, pgscan: 9_000, sleeps: 1 },
  },
});

function played(oomd: OomdEngine, from: number, until: number) {
  const digests: string[] = [];
  for (let at = from; at < until; at += 1.25) {
    for (const { digest } of oomd.run(at * 1000)) digests.push(digest);
    oomd.observe(step(at));
  }
  for (const { digest } of oomd.run(until * 1000)) digests.push(digest);
  return digests;
}

function started(): OomdEngine {
  const oomd = engine();
  oomd.configure(SETTINGS);
  oomd.observe({ ...step(0), managed: MANAGED } as { at: number });
  return oomd;
}

it.each([5, 30, 31.25, 40])("goes on after %d s with the same digests", (moment) => {
  const whole = started();
  const before = played(whole, 1.25, moment);
  const state = whole.save();
  const expected = played(whole, moment, 70);
  expect(before.length + expected.length).toBeGreaterThan(1);
  const other = engine();
  other.configure(SETTINGS);
  other.restore(state);
  expect(played(other, moment, 70)).toEqual(expected);
});

it("is refused with other settings, and when a byte of it was changed", () => {
  const state = started().save();
  const other = engine();
  other.configure({ ...SETTINGS, version: "257" });
  expect(() => other.restore(state)).toThrow("other");
  const same = engine();
  same.configure(SETTINGS);
  for (let at = 0; at < state.length; at += 3) {
    const damaged = state.slice();
    damaged[at] = (damaged[at] ?? 0) ^ 0x10;
    expect(() => same.restore(damaged)).toThrow(EngineError);
  }
  expect(() => same.restore(state.slice(0, 20))).toThrow(EngineError);
  expect(() => same.restore(state)).not.toThrow();
});

it("is wiped by clear", () => {
  const oomd = started();
  oomd.clear();
  try {
    oomd.save();
    expect.unreachable();
  } catch (error) {
    expect((error as EngineError).status).toBe(Status.NotConfigured);
  }
});
