import { describe, expect, it } from "vitest";
import { comparedReleases } from "../../../../analysis/questions/upgrade/comparedReleases.ts";

type Asked = Parameters<typeof comparedReleases>[0];

function chosen(asked: Asked, stated: readonly string[], unstated?: string) {
  const others = unstated === undefined ? [] : [{ stated: [], unstated }];
  const found = comparedReleases(asked, [{ stated }, ...others]);
  if (typeof found === "string") throw new Error(found);
  return found;
}

describe("the releases that are compared", () => {
  it("begin with the newest that is stated and older", () => {
    const { releases, notes } = chosen({ to: "1.36" }, ["v1.33.1", "v1.36.2", "v1.34.0"]);
    expect(releases).toEqual({ from: "1.34", to: "1.36" });
    expect(notes).toEqual([]);
  });

  it("begin with the one before where none is stated, which is said", () => {
    const { releases, notes } = chosen({ to: "1.36" }, []);
    expect(releases.from).toBe("1.35");
    expect(notes).toEqual([
      "No input states the release that runs now; 1.35 is assumed; --from names another.",
    ]);
  });

  it("count what states a release that cannot be read, and name it", () => {
    const unread = chosen({ to: "1.36" }, ["development", "v1.x", "v1.x"]);
    expect(unread.notes).toEqual([
      "3 inputs or nodes state a release that cannot be read: development, v1.x.",
      "No other input states the release that runs now; 1.35 is assumed; --from names another.",
    ]);
    const one = chosen({ to: "1.36" }, ["v1.34.1", "v1.x"]);
    expect(one).toEqual({
      releases: { from: "1.34", to: "1.36" },
      notes: ["1 input or node states a release that cannot be read: v1.x."],
    });
  });

  it("begin with the one before where none that is stated is older", () => {
    const { releases, notes } = chosen({ to: "1.36" }, ["v1.36.2"]);
    expect(releases.from).toBe("1.35");
    expect(notes).toEqual([expect.stringMatching(/^The inputs state 1\.36, which is not older/)]);
  });

  it("begin with the oldest that is supported for an older one", () => {
    const { releases, notes } = chosen({ to: "1.36" }, ["v1.16.15"]);
    expect(releases.from).toBe("1.20");
    expect(notes).toEqual([expect.stringMatching(/state 1\.16; the nearest .*1\.20, is followed/)]);
  });

  it("assume nothing that an option names", () => {
    expect(chosen({ from: "1.30", to: "1.36" }, []).notes).toEqual([]);
  });

  it("are said of a capture that states none, where another is followed for it", () => {
    const sentence = "night.ndjson does not state a release; compared as 1.33 and 1.36.";
    expect(chosen({ to: "1.36" }, ["v1.33.1"], "night.ndjson").notes).toEqual([sentence]);
    expect(chosen({ from: "1.33", to: "1.36" }, [], "night.ndjson").notes).toEqual([sentence]);
    expect(chosen({ to: "1.36" }, [], "night.ndjson").notes).toEqual([
      expect.stringMatching(/^No input states/),
    ]);
  });

  it("begin with the oldest that is supported where an option names an older one", () => {
    expect(chosen({ from: "1.14", to: "1.36" }, [])).toEqual({
      releases: { from: "1.20", to: "1.36" },
      notes: ["The release asked for is 1.14; the nearest supported release, 1.20, is followed."],
    });
  });

  it("do not end with one that is too old to be supported", () => {
    const refusal = comparedReleases({ to: "1.14" }, []);
    expect(refusal).toMatch(/^--to 1\.14 is older than the oldest .*a release from 1\.21 to/);
  });

  it("have no release older than the oldest to suggest", () => {
    const refusal = comparedReleases({ from: "1.20", to: "1.20" }, []);
    expect(refusal).toMatch(/--to 1\.20 is the oldest .*give a release from 1\.21 to/);
  });
});
