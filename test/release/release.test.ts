/** What is read and written to compare a release that is not followed yet. */
import { describe, expect, test } from "vitest";
import { differencesIn, extentOf } from "./differences.ts";
import { modulesOf, versionOf } from "./modules.ts";

const PINNED = `module plimsoll/oracle

go 1.26.0

require (
	k8s.io/api v0.36.4
	k8s.io/klog/v2 v2.140.0
	k8s.io/kubernetes v1.36.4
	k8s.io/utils v0.0.0-20260210185600-b8788abfbbc2
)

replace (
	k8s.io/api => k8s.io/api v0.36.4
)
`;

describe("the modules of another version", () => {
  test("are Kubernetes' own in that version, and the others as they were", () => {
    const written = modulesOf(PINNED, ["k8s.io/api", "k8s.io/new"], versionOf("v1.38.0-beta.0"));
    expect(written).toBe(
      PINNED.replace("kubernetes v1.36.4", "kubernetes v1.38.0-beta.0")
        .replaceAll("api v0.36.4", "api v0.38.0-beta.0")
        .replace(/\n\)\n$/, "\n\tk8s.io/new => k8s.io/new v0.38.0-beta.0\n)\n"),
    );
  });

  test.each(["", "1.38", "v2.0.0", "v1.38"])("are refused for %j", (text) => {
    expect(() => versionOf(text)).toThrow("is not a version such as v1.38.0.");
  });
});

describe("the differences of a campaign", () => {
  test.each([
    [
      "listed one a line",
      "1.36: 800 scenarios, 5034 decisions (2 Scheduled), 9 different (seed 1)\n" +
        "  different: message: 2\n  different: refusal by NodeResourcesFit: 7",
      { "refusal by NodeResourcesFit": 7, message: 2 },
    ],
    [
      "in the sentence of all cases",
      "seed 1: 40 drains (3 Drained), 12 evictions, different: 2 the last answers, 1 budgets",
      { "the last answers": 2, budgets: 1 },
    ],
    [
      "of each controller",
      "Job: 58 scenarios the same (9 events), of these 0 but for drift and 0 in another legal " +
        "order; 2 different; 0 passed over\n" +
        "Deployment: 60 scenarios the same (9 events), of these 0 but for drift and 0 in another " +
        "legal order; 0 different; 0 passed over",
      { Job: 2 },
    ],
    ["none", "seed 1: 40 drains (3 Drained), 12 evictions, 0 different", {}],
  ])("%s", (_, output, expected) => {
    expect(Object.fromEntries(differencesIn(output))).toEqual(expected);
    expect(extentOf(`--case 3 differs\n${output}`)).toMatch(/scenarios|drains/);
  });
});
