import { describe, expect, it } from "vitest";
import {
  allOf,
  formatAmount,
  formatBytes,
  formatCount,
  formatPair,
  formatSeconds,
  plural,
} from "../../../analysis/text/amount.ts";

describe("bytes are written in the units of Kubernetes", () => {
  it.each([
    [0, "0"],
    [-1, "-1"],
    [1023, "1023"],
    [1024, "1Ki"],
    [1536, "1.5Ki"],
    [104857600, "100Mi"],
    [94371840, "90Mi"],
    [104448000, "99.6Mi"],
    // 1023.9Ki rounds up to the next unit, not to "1024Ki".
    [1048474, "1Mi"],
    [8323596288, "7.75Gi"],
    [2 ** 63, "8Ei"],
    [-104857600, "-100Mi"],
  ])("%d is %s", (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });
});

describe("amounts have the unit of their signal", () => {
  it.each([
    ["memory.available", 2048, "2Ki"],
    ["nodefs.inodesFree", 127780, "127,780"],
    ["pid.available", -3, "-3"],
  ] as const)("%s %d is %s", (signal, amount, text) => {
    expect(formatAmount(signal, amount)).toBe(text);
  });

  it("shows all digits of two amounts that would round to the same text", () => {
    const limit = 100 * 1024 * 1024;
    expect(formatPair("memory.available", limit, limit - 1)).toEqual([
      "104,857,600",
      "104,857,599",
    ]);
  });

  it("leaves two equal amounts short", () => {
    expect(formatPair("memory.available", 1024, 1024)).toEqual(["1Ki", "1Ki"]);
  });
});

describe("durations and counts read as people say them", () => {
  it.each([
    [0, "0s"],
    [59.6, "1m"],
    [300, "5m"],
    [590, "9m50s"],
    [3661, "1h1m1s"],
  ])("%d seconds are %s", (seconds, text) => {
    expect(formatSeconds(seconds)).toBe(text);
  });

  it("counts in the singular and the plural", () => {
    expect([plural(1, "step"), plural(8640, "step"), plural(0, "step")]).toEqual([
      "1 step",
      "8,640 steps",
      "0 steps",
    ]);
  });

  it("says all of a count", () => {
    expect([allOf(2), allOf(3), allOf(5000)]).toEqual(["both", "all 3", "all 5,000"]);
  });

  it("groups the digits of a count", () => {
    expect(formatCount(6553600)).toBe("6,553,600");
  });
});
