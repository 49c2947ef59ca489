import { describe, expect, it } from "vitest";
import { findings } from "../../../../analysis/present/terminal/findings.ts";
import { plainStyle } from "../../../../analysis/present/terminal/style.ts";
import { policy } from "../../../hosts/cli/documents.ts";

const style = plainStyle(80);
const finding = {
  rule: "threshold-value",
  path: 'evictionHard["memory.available"]',
  message: "Write a quantity.",
};

describe("the findings about a configuration", () => {
  it("name file, line, member and rule, errors before warnings", () => {
    const lines = findings(
      {
        name: "kubelet.yaml",
        notes: ["It is read as a KubeletConfiguration."],
        errors: [{ ...finding, line: 3 }],
        warnings: [{ ...finding, rule: "defaults-wiped", path: "evictionHard" }],
      },
      style,
    );
    expect(lines).toEqual([
      'error  kubelet.yaml:3: evictionHard["memory.available"]  threshold-value',
      "  Write a quantity.",
      "warning  kubelet.yaml: evictionHard  defaults-wiped",
      "  Write a quantity.",
      "note  It is read as a KubeletConfiguration.",
      "",
      "kubelet.yaml: the kubelet would not start (1 error, 1 warning)",
    ]);
  });

  it("show the thresholds that are in force when the kubelet starts", () => {
    const lines = findings(
      { name: "a.yaml", notes: [], errors: [], warnings: [], policy: policy() },
      style,
    );
    expect(lines).toEqual([
      "a.yaml: the kubelet starts (0 errors, 0 warnings)",
      "  memory.available<100Mi  hard    default",
      "  pressure conditions last at least 5m (evictionPressureTransitionPeriod); kubelet 1.35",
    ]);
  });

  it("say that a policy without thresholds evicts nobody", () => {
    const none = policy({ thresholds: [] });
    const lines = findings({ name: "a", notes: [], errors: [], warnings: [], policy: none }, style);
    expect(lines).toContain("  no threshold: nothing is ever evicted for node pressure");
  });
});
