/** Documents of any origin: an answer or one sentence, in time and memory that are bounded. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readKillerScenario } from "../../analysis/read/killer/scenario.ts";
import { UnreadableError } from "../../analysis/read/unreadable.ts";
import { Detail } from "../../assembly/abi.ts";
import { mutatedTexts } from "../documents/mutatedTexts.ts";
import { collidingPaths } from "./collidingPaths.ts";
import { decisionsIn, engine, VECTORS, vectorText } from "./module.ts";

const texts = VECTORS.map(({ id }) => vectorText(`${id}.json`));
const MANAGED = [{ mode: "kill", path: "/", property: "ManagedOOMSwap" }];
const LOW = { MemTotal: 1e6, MemFree: 1e4, MemAvailable: 9e4, SwapTotal: 1e6, SwapFree: 9e4 };
const scenario = (members: object) => ({ killer: "systemd-oomd", scenario: members });

it("answers mutated scenarios with decisions or one sentence", () => {
  const inserted = ["", "0", "9".repeat(25), "-1", "null", '"', "{}", "[]", "/", "1e9"];
  fc.assert(
    fc.property(mutatedTexts(texts, { inserted, removedMax: 20, max: 4 }), (changed) => {
      try {
        // Not a week of looks.
        if (readKillerScenario(changed, "a.json").seconds > 100) return;
        decisionsIn(changed, "252", Detail.Decision);
      } catch (error) {
        if (!(error instanceof UnreadableError)) throw error;
        expect(error.message).toMatch(/\.$/);
      }
    }),
    { numRuns: 400 },
  );
});

describe("a scenario is refused in one sentence", () => {
  it.each([
    ["a.json: it is not a JSON object.", []],
    ["a.json: steps is a list with at least one step.", scenario({ steps: [] })],
    ["a.json: step 2 has no moment at, in seconds.", scenario({ steps: [{ at: 0 }, {}] })],
    ["a.json: a scenario has no member step.", scenario({ step: [], steps: [{ at: 0 }] })],
    [
      "a.json: step 2 has a member cgroup, which no step has.",
      scenario({ steps: [{ at: 0 }, { at: 1, cgroup: {} }] }),
    ],
    [
      "a.json: step 1: cgroup /a has a member presure, which no cgroup has.",
      scenario({ steps: [{ at: 0, cgroups: { "/a": { presure: [1, 1, 1, 1] } } }] }),
    ],
    [
      "$.killer: killer is systemd-oomd, oomd or earlyoom.",
      { killer: "nohang", scenario: { steps: [{ at: 0 }] } },
    ],
    [
      "a.json: config is an object with rulesets; --config names a file of oomd.",
      { killer: "oomd", scenario: { steps: [{ at: 0 }] } },
    ],
    [
      "$.conf.SwapLimit: no setting of oomd.conf in this release is called so.",
      scenario({ conf: { SwapLimit: "1%" }, steps: [{ at: 0 }] }),
    ],
    [
      "step 1: $.cgroups./a/../b: a cgroup's path begins with /",
      scenario({ steps: [{ at: 0, cgroups: { "/a/../b": {} } }] }),
    ],
  ])("%s", (sentence, document) => {
    expect(() => decisionsIn(document)).toThrow(UnreadableError);
    expect(() => decisionsIn(document)).toThrow(sentence);
  });

  it("names the releases that are followed", () => {
    const document = scenario({ steps: [{ at: 0 }] });
    expect(() => decisionsIn(document, "246")).toThrow("from 247 to 262");
    expect(() => decisionsIn(document, "263")).toThrow("from 247 to 262");
  });

  it("says so of a duration with which systemd-oomd ends", () => {
    const document = scenario({
      conf: { DefaultMemoryPressureDurationSec: "500ms" },
      steps: [{ at: 0 }],
    });
    expect(() => decisionsIn(document, "256")).toThrow("below 1s");
    expect(decisionsIn(document, "257")).toEqual([]);
    expect(decisionsIn(document, "249")).toEqual([]);
  });
});

it("decides among 100,000 cgroups", () => {
  const cgroups = Object.fromEntries(
    Array.from({ length: 100_000 }, (_, at) => [`/s${at % 100}/c${at}`, { swap: 1 + at }]),
  );
  const slices = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`/s${at}`, {}]));
  const document = scenario({
    managed: MANAGED,
    seconds: 0.3,
    steps: [{ at: 0, meminfo: LOW, cgroups: { ...slices, ...cgroups } }],
  });
  const [first] = decisionsIn(document, "252", Detail.Decision);
  expect(first).toMatchObject({ victim: null, considered: 100_000 });
});

it("takes no longer for 100,000 names that were made to collide", () => {
  const time = (paths: readonly string[]) => {
    const cgroups = Object.fromEntries(paths.map((path, at) => [path, { swap: 1 + at }]));
    const steps = [{ at: 0, meminfo: LOW, cgroups }];
    const start = performance.now();
    const document = scenario({ managed: MANAGED, seconds: 0.3, steps });
    const [first] = decisionsIn(document, "252", Detail.Decision);
    expect(first).toMatchObject({ considered: 100_000 });
    return performance.now() - start;
  };
  const paths = collidingPaths(100_000);
  const others = paths.map((path, at) => path.slice(0, 8) + String(at).padStart(6, "0"));
  time(others);
  expect(time(paths)).toBeLessThan(10 * time(others));
});

it("refuses more cgroups than there is room for, and goes on after that", () => {
  const cgroups = Object.fromEntries(Array.from({ length: 131_073 }, (_, at) => [`/${at}`, {}]));
  const document = scenario({ steps: [{ at: 0, cgroups }] });
  expect(() => decisionsIn(document)).toThrow("more than 131072 cgroups");
  expect(decisionsIn(vectorText("V01.json"), "252")).toHaveLength(1);
});

it("keeps hostile names as they are", () => {
  const name = '/a"\\\u001b[31m\u0001é😀 b';
  const document = scenario({
    managed: MANAGED,
    seconds: 0.3,
    steps: [{ at: 0, meminfo: LOW, cgroups: { [name]: { swap: 1e8 } } }],
  });
  expect(decisionsIn(document, "252")[0]?.victim).toBe(name);
});

it("refuses steps out of their order, and looks that were not taken", () => {
  const oomd = engine();
  expect(() => oomd.observe({ at: 0 })).toThrow("call configure first");
  oomd.configure({ killer: "systemd-oomd" });
  expect(() => oomd.report()).toThrow("nothing was decided yet");
  expect(() => oomd.observe({ at: 9 })).toThrow("run up to this step first");
  oomd.configure({ killer: "systemd-oomd" });
  expect([...oomd.run(500)]).toEqual([]);
  expect(() => oomd.observe({ at: 0.2 })).toThrow("earlier than the one before");
});
