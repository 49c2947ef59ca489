/** @module-tag long */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { EvictionEngine } from "../../../../analysis/engine/evictionEngine.ts";
import { checkConfiguration } from "../../../../analysis/questions/check/check.ts";
import {
  ConfigurationError,
  readConfiguration,
  readConfigurations,
  toModuleConfiguration,
} from "../../../../analysis/read/kubelet/configuration.ts";
import { looksLikeToml } from "../../../../analysis/read/kubelet/forms/toml.ts";
import { lineFinder } from "../../../../analysis/read/kubelet/position.ts";
import { readDocument } from "../../../../analysis/read/kubelet/validation/document.ts";
import { imagePatternErrors } from "../../../../analysis/read/kubelet/validation/imagePattern.ts";
import { quantityError } from "../../../../analysis/read/kubelet/validation/quantity.ts";
import { foldRepeats } from "../../../../analysis/read/kubelet/validation/repeats.ts";
import { documentsOf, LEVELS_MAX } from "../../../../analysis/read/kubelet/yaml.ts";
import { withoutFullStop } from "../../../../analysis/text/fullStop.ts";

const read = (text: string) => readConfiguration({ name: "node.yaml", text });
const values = (text: string) => documentsOf({ name: "node.yaml", text }).values;
const times = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index)).join("");

const MODULE = new URL("../../../../dist/plimsoll-eviction.wasm", import.meta.url);
const TYPE_META = "kind: KubeletConfiguration\napiVersion: kubelet.config.k8s.io/v1beta1\n";

/** Of one piece. Comparing each pair of them takes half a minute. */
const MANY = 30_000;

describe("a configuration that is large", () => {
  it.each<[string, string, (configuration: Readonly<Record<string, unknown>>) => unknown, unknown]>(
    [
      [
        "keys",
        `evictionHard:\n${times(MANY, (index) => ` k${index}: 1\n`)}`,
        (all) => Object.keys(all.evictionHard as object).length,
        MANY,
      ],
      [
        "keys in a flow map",
        `evictionHard: {${times(MANY, (index) => `k${index}: 1,`)}}`,
        (all) => Object.keys(all.evictionHard as object).length,
        MANY,
      ],
      [
        "occurrences of a flag with pairs",
        `kubelet${times(MANY, (index) => ` --eviction-hard=a${index}<1`)}`,
        (all) => Object.keys(all.evictionHard as object).length,
        MANY,
      ],
      [
        "occurrences of a flag with a list",
        `kubelet${times(MANY, () => " --enforce-node-allocatable=pods")}`,
        (all) => (all.enforceNodeAllocatable as string[]).length,
        MANY,
      ],
    ],
  )("is read in a time that grows with its length: %s", (_, text, count, expected) => {
    expect(count(read(text).configuration)).toBe(expected);
  });

  it("names the first keys that are written twice, and counts the others", () => {
    const { configuration, notes } = read(times(1_000, (index) => `maxPods: ${index}\n`));
    expect(configuration).toEqual({ maxPods: 999 });
    const sentences = notes.map(({ sentence }) => sentence);
    expect(sentences).toHaveLength(22);
    expect(sentences[0]).toBe("node.yaml:2:1: this key is written twice; the last one counts.");
    expect(sentences[20]).toBe(
      "node.yaml: 979 more keys are written twice; the last of each counts.",
    );
  });

  it("has the lines of many members", () => {
    const lineOf = lineFinder(times(10_000, (index) => `k${index}: 1\n`));
    for (let index = 0; index < 10_000; index++) expect(lineOf(`$.k${index}`)).toBe(index + 1);
  });

  it.each<[string, string, unknown]>([
    [
      "names twice each",
      times(MANY, (index) => `"k${index >> 1}":${index},`),
      Object.fromEntries(
        Array.from({ length: MANY / 2 }, (_, index) => [`k${index}`, 2 * index + 1]),
      ),
    ],
    [
      "one map again and again",
      times(MANY, (index) => `"featureGates":{"k${index}":true},`),
      {
        featureGates: Object.fromEntries(
          Array.from({ length: MANY }, (_, index) => [`k${index}`, true]),
        ),
      },
    ],
    [
      "one object again and again",
      times(MANY, (index) => `"tracing":{"endpoint":"${index}"},`),
      { tracing: { endpoint: String(MANY - 1) } },
    ],
  ])("is merged in a time that grows with its length: %s", (_, members, expected) => {
    expect(foldRepeats(`{${members}"last":1}`)).toEqual({ ...(expected as object), last: 1 });
  });

  it("has no lines where it is refused", () => {
    expect(lineFinder("[".repeat(MANY))("$.a")).toBeUndefined();
  });
});

describe("a configuration that nests", () => {
  const flow = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;
  const maps = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
  const block = (levels: number) => times(levels, (level) => `${" ".repeat(level)}a:\n`);
  const compact = (levels: number) => `${"- ".repeat(levels)}a`;

  it.each([
    ["lists in brackets", flow],
    ["maps in braces", maps],
    ["maps by indentation", block],
    ["lists of lists", compact],
    ["explicit keys", (levels: number) => `${"? ".repeat(levels)}a`],
  ])("is read to the bound and refused beyond it: %s", (_, nested) => {
    const beyond = () => values(nested(LEVELS_MAX + 1));
    expect(beyond).toThrow(ConfigurationError);
    expect(beyond).toThrow("more than 64 levels of maps and lists; nest them less deeply.");
    expect(() => values(nested(nested === block ? 1_000 : MANY))).toThrow("more than 64 levels");
    if (nested === block || nested === flow || nested === maps || nested === compact) {
      expect(values(nested(LEVELS_MAX))).toHaveLength(1);
    }
  });

  it("counts the levels that aliases add", () => {
    const text = `a: &a ${flow(40)}\nb: ${"[".repeat(40)}*a${"]".repeat(40)}\n`;
    expect(() => values(text)).toThrow("its aliases nest deeper than 64 levels");
  });
});

describe("aliases", () => {
  it.each([
    ["repeat what they name", "a: &x [1, &y 2]\nb: *x\nc: *y", { a: [1, 2], b: [1, 2], c: 2 }],
    ["name the last anchor before them", "- &x 1\n- *x\n- &x 2\n- *x", [1, 1, 2, 2]],
    [
      "are merged behind what is written",
      "a: &x {b: 1, c: 2}\nd: {c: 3, <<: *x}",
      { a: { b: 1, c: 2 }, d: { b: 1, c: 3 } },
    ],
    [
      "are merged from a list",
      "- &x {a: 1}\n- &y {a: 2, b: 2}\n- <<: [*x, *y]",
      [{ a: 1 }, { a: 2, b: 2 }, { a: 1, b: 2 }],
    ],
  ])("%s", (_, text, expected) => {
    expect(values(text)).toEqual([expected]);
  });

  it.each([
    ["- *x\n", "node.yaml:1:3: the alias *x names nothing before it; write the value."],
    ["a: &x {b: *x}\n", "node.yaml:1:11: the alias *x contains itself; write the value."],
    ["a: {<<: 1}\n", "node.yaml:1:9: what is merged is not a map; name a map there."],
    ["{a: {b: 1}}: 1\n", "node.yaml:1:1: a map or a list is used as a key; write a string."],
    [
      times(101, (index) => `- &a${index} 1\n`),
      "node.yaml:101:3: more than 100 anchors and aliases; write the values out.",
    ],
  ])("are refused in one sentence: %j", (text, sentence) => {
    expect(() => values(text)).toThrow(sentence);
  });

  it("repeat a bounded number of values", () => {
    const large = `a: &a [${"1,".repeat(10_000)}]\n`;
    expect(() => values(`${large}${times(50, (index) => `b${index}: *a\n`)}`)).toThrow(
      /its aliases repeat more than \d+ characters\.$/,
    );
    const laughs = times(20, (level) => `l${level}: &l${level} [*l${level - 1}, *l${level - 1}]\n`);
    expect(() => values(`l: &l-1 [x]\n${laughs}`)).toThrow("its aliases repeat more than");
  });
});

/** Each of these was looked at from each of its characters: 10^12 steps. */
const LONG = 1_000_000;

describe("a long piece of a text", () => {
  it("that is not understood is repeated in part", () => {
    const text = `a: |${".".repeat(LONG)}x\n  b\n`;
    let message = "";
    try {
      values(text);
    } catch (error) {
      message = (error as Error).message;
    }
    expect(message).toMatch(
      /^node\.yaml:1:5: Block scalar header includes extra .+…; correct the YAML there\.$/,
    );
    expect(message.length).toBeLessThan(300);
  });

  it.each([
    ["the blanks of a key of TOML", `a${" ".repeat(LONG)}= \u2028x`],
    ["the blanks behind a key of TOML", `a = ${" ".repeat(LONG)}\u2028x`],
    ["the blanks of a header of TOML", `[a${" ".repeat(LONG)}\u2028x`],
  ])("is passed once: %s", (_, line) => {
    expect(looksLikeToml(line)).toBe(line.startsWith("a"));
  });

  it.each([
    ["digits of a quantity", () => quantityError(`${"1".repeat(LONG)}!`), /^quantities must match/],
    [
      "blanks in an image",
      () => imagePatternErrors([`a${" ".repeat(LONG)}b`], 36)[0],
      /invalid reference format/,
    ],
    ["a sentence of dots", () => withoutFullStop(`${".".repeat(LONG)}x. `), /^\.+x$/],
  ])("is passed once: %s", (_, answer, expected) => {
    expect(answer()).toMatch(expected);
  });
});

describe("the bounds of a configuration", () => {
  it("hold for the aliases of a long text", () => {
    const list = (item: string) => `[${`${item},`.repeat(32)}]`;
    const lists = `a: &a ${list("*x")}\nb: &b ${list("*a")}\nc: ${list("*b")}\n`;
    const text = `x: &x ${"y".repeat(60_000)}\n${lists}`;
    expect(() => values(text)).toThrow(/its aliases repeat more than \d+ characters\.$/);
  });

  it("hold where the kubelet's own reading of it is followed", () => {
    const read = (text: string) => () => readDocument(text);
    expect(read("[".repeat(MANY))).toThrow("more than 64 levels");
    expect(read(times(101, (index) => `a${index}: &a${index} 1\n`))).toThrow(
      "more than 100 anchors",
    );
  });

  it("hold for what is found, of which the rest is counted", async () => {
    const engine = new EvictionEngine(await WebAssembly.compile(readFileSync(MODULE)));
    const text = `${TYPE_META}${times(1_500, (index) => `k${1_000 + index}: 1\n`)}`;
    const source = { name: "node.yaml", text };
    const { form, ...loaded } = readConfiguration(source);
    const json = toModuleConfiguration({ ...loaded });
    const checked = checkConfiguration(engine, { name: "", source, form, json, notes: [] });
    expect(checked.warnings).toHaveLength(1_000);
    expect(checked.warnings[999]?.line).toBe(1_002);
    expect(checked.notes).toEqual(["500 more warnings are not listed; correct these first."]);
  });

  it("hold for the kinds of node in one text", () => {
    const pools = times(101, () => "{podMaxPids: 1},");
    expect(() =>
      readConfigurations({ name: "n", text: `{kind: List, items: [${pools}]}` }),
    ).toThrow("n describes 101 kinds of node; give at most 100 at once.");
  });
});

describe("a text with many errors", () => {
  it.each(["]", "[{}{}", "!a ", "a: }\n", "a: [\n", "@x\n", '"a\n'])(
    "is refused for the first one: many of %j",
    (piece) => {
      expect(() => values(piece.repeat(MANY))).toThrow(/^node\.yaml:\d+:\d+: .*\.$/);
    },
  );

  it("is refused for its length", () => {
    expect(() => values(" ".repeat(2 ** 22 + 1))).toThrow("it is longer than 4 MiB");
  });

  it("is refused for its number of documents", () => {
    expect(() => values("---\na: 1\n".repeat(1_001))).toThrow("more than 1000 documents");
  });
});

describe("a text that is asked about for several releases", () => {
  it("is read once, and its values stay as they are", () => {
    const text = "kind: KubeletConfiguration\nevictionHard: {memory.available: 1Gi}\n";
    const first = documentsOf({ name: "a.yaml", text });
    readConfigurations({ name: "a.yaml", text }, { kubeletVersion: "1.20" });
    readConfigurations({ name: "a.yaml", text }, { kubeletVersion: "1.37" });
    expect(documentsOf({ name: "a.yaml", text })).toBe(first);
    expect(documentsOf({ name: "b.yaml", text }).values).toEqual(first.values);
  });
});
