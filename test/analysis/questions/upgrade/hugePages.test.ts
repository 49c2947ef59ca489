import { describe, expect, it } from "vitest";
import { comparedHugePages } from "../../../../analysis/questions/upgrade/hugePages.ts";

const node = (name: string, pages: Readonly<Record<string, string>>) => ({
  ...{ apiVersion: "v1", kind: "Node", metadata: { name } },
  status: { capacity: { memory: "32Gi", ...pages } },
});
const NODES = [
  node("a", { "hugepages-2Mi": "1Gi", "hugepages-1Gi": "3Gi" }),
  node("b", { "hugepages-2Mi": "4Gi" }),
  node("c", { "hugepages-2Mi": "0" }),
];

describe("huge pages under two releases", () => {
  it("are left out of the available memory since 1.37, by node", () => {
    const { checked, differences } = comparedHugePages("dump", NODES, { from: "1.36", to: "1.37" });
    expect(checked).toBe("huge pages of 2 nodes compared");
    expect(differences).toMatchObject([
      {
        subject: "memory.available on a, b",
        before: "of 32Gi, 4Gi of it huge pages",
        after: "4Gi less: thresholds in percent are of 28Gi",
        rules: [{ name: "HugePagesUnavailable", gate: "HugepageAwareEviction" }],
      },
    ]);
  });

  it("make no difference to releases before", () => {
    expect(comparedHugePages("dump", NODES, { from: "1.35", to: "1.36" }).differences).toEqual([]);
    expect(
      comparedHugePages("dump", [NODES[2] ?? node("c", {})], { from: "1.36", to: "1.37" }),
    ).toMatchObject({ checked: "", differences: [] });
  });
});
