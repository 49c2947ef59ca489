/** `plimsoll advise` of samples; limits are computed by hand from the rules of each program. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { ExitCode } from "../../../../../hosts/cli/exitCode.ts";
import { layOut } from "../../../daemon/cgroup/tree.ts";
import { commandLine } from "../../commandLine.ts";

const schema = new URL("../../../../../schemas/killer-advice-1.schema.json", import.meta.url);
const isAnswer = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(
  JSON.parse(readFileSync(schema, "utf8")),
);

/** A tenth less a hundredth of memory and of swap is left; /a stalls for 60.5 % of the time. */
const LINES = [
  {
    plimsoll: "samples/1",
    seconds: 10,
    managed: [
      { mode: "kill", path: "/", property: "ManagedOOMSwap" },
      { mode: "kill", path: "/a", property: "ManagedOOMMemoryPressure", limit: "50%" },
      { mode: "kill", path: "/a", property: "OOMRules", rules: ["stalls", "swaps"] },
    ],
  },
  {
    at: 0,
    meminfo: { MemTotal: 1000, MemAvailable: 90, AnonPages: 900, SwapTotal: 1000, SwapFree: 90 },
    cgroups: {
      "/a": { full: [60.5, 9, 9, 9], pgscanRate: 100 },
      "/a/b": { current: 5000, swap: 300_000, pgscanRate: 90, processes: 1 },
    },
    processes: [{ pid: 7, name: "web", rssPages: 900, oomScore: 900, uid: 1000 }],
  },
];
const RULESETS = {
  rulesets: [
    {
      name: "r",
      detectors: [["g", { name: "exists", args: { cgroup: "a" } }]],
      actions: [{ name: "kill_by_memory_size_or_growth", args: { cgroup: "a/*" } }],
    },
  ],
};

const DETECTORS = {
  rulesets: [
    {
      name: "r",
      detectors: [
        [
          "g",
          {
            name: "pressure_above",
            args: { cgroup: "a", resource: "memory", threshold: "60", duration: "0" },
          },
          { name: "swap_free", args: { threshold_pct: "10" } },
        ],
      ],
      actions: RULESETS.rulesets[0]?.actions,
    },
  ],
};

function advise(...words: readonly string[]) {
  const folder = layOut({
    "samples.ndjson": LINES.map((line) => JSON.stringify(line)).join("\n"),
    "oomd.conf": "[OOM]\nDefaultMemoryPressureDurationSec=2s",
    "lenient.conf": "[OOM]\nSwapUsedLimit=99%\nDefaultMemoryPressureDurationSec=1min",
    "stalls.oomrule": "[Rule]\nMemoryPressureAbove=50%\nAction=kill-all",
    "swaps.oomrule": "[Rule]\nSwapUsageMax=50%\nAction=kill-by-swap",
    earlyoom: 'EARLYOOM_ARGS="-m 10"',
  });
  writeFileSync(join(folder, "oomd.json"), JSON.stringify(RULESETS));
  writeFileSync(join(folder, "detectors.json"), JSON.stringify(DETECTORS));
  const placed = words.map((word) => (word.startsWith("@") ? join(folder, word.slice(1)) : word));
  return commandLine(["advise", join(folder, "samples.ndjson"), ...placed], { columns: 100 });
}

async function limitsOf(config: string) {
  const { stdout } = await advise("--config", config, "--output", "json");
  const answer = JSON.parse(stdout);
  expect(isAnswer(answer), JSON.stringify(isAnswer.errors)).toBe(true);
  const limits = answer.limits.map(({ setting, value }: Record<string, string>) => [
    setting,
    value,
  ]);
  return { ...answer, limits };
}

describe("plimsoll advise of samples", () => {
  it.each([
    ["@stalls.oomrule", "MemoryPressureAbove in stalls.oomrule", "60.5%"],
    ["@swaps.oomrule", "SwapUsageMax in swaps.oomrule", "91%"],
  ])("has the first limit with which the rule %s kills nothing", async (file, setting, value) => {
    const { limits } = await limitsOf(file);
    expect(limits).toContainEqual([setting, value]);
  });

  it("has the first limits with which systemd-oomd kills nothing", async () => {
    const { killer, kills, killsWithAll, limits } = await limitsOf("@oomd.conf");
    expect(killer).toBe("systemd-oomd");
    expect(kills).toBeGreaterThan(1);
    // 90 is below a tenth of 1000, and not below 9 %; 60.50 is not above 60.5 %.
    expect(limits).toEqual([
      ["SwapUsedLimit in oomd.conf", "91%"],
      ["ManagedOOMMemoryPressureLimit of /a", "60.5%"],
    ]);
    expect(killsWithAll).toBe(0);
  });

  it("has those of earlyoom, each by itself", async () => {
    // 90 of 990 are 9.09 %, and 90 of 1000 are 9 %; equal is not above.
    expect(await limitsOf("@earlyoom")).toMatchObject({
      ...{ killer: "earlyoom", kills: 1, killsWithAll: 0 },
      limits: [
        ["earlyoom -m", "9.09"],
        ["earlyoom -s", "8.99"],
      ],
    });
  });

  it("has the first thresholds of the detectors with which oomd kills nothing", async () => {
    // 60.5 is above 60 and not above 61; 9 % of swap are below 10 and not below 9.
    const { killer, kills, killsWithAll, limits } = await limitsOf("@detectors.json");
    expect(killer).toBe("oomd");
    expect(kills).toBeGreaterThan(0);
    expect(limits).toEqual([
      ["threshold of pressure_above, detector 1 of g in r", "61"],
      ["threshold_pct of swap_free, detector 2 of g in r", "9"],
    ]);
    expect(killsWithAll).toBe(0);
  });

  it("says where nothing is killed, and that no detector has a threshold", async () => {
    expect((await advise("--config", "@lenient.conf")).stdout).toContain(
      "systemd-oomd kills nothing in these samples; its limits may stay.",
    );
    const { stdout } = await advise("--config", "@oomd.json");
    expect(stdout).toContain("No detector that fired has a threshold");
    expect(await limitsOf("@oomd.json")).toMatchObject({ killer: "oomd", limits: [] });
  });

  it("prints a table, and refuses what belongs to a capture of a kubelet", async () => {
    const { stdout } = await advise("--config", "@oomd.conf");
    expect(stdout).toMatch(/SwapUsedLimit in oomd.conf +\d+ +91%/);
    const { stderr, exitCode } = await advise("--output", "yaml");
    expect(exitCode).toBe(ExitCode.Usage);
    expect(stderr).toContain("--output yaml needs a capture");
  });
});
