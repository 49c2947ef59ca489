import { describe, expect, it } from "vitest";
import { escapedJson } from "../../../hosts/cli/jsonOutput.ts";
import { commandLine } from "./commandLine.ts";

const UNSAFE = "\u007f\u0080\u009b31m\u009f\u061c\u200e\u200f\u2028\u2029\u202a\u202e\u2066\u2069";
const NAME = `a${UNSAFE}b`;
const events = {
  kind: "List",
  items: [
    {
      kind: "Event",
      reason: "Evicted",
      message: "The node was low on resource: memory. ",
      involvedObject: { kind: "Pod", namespace: "shop", name: NAME },
    },
  ],
};

describe("an answer in JSON", () => {
  it("escapes what controls a terminal, and says the same to a reader of JSON", () => {
    const text = JSON.stringify({ name: NAME, other: "Zürich ✖ \u001b[31m" });
    expect(escapedJson(text)).toMatch(/^[^\p{Cc}\p{Bidi_Control}\u2028\u2029]*$/u);
    expect(JSON.parse(escapedJson(text))).toEqual(JSON.parse(text));
    expect(escapedJson(text)).toContain("Zürich ✖");
  });

  it("has no such character of a name", async () => {
    const words = ["explain", "--events", "-", "--output", "json"];
    const { stdout } = await commandLine(words, { stdin: JSON.stringify(events) });
    expect(stdout.trimEnd()).toMatch(/^[^\p{Cc}\p{Bidi_Control}\u2028\u2029]*$/u);
    expect(stdout).toContain("\\u009b31m");
    expect(JSON.stringify(JSON.parse(stdout))).toContain(NAME);
  });
});
