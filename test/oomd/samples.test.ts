/** Captures of samples: the same steps as in a scenario, one a line. */
import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { killerDecisions } from "../../analysis/questions/replay/killer/decisions.ts";
import { killerFileOf } from "../../analysis/read/killer/killerFile.ts";
import { readKillerSettings } from "../../analysis/read/killer/killerSettings.ts";
import { readKillerScenario } from "../../analysis/read/killer/scenario.ts";
import { Detail } from "../../assembly/abi.ts";
import { engine, VECTORS, vectorText } from "./module.ts";

const schema = new URL("../../schemas/samples-1.schema.json", import.meta.url);
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, validateFormats: false });
const isLine = ajv.compile(JSON.parse(readFileSync(schema, "utf8")));

function linesOf(header: object, steps: readonly object[]): string {
  const whole = [{ plimsoll: "samples/1", ...header }, ...steps];
  return whole.map((line) => `${JSON.stringify(line)}\n`).join("");
}

/** A scenario as a capture that ends when it does. */
function captureOf(id: string): string {
  const { killer, scenario } = JSON.parse(vectorText(`${id}.json`));
  const { steps, meminfo, processes, rules: _rules, ...settings } = scenario;
  const last = steps?.at(-1)?.at ?? 0;
  const seconds = killer === "earlyoom" ? last : (settings.seconds ?? last + 5);
  return linesOf({ killer, ...settings, seconds }, steps ?? [{ at: 0, meminfo, processes }]);
}

function decided(text: string, given?: Parameters<typeof readKillerScenario>[2]) {
  const scenario = readKillerScenario(text, "a", given);
  return [...killerDecisions(scenario, undefined, engine(), Detail.Counterfactuals)];
}

function given(text: string) {
  const file = killerFileOf(text);
  if (file === null) throw new Error("it configures no killer");
  return readKillerSettings(file, [{ name: "a", text }]).given ?? undefined;
}

describe.each(VECTORS.map(({ id }) => id))("%s as a capture", (id) => {
  it("decides as the scenario does", () => {
    const decisions = decided(captureOf(id));
    expect(decisions.map(({ digest }) => digest)).toEqual(
      decided(vectorText(`${id}.json`)).map(({ digest }) => digest),
    );
  });

  it("has lines as the schema has them", () => {
    for (const line of captureOf(id).trimEnd().split("\n")) {
      expect(isLine(JSON.parse(line)), JSON.stringify(isLine.errors)).toBe(true);
    }
  });
});

const PROCESS = { pid: 7, name: "web", rssPages: 900, oomScore: 900, uid: 1000 };
const LOW = { MemTotal: 1000, MemAvailable: 90, AnonPages: 900, SwapTotal: 1000, SwapFree: 90 };
/** What a machine shows: nothing in it is of one killer alone. */
const MACHINE = linesOf({ managed: [{ mode: "kill", path: "/", property: "ManagedOOMSwap" }] }, [
  { at: 0, meminfo: { ...LOW, MemAvailable: 900 }, processes: [PROCESS] },
  { at: 1, meminfo: LOW, cgroups: { "/a": { current: 5000, swap: 300_000, processes: 1 } } },
  { at: 6 },
]);
const RULESETS = JSON.stringify({
  rulesets: [
    {
      name: "r",
      detectors: [["g", { name: "exists", args: { cgroup: "a" } }]],
      actions: [{ name: "kill_by_memory_size_or_growth", args: { cgroup: "*" } }],
    },
  ],
});

describe("a capture of a machine", () => {
  it("is decided as systemd-oomd does where no killer is named", () => {
    expect(decided(MACHINE)[0]).toMatchObject({ killer: "systemd-oomd", victim: "/a" });
  });

  it.each([
    ["[OOM]\nSwapUsedLimit=95%\n", []],
    ["[OOM]\nSwapUsedLimit=\nPrekillHookTimeoutSec=1s\n", [{ by: "swap", victim: "/a" }]],
    [RULESETS, [{ killer: "oomd", picked: "a" }]],
    ['EARLYOOM_ARGS="-m 1"', [{ pid: null }, { pid: null }, { pid: null }]],
    ["EARLYOOM_ARGS=", [{ pid: null }, { pid: 7 }, { pid: 7 }]],
  ])("is decided by the configuration %j", (config, expected) => {
    const decisions = decided(MACHINE, given(config));
    expect(decisions.slice(0, expected.length || undefined)).toMatchObject(expected);
    if (expected.length === 0) expect(decisions).toEqual([]);
  });

  it("is decided by earlyoom where processes are listed only once memory is low", () => {
    const enough = { ...LOW, MemAvailable: 900 };
    const late = [
      { at: 0, meminfo: enough },
      { at: 1 },
      { at: 2, meminfo: LOW, processes: [PROCESS] },
    ];
    const config = given("EARLYOOM_ARGS=");
    expect(decided(linesOf({}, late), config)).toMatchObject([
      { pid: null },
      { pid: null },
      { pid: 7 },
    ]);
    expect(decided(linesOf({}, late.slice(0, 2)), config)).toMatchObject([
      { pid: null },
      { pid: null },
    ]);
  });

  it("ends with its last step", () => {
    expect(readKillerScenario(MACHINE, "a").seconds).toBe(6);
  });

  it.each([
    ['{"plimsoll":"samples/2"}\n{"at":0}\n', "a: its version is not samples/1."],
    [
      '{"plimsoll":"samples/1"}\n{"at":0}\n{"at":1,"cgr',
      "a: line 3 is not a JSON object; if it was cut off, remove it.",
    ],
    ['{"plimsoll":"samples/1"}\n', "a: steps is a list with at least one step."],
    ['{"plimsoll":"samples/1"}\n{"at":-1}\n', "a: step 1 has no moment at, in seconds."],
    [
      '{"plimsoll":"samples/1","killer":"oomd"}\n{"at":0}\n',
      "a: config is an object with rulesets; --config names a file of oomd.",
    ],
    ['{"plimsoll":"samples/1","shade":1}\n{"at":0}\n', "a: a header has no member shade."],
  ])("is refused in one sentence: %j", (text, sentence) => {
    expect(() => readKillerScenario(text, "a")).toThrow(sentence);
  });
});
