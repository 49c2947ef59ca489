import { describe, expect, it } from "vitest";
import { EvictionEngine } from "../../../../analysis/engine/evictionEngine.ts";
import { documentLines } from "../../../../analysis/present/terminal/blocks.ts";
import { plainStyle } from "../../../../analysis/present/terminal/style.ts";
import { type DetailedCheck, detailsOf } from "../../../../analysis/questions/check/answer.ts";
import {
  type CheckInput,
  checkConfiguration,
  FINDINGS_MAX,
} from "../../../../analysis/questions/check/check.ts";
import { checkDocument } from "../../../../analysis/questions/check/document.ts";
import {
  readConfiguration,
  toModuleConfiguration,
} from "../../../../analysis/read/kubelet/configuration.ts";
import { loadModule } from "../../../../hosts/system/modules.ts";
import { policy } from "../../../hosts/cli/documents.ts";

const finding = {
  rule: "threshold-value",
  path: 'evictionHard["memory.available"]',
  message: "Write a quantity.",
};
const FINE = { name: "a.yaml", notes: [], errors: [], warnings: [], policy: policy() };

const engine = new EvictionEngine(await loadModule("eviction"));

function lines(
  configurations: readonly DetailedCheck[],
  further: Partial<Parameters<typeof checkDocument>[0]> = {},
  view = { all: false },
) {
  const none = { nodes: 0, passedOver: 0, unread: [] };
  const document = checkDocument({ configurations, ...none, ...further });
  return documentLines(document, view, plainStyle(80));
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
      "✖ The kubelet would not start with kubelet.yaml: 1 error, 1 warning",
      "",
      '  error kubelet.yaml:3: evictionHard["memory.available"] threshold-value',
      "    Write a quantity.",
      "",
      "  warning kubelet.yaml: evictionHard defaults-wiped",
      "    Write a quantity.",
    ]);
    expect(lines([checked], {}, { all: true }).slice(-2)).toEqual([
      "Notes",
      "  - It is read as a KubeletConfiguration.",
    ]);
  });

  it("calls the count of errors what it is where more were found than are listed", () => {
    const { policy: _, ...refused } = FINE;
    const errors = Array.from({ length: FINDINGS_MAX }, () => finding);
    expect(lines([{ ...refused, errors }])[0]).toBe(
      "✖ The kubelet would not start with a.yaml: 1,000 errors or more",
    );
  });

  it("says on its first screen what of an older release was not checked", () => {
    const source = { name: "kubelet.yaml", text: "evictionHard: {memory.available: 500Mi}\n" };
    const options = { kubeletVersion: "1.30" };
    const loaded = readConfiguration(source, options);
    const json = toModuleConfiguration(loaded, options);
    const input: CheckInput = { name: source.name, source, form: loaded.form, json, notes: [] };
    const checked = checkConfiguration(engine, input);
    const [title, ...others] = lines([checked]);
    expect(title).toBe("! The kubelet accepts the eviction settings of kubelet.yaml: 1 warning");
    const unknown = /Unknown {2}Feature gates and other members of kubelet 1\.30 were not checked/;
    expect(others.join("\n")).toMatch(unknown);
    expect(lines([checked], {}, { all: true }).join("\n").split("were not checked")).toHaveLength(
      2,
    );
    expect(lines([checked, FINE]).join("\n")).toMatch(unknown);
  });

  it("has the thresholds that are in force when the kubelet starts", () => {
    expect(lines([{ ...FINE, form: "kubelet configuration", version: "1.35" }])).toEqual([
      "✔ The kubelet starts with a.yaml: no warnings",
      "  kubelet configuration · checked as kubelet 1.35",
      "",
      "  threshold               kind  minimum reclaim",
      "  memory.available<100Mi  hard                   default",
      "",
      "  pressure conditions last at least 5m (evictionPressureTransitionPeriod);",
      "  kubelet 1.35",
    ]);
  });

  it("says that a policy without thresholds evicts nobody", () => {
    const none = { ...FINE, policy: policy({ thresholds: [] }) };
    expect(lines([none])).toContain("  no thresholds: no pod is ever evicted for node pressure");
  });

  it("has a row for each of several, and a section with --all", () => {
    const broken = { name: "b.yaml", notes: [], errors: [finding], warnings: [] };
    const further = { nodes: 3, passedOver: 2, unread: ["c is a folder."] };
    expect(lines([FINE, broken], further)).toEqual([
      "✖ The kubelet would not start with 1 of 2 configurations: 1 error, 0 warnings",
      ...["  3 nodes", "  2 other files without a kubelet configuration", ""],
      "  configuration  kubelet          errors  warnings",
      "  a.yaml         starts                0         0",
      "  b.yaml         would not start       1         0",
      ...["", "Findings", '  error b.yaml: evictionHard["memory.available"] threshold-value'],
      ...["    Write a quantity.", "", "Not read", "  - c is a folder."],
    ]);
    const all = lines([FINE, broken], further, { all: true });
    expect(all).toContain("b.yaml: the kubelet would not start (1 error, 0 warnings)");
  });
});

const SOFT = `apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
evictionHard: {memory.available: 500Mi}
evictionSoft: {memory.available: 800Mi}
`;
const GRACE = "evictionSoftGracePeriod: {memory.available: 1m30s}\n";

describe("the details of an answer", () => {
  const answer = (text: string, capacity?: Record<string, string>) => {
    const source = { name: "k.yaml", text };
    const loaded = readConfiguration(source);
    const input: CheckInput = {
      ...{ name: "k.yaml", source, form: loaded.form, notes: [] },
      json: toModuleConfiguration(loaded, capacity === undefined ? {} : { capacity }),
    };
    const checked = checkConfiguration(engine, input);
    return { ...checked, ...detailsOf(engine, input, checked, capacity), command: "k.yaml" };
  };

  it("are what corrects the errors, which the check then confirms, and its price", () => {
    const shown = lines([answer(SOFT)]);
    expect(shown).toContain("Fixes (checked: with it the kubelet starts, 3 warnings)");
    expect(shown).toContain(`  1  ${GRACE.trim()}`);
    expect(shown.join(" ")).toMatch(/cost: memory.available has to stay under 800Mi for 1m30s/);
    expect(shown.at(-1)).toMatch(/^Next {2}plimsoll check k.yaml --capacity memory=8Gi/);
  });

  it("have no fix where another error stays", () => {
    expect(lines([answer(`${SOFT}maxPods: -1\n`)]).join()).not.toContain("Fixes");
  });

  it("are the price of each threshold on a node, and the fall that it covers", () => {
    const capacity = { memory: "8Gi" };
    const shown = lines([answer(SOFT + GRACE, capacity)]);
    // 8Gi - 500Mi; 800Mi - 500Mi over the grace period and the 10s between two looks.
    expect(shown).toContain(
      "  Pods can request 7.51Gi of 8Gi memory (reserved 0, hard threshold 500Mi).",
    );
    const rows = shown.map((line) => line.trim().split(/ {2,}/));
    expect(rows).toContainEqual([
      "memory.available<500Mi",
      "hard",
      "500Mi",
      "500Mi",
      "500Mi in 10s",
    ]);
    expect(rows).toContainEqual([
      "memory.available<800Mi",
      "soft, 1m30s",
      "800Mi",
      "0",
      "300Mi in 1m40s",
    ]);
    expect(shown.length).toBeLessThan(24);
  });
});
