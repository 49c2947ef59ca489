/** A saved state decides as the engine that it was saved from. */
import { expect, it } from "vitest";
import { EngineError } from "../../analysis/engine/engineError.ts";
import type { OomdEngine } from "../../analysis/engine/oomdEngine.ts";
import { readOomdConfiguration } from "../../analysis/read/killer/oomdConfiguration.ts";
import { Status } from "../../assembly/abi.ts";
import { Checksum } from "../documents/forging/checksum.ts";
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

/** Rules that are met, and act, at different looks. */
const RULES = {
  killer: "systemd-oomd",
  version: "262",
  dry: true,
  rules: {
    scans: { MemoryPressureAbove: "50%", LastingSec: "4s", Action: "kill-by-pgscan" },
    swap: { SwapUsageMax: "10%", LastingSec: "3s", Action: "kill-by-swap" },
    all: { MemoryPressureAbove: "60%", LastingSec: "30s", Action: "kill-all" },
  },
};

function startedRules(): OomdEngine {
  const oomd = engine();
  oomd.configure(RULES);
  const rules = ["swap", "scans", "all"];
  const managed = [{ mode: "kill", path: "/a", property: "OOMRules", rules }, ...MANAGED];
  oomd.observe({ ...step(0), managed } as { at: number });
  return oomd;
}

it.each([3.75, 5, 20, 21.25])("goes on with rules after %d s with the same digests", (moment) => {
  const whole = startedRules();
  const before = played(whole, 1.25, moment);
  const state = whole.save();
  const expected = played(whole, moment, 70);
  expect(before.length + expected.length).toBeGreaterThan(3);
  const other = engine();
  other.configure(RULES);
  other.restore(state);
  expect(played(other, moment, 70)).toEqual(expected);
});

it("answers whatever a state with rules holds, once its checksum is right", async () => {
  const oomd = startedRules();
  played(oomd, 1.25, 7.5);
  await answersForged(oomd.save(), RULES);
});

const DETECTORS = [
  "g",
  { name: "memory_reclaim", args: { cgroup: "a", duration: 3 } },
  { name: "pressure_above", args: { cgroup: "a", resource: "memory", threshold: 50, duration: 4 } },
];
const NAMES = ["memory_size_or_growth", "pg_scan", "io_cost", "swap_usage"];
const ACTIONS = NAMES.map((name) => ({
  name: `kill_by_${name}`,
  args: { cgroup: "a/*", dry: true, always_continue: true },
}));
const RULESETS = readOomdConfiguration({
  rulesets: [
    { name: "r", detectors: [DETECTORS], actions: [...ACTIONS, { name: "stop" }] },
    { name: "s", post_action_delay: 2, detectors: [DETECTORS], actions: ACTIONS.slice(0, 2) },
  ],
}).rulesets;
const OOMD = { killer: "oomd", rulesets: RULESETS, interval: 1.25, devices: { "8:0": "ssd" } };

function startedOomd(): OomdEngine {
  const oomd = engine();
  oomd.configure(OOMD);
  oomd.observe(step(0));
  return oomd;
}

it.each([5, 7.5, 8.75, 21.25])("goes on as oomd after %d s with the same digests", (moment) => {
  const whole = startedOomd();
  const before = played(whole, 1.25, moment);
  const state = whole.save();
  const expected = played(whole, moment, 40);
  expect(before.length + expected.length).toBeGreaterThan(1);
  const other = engine();
  other.configure(OOMD);
  other.restore(state);
  expect(played(other, moment, 40)).toEqual(expected);
});

it("answers whatever a state of oomd holds, once its checksum is right", async () => {
  const oomd = startedOomd();
  played(oomd, 1.25, 7.5);
  await answersForged(oomd.save(), OOMD);
});

async function answersForged(state: Uint8Array, settings: { readonly killer: string }) {
  const checksum = await Checksum.compiled();
  const other = engine();
  other.configure(settings);
  for (let at = 8; at < state.length - 8; at += 3) {
    for (const bits of [0x01, 0x80]) {
      const forged = Buffer.from(state);
      forged[at] = (forged[at] ?? 0) ^ bits;
      checksum.sealState(forged);
      try {
        other.restore(forged);
      } catch (error) {
        expect(error).toBeInstanceOf(EngineError);
        other.configure(settings);
        continue;
      }
      played(other, 7.5, 12.5);
    }
  }
}
