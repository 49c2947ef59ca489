import { describe, expect, it } from "vitest";
import { documentLines } from "../../../../analysis/present/terminal/blocks.ts";
import { plainStyle } from "../../../../analysis/present/terminal/style.ts";
import type { CheckedConfiguration } from "../../../../analysis/questions/check/check.ts";
import { checkDocument } from "../../../../analysis/questions/check/document.ts";
import { policy } from "../../../hosts/cli/documents.ts";

const finding = {
  rule: "threshold-value",
  path: 'evictionHard["memory.available"]',
  message: "Write a quantity.",
};
const FINE = { name: "a.yaml", notes: [], errors: [], warnings: [], policy: policy() };

function lines(
  configurations: readonly CheckedConfiguration[],
  further: Partial<Parameters<typeof checkDocument>[0]> = {},
) {
  const none = { nodes: 0, passedOver: 0, unread: [] };
  const document = checkDocument({ configurations, ...none, ...further });
  return documentLines(document, { all: false }, plainStyle(80));
}

describe("the answer about a configuration", () => {
  it("is whether the kubelet starts, then file, line, member and rule, errors first", () => {
    const checked = {
      name: "kubelet.yaml",
      notes: ["It is read as a KubeletConfiguration."],
      errors: [{ ...finding, line: 3 }],
      warnings: [{ ...finding, rule: "defaults-wiped", path: "evictionHard" }],
    };
    expect(lines([checked])).toEqual([
      "kubelet.yaml: the kubelet would not start (1 error, 1 warning)",
      "",
      'error kubelet.yaml:3: evictionHard["memory.available"] threshold-value',
      "  Write a quantity.",
      "",
      "warning kubelet.yaml: evictionHard defaults-wiped",
      "  Write a quantity.",
      "",
      "- note: It is read as a KubeletConfiguration.",
    ]);
  });

  it("has the thresholds that are in force when the kubelet starts", () => {
    expect(lines([FINE])).toEqual([
      "a.yaml: the kubelet starts (0 errors, 0 warnings)",
      "",
      "threshold               kind  minimum reclaim",
      "memory.available<100Mi  hard                   default",
      "",
      "pressure conditions last at least 5m (evictionPressureTransitionPeriod);",
      "kubelet 1.35",
    ]);
  });

  it("says that a policy without thresholds evicts nobody", () => {
    const none = { ...FINE, policy: policy({ thresholds: [] }) };
    expect(lines([none])).toContain("no thresholds: no pod is ever evicted for node pressure");
  });

  it("counts before it has a section for each of several", () => {
    const broken = { name: "b.yaml", notes: [], errors: [finding], warnings: [] };
    const shown = lines([FINE, broken], { nodes: 3, passedOver: 2, unread: ["c is a folder."] });
    expect(shown.filter((line) => /^\S/.test(line))).toEqual([
      "In all: 3 nodes, 2 configurations, 1 error, 0 warnings; 2 other files",
      "configure no kubelet",
      "a.yaml: the kubelet starts (0 errors, 0 warnings)",
      "b.yaml: the kubelet would not start (1 error, 0 warnings)",
      "Not read",
    ]);
    expect(shown.at(-1)).toBe("  - c is a folder.");
  });
});
