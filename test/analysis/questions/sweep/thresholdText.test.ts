import { describe, expect, it } from "vitest";
import type { Policy, PolicyThreshold } from "../../../../analysis/engine/decision.ts";
import {
  thresholdWriter,
  withDefaults,
  withThreshold,
} from "../../../../analysis/questions/sweep/thresholdText.ts";

const threshold = (signal: string, origin: string, value: string) =>
  ({ signal, hard: true, origin, value, gracePeriodSeconds: 0 }) as PolicyThreshold;

/** What the core says about a configuration that names no threshold. */
const DEFAULTS = {
  pressureTransitionPeriodSeconds: 300,
  thresholds: [
    threshold("memory.available", "default", "100Mi"),
    threshold("allocatableMemory.available", "enforceNodeAllocatable", "100Mi"),
    threshold("nodefs.available", "default", "10%"),
  ],
} as unknown as Policy;
const STATED = {
  pressureTransitionPeriodSeconds: 30,
  thresholds: [threshold("memory.available", "evictionHard", "200Mi")],
} as unknown as Policy;

const change = { signal: "memory.available", hard: true, value: "300Mi" } as const;

describe("a configuration with one threshold changed", () => {
  it("keeps its comments and its order", () => {
    const text =
      "kind: KubeletConfiguration # ours\nevictionHard:\n  # since the outage\n" +
      "  memory.available: 200Mi\nmaxPods: 50\n";
    expect(withThreshold(text, STATED, change)).toBe(text.replace("200Mi", "300Mi"));
  });

  it("writes down the defaults that naming one threshold would wipe", () => {
    expect(withThreshold("kind: KubeletConfiguration\n", DEFAULTS, change)).toBe(
      "kind: KubeletConfiguration\nevictionHard:\n  memory.available: 300Mi\n" +
        "  nodefs.available: 10%\n",
    );
  });

  it("leaves the hard thresholds alone when a soft one moves", () => {
    const soft = { signal: "memory.available", hard: false, value: "1Gi" } as const;
    const text = "kind: KubeletConfiguration\nevictionSoft:\n  memory.available: 2Gi\n";
    expect(withThreshold(text, DEFAULTS, soft)).toBe(text.replace("2Gi", "1Gi"));
  });

  it("makes a KubeletConfiguration of flags", () => {
    const text = withThreshold("--eviction-hard=memory.available<200Mi", STATED, change);
    expect(text).toContain("kind: KubeletConfiguration");
    expect(text).toContain("  memory.available: 300Mi");
  });
});

describe("a configuration with one threshold changed again and again", () => {
  const hard = "kind: KubeletConfiguration\nevictionHard:";
  it.each([
    ["where it is written", `${hard}\n  memory.available: 200Mi # ours\nmaxPods: 50\n`],
    ["where it is not", "kind: KubeletConfiguration\n"],
    ["where it is in quotes", `${hard}\n  memory.available: "200Mi"\n`],
    ["where it is in single quotes", `${hard}\n  memory.available: '200Mi'\n`],
    ["in JSON", '{"kind":"KubeletConfiguration","evictionHard":{"memory.available":"200Mi"}}'],
    ["in braces", `${hard} { memory.available: 200Mi }\n`],
    ["in flags", "--eviction-hard=memory.available<200Mi"],
    ["next to characters of private use", `${hard} # \ue000\ue000\ue000\ue000\ue000\n  a: b\n`],
  ])("reads as if it were changed once, %s", (_, text) => {
    const write = thresholdWriter(text, DEFAULTS, change);
    for (const value of ["300Mi", "5%", "1000", "1.5Gi", "0"]) {
      expect(write(value)).toBe(withThreshold(text, DEFAULTS, { ...change, value }));
    }
  });
});

describe("a configuration with its defaults written down", () => {
  it("has the thresholds and the period that nobody had written", () => {
    expect(withDefaults("kind: KubeletConfiguration # ours\n", DEFAULTS)).toBe(
      "kind: KubeletConfiguration # ours\nevictionHard:\n  memory.available: 100Mi\n" +
        "  nodefs.available: 10%\nevictionPressureTransitionPeriod: 5m\n",
    );
  });

  it("stays as it is where nothing is a default", () => {
    const text =
      "kind: KubeletConfiguration\nevictionHard:\n  memory.available: 200Mi\n" +
      "evictionPressureTransitionPeriod: 30s\n";
    expect(withDefaults(text, STATED)).toBe(text);
  });
});
