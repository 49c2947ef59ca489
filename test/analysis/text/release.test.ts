import { describe, expect, it } from "vitest";
import { RELEASES } from "../../../analysis/engine/contract/releases.ts";
import { RELEASES as TABLED } from "../../../analysis/read/kubelet/validation/facts.ts";
import {
  followedRelease,
  formatRelease,
  formatReleases,
  isFollowed,
  minorOf,
} from "../../../analysis/text/release.ts";

const RANGE = { oldest: 29, newest: 36 };

describe("a version", () => {
  it.each([
    ["1.35", 35],
    ["v1.35.8", 35],
    ["v1.31.2+k3s1", 31],
    ["v1.30.4-eks-a737599", 30],
    ["1.35+", 35],
    ["1.9", 9],
    ["2.1", undefined],
    ["1.", undefined],
    ["1.35x", undefined],
    ["1.35.x", undefined],
    ["1.35-", undefined],
    ["1.035", undefined],
    ["1.35.2 or so", undefined],
    ["v1.19.10-r1.0.0-source-121-gb9675686c54267", 19],
    ["newest", undefined],
    ["", undefined],
  ])("%j has the minor %s", (version, minor) => {
    expect(minorOf(version)).toBe(minor);
  });
});

describe("a range of releases", () => {
  it.each([
    [28, false, 29],
    [29, true, 29],
    [33, true, 33],
    [36, true, 36],
    [37, false, 36],
  ])("from 29 to 36 has 1.%s: %s; the nearest in it is 1.%s", (minor, isIn, nearest) => {
    expect(isFollowed(minor, RANGE)).toBe(isIn);
    const note =
      `The kubelet is v1.${minor}.2; ` +
      `the nearest supported release, 1.${nearest}, is followed.`;
    expect(followedRelease("The kubelet", `v1.${minor}.2`, RANGE)).toEqual({
      release: `1.${nearest}`,
      note: isIn ? null : note,
    });
  });

  it("has no nearest to a text without a version", () => {
    expect(followedRelease("The kubelet", "development", RANGE)).toBeNull();
  });

  it("is written as its ends", () => {
    expect(formatRelease(29)).toBe("1.29");
    expect(formatReleases(RANGE)).toBe("1.29 to 1.36");
  });
});

it("check knows the members and gates of the releases whose validation it claims to know", () => {
  const { oldest, newest } = RELEASES.check;
  expect(TABLED).toEqual(Array.from({ length: newest - oldest + 1 }, (_, at) => oldest + at));
});
