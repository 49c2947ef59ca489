import { describe, expect, it } from "vitest";
import { type Given, refusalOf } from "../../../../analysis/questions/options/refusal.ts";
import { commandRow, flagOf, inGroup } from "../../../../analysis/questions/options/row.ts";

const COMMAND = commandRow({
  name: "weigh",
  summary: "weigh something",
  description: "Weighs something.",
  arguments: { load: { description: "what is weighed", value: "input" } },
  options: {
    example: { argument: "<name>", description: "an example" },
    scale: { argument: "<file>", description: "the scale", value: "input", repeats: true },
    stone: { description: "in stones" },
    rounding: { description: "do not round", isNegated: true },
    output: { argument: "<form>", description: "", choices: ["text", "json", "html"] },
    detail: { argument: "<level>", description: "how much of it" },
    note: { argument: "<text>", description: "a note alone", value: "text" },
  },
  tables: [{ title: "Weights:", rows: { kilo: { description: "", example: "1kg" } } }],
  rules: {
    excludes: [
      ["load", "example"],
      ["stone", { output: ["html"] }],
      ["rounding", "stone", "stones are whole"],
    ],
    alone: [["note", "output"]],
    needs: [
      ["detail", { output: ["json", "html"] }],
      [{ output: ["json"] }, "load", "example"],
      ["stone", "scale"],
    ],
    atMost: [["scale", 2, "weigh twice"]],
    oneOf: [[["load", "example", "note"], "Nothing is weighed; give a load."]],
  },
});

/** `load=a.txt scale=x scale=y stone`. */
function given(text: string): Given {
  const all = new Map<string, string[]>();
  for (const word of text.split(" ")) {
    const [name = "", ...value] = word.split(/=(.*)/).slice(0, word.includes("=") ? 2 : 1);
    all.set(name, [...(all.get(name) ?? []), ...value]);
  }
  return all;
}

describe("what does not go together is refused in one sentence", () => {
  it.each([
    ["load=a.txt example=b", "a.txt and --example exclude each other; give one."],
    ["load=- example=b", "the load and --example exclude each other; give one."],
    [
      "load=a stone scale=x output=html",
      "--stone and --output html exclude each other; use --output text or json.",
    ],
    ["load=a rounding stone", "--no-rounding and --stone exclude each other; stones are whole."],
    ["note=a detail=1", "--note and --detail exclude each other; give one."],
    ["note=a kilo", "--note and --kilo exclude each other; give one."],
    ["note=a load=b", "--note and b exclude each other; give one."],
    ["load=a detail=1", "--detail needs --output json or html; add it."],
    ["output=json", "--output json needs the load or --example; add one."],
    ["load=a stone", "--stone needs --scale; add it."],
    ["load=a scale=x scale=y scale=z", "--scale is given 3 times; give at most 2, or weigh twice."],
    [
      "load=- scale=-",
      "Standard input is read once, and the load and --scale ask for it; give one as a file.",
    ],
    [
      "load=a scale=- scale=kg=-",
      "Standard input is read once, and --scale asks for it twice; give one as a file.",
    ],
    ["stone scale=x", "Nothing is weighed; give a load."],
  ])("%s", (text, sentence) => {
    expect(refusalOf(COMMAND, given(text))).toBe(sentence);
  });

  it.each(["load=a", "example=b output=json", "load=a output=html detail=1", "note=- output=text"])(
    "and what does goes on: %s",
    (text) => {
      expect(refusalOf(COMMAND, given(text))).toBeNull();
    },
  );
});

describe("a row of options", () => {
  it("has its flag from its name", () => {
    expect(flagOf("kubeletInsecureSkipTlsVerify")).toBe("--kubelet-insecure-skip-tls-verify");
    expect(flagOf("search", { isNegated: true })).toBe("--no-search");
  });

  it("is the same under a title of the help", () => {
    const { stone } = inGroup("Weights", { stone: { description: "in stones" } });
    expect(stone).toEqual({ description: "in stones", group: "Weights" });
  });
});
