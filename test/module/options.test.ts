import { describe, expect, test } from "vitest";
import { RELEASES } from "../../analysis/engine/contract/releases.ts";
import { Status } from "../../assembly/abi.ts";
import { coreMaker } from "../documents/forging/core.ts";

const make = coreMaker();

function configured(configuration: object) {
  const core = make();
  const status = core.exports.configure(core.write(Buffer.from(JSON.stringify(configuration))));
  core.exports.report(0);
  return { status, answer: JSON.parse(core.answer().toString()) };
}

describe("an option of ours that there is not", () => {
  test.each([
    [{ capacit: { memory: "8Gi" } }, 'plimsoll["capacit"]', /^is not an option; use profile, /],
    [{ profil: "kubelet" }, 'plimsoll["profil"]', /^is not an option/],
    [{ whatif: true }, 'plimsoll["whatif"]', /^is not an option/],
    [
      { layout: { dedicatedImagefs: true } },
      'plimsoll.layout["dedicatedImagefs"]',
      /use dedicated/,
    ],
    [{ capacity: { Memory: "8Gi" } }, 'plimsoll.capacity["Memory"]', /use cpu, memory, /],
  ])("is an error: %j", (plimsoll, path, message) => {
    const { status, answer } = configured({ plimsoll });
    expect(status).toBe(Status.InvalidConfiguration);
    expect(answer).toMatchObject({
      reason: "an option in the member plimsoll is not valid",
      errors: [{ rule: "invalid-option", path, message: expect.stringMatching(message) }],
    });
  });

  test("is named among what flags replaced", () => {
    const { status, answer } = configured({ plimsoll: { replacedByFlags: ["x", "evictionHard"] } });
    expect(status).toBe(Status.Ok);
    const named = answer.warnings.filter(({ rule }: { rule: string }) => rule === "unknown-member");
    expect(named).toHaveLength(1);
    expect(named[0]).toMatchObject({ path: 'plimsoll.replacedByFlags["x"]' });
  });

  test("does not hide what a kubelet would stop on", () => {
    const { answer } = configured({ plimsoll: { profil: 1 }, evictionHard: { "a.b": "1" } });
    expect(answer.reason).toBe("the kubelet would not start with this configuration");
    expect(answer.errors).toHaveLength(2);
  });
});

describe("a release of the kubelet", () => {
  const { oldest, newest } = RELEASES.eviction;

  test.each([
    [`1.${oldest - 1}`, oldest],
    ["v1.5.2", oldest],
    [`1.${newest + 1}`, newest],
  ])("that is not supported, %s, is followed as the nearest one, which is said", (version, as) => {
    const { status, answer } = configured({ plimsoll: { kubeletVersion: version } });
    expect(status).toBe(Status.Ok);
    expect(answer.kubeletVersion).toBe(`1.${as}`);
    expect(answer.warnings).toContainEqual({
      rule: "nearest-release",
      path: "plimsoll.kubeletVersion",
      message: `is ${version}; the nearest supported release, 1.${as}, is followed`,
    });
  });

  test.each(["1.", "2.0", "latest"])("that is none, %s, is an error", (version) => {
    const { status, answer } = configured({ plimsoll: { kubeletVersion: version } });
    expect(status).toBe(Status.InvalidConfiguration);
    expect(answer.errors).toMatchObject([{ path: "plimsoll.kubeletVersion" }]);
  });

  test.each([oldest, newest])("that is supported, 1.%s, is followed without a word", (minor) => {
    const { answer } = configured({ plimsoll: { kubeletVersion: `1.${minor}` } });
    expect(answer).toMatchObject({ kubeletVersion: `1.${minor}`, warnings: [] });
  });
});

test("a node's capacity may list what cannot be reserved", () => {
  const capacity = {
    ...{ cpu: "4", memory: "8Gi", pods: "110", "hugepages-2Mi": "0", "nvidia.com/gpu": "1" },
    ...{ "attachable-volumes-aws-ebs": "25", "ephemeral-storage": "100Gi" },
  };
  expect(configured({ plimsoll: { capacity } }).status).toBe(Status.Ok);
});

describe("a step whose time is odd", () => {
  const STATS = "2026-11-22T10:00:00Z";
  const NOW = BigInt(Date.parse(STATS)) * 1_000_000n;
  const HOUR = 3_600_000_000_000n;

  function warned(...times: bigint[]) {
    const core = make();
    core.exports.configure(core.write(Buffer.from("{}")));
    const memory = { time: STATS, availableBytes: 1, workingSetBytes: 9 };
    const summary = Buffer.from(JSON.stringify({ node: { memory }, pods: [] }));
    for (const time of times) core.exports.observe(core.write(summary), time);
    core.exports.report(0);
    const { warnings = [], digest } = JSON.parse(core.answer().toString());
    return { rules: warnings.map(({ rule }: { rule: string }) => rule), warnings, digest };
  }

  test.each([
    ["in seconds", NOW / 1_000_000_000n],
    ["in microseconds", NOW / 1000n],
    ["zero", 0n],
    ["below zero", -NOW],
    ["the greatest there is", 2n ** 63n - 1n],
    ["three days later", NOW + 72n * HOUR],
  ])("%s is warned of", (_, time) => {
    const { rules, warnings } = warned(time);
    expect(rules).toEqual(["clock"]);
    expect(warnings[0].message).toMatch(/the newest stats are of 2026-11-22T10:00:00Z/);
  });

  test.each([
    ["as that of the stats", NOW],
    ["in another time zone", NOW + 14n * HOUR],
  ])("is not warned of %s", (_, time) => expect(warned(time).rules).toEqual([]));

  test("is warned of when it goes back, whatever was reported before", () => {
    const { rules, warnings } = warned(NOW + 20n, NOW + 10n);
    expect(rules).toEqual(["time-goes-back"]);
    expect(warnings[0].message).toContain(
      "before the step before it at 2026-11-22T10:00:00.00000002Z",
    );
  });
});
