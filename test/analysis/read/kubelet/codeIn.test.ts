import { describe, expect, it } from "vitest";
import { codeIn } from "../../../../analysis/read/kubelet/codeIn.ts";
import { readConfigurations } from "../../../../analysis/read/kubelet/read.ts";
import { sentences } from "./forms/reading.ts";

describe("a configuration within a text", () => {
  it.each([
    [
      "JSON, whatever its strings are like",
      '{"kubelet-arg":{"":"<<A&"},"kind":"KubeletConfiguration"}',
    ],
    ["YAML without a block of code", "kind: KubeletConfiguration\nmaxPods: 50\n"],
    ["YAML with a merge key", "base: &b {a: 1}\nmore:\n  <<: *b\n"],
    ["several blocks without a configuration", "```\na: 1\n```\n```\nb: 2\n```\n"],
  ])("is not looked for in %s", (_, text) => {
    expect(codeIn(text)).toBeNull();
  });

  it("is not looked for in a line that is longer than a command", () => {
    expect(codeIn(`kind: KubeletConfiguration\n#${"<<a|".repeat(100_000)}\rx\n`)).toBeNull();
  });

  it.each([
    ["a KubeletConfiguration", "kind: KubeletConfiguration\nevictionHard: {memory.available: 1Gi}"],
    ["flags", "--eviction-hard=memory.available<1Gi \\\n--max-pods=20"],
  ])("has a note on the text around it: %s", (_, text) => {
    const [loaded, ...others] = readConfigurations({
      name: "issue.md",
      text: `We have:\n\`\`\`\n${text}\n\`\`\`\nWhy?\n`,
    });
    expect(others).toEqual([]);
    expect(loaded?.configuration).toMatchObject({
      evictionHard: { "memory.available": "1Gi" },
    });
    expect(loaded === undefined ? "" : sentences(loaded)).toContain(
      "issue.md: the text around the configuration is left out.",
    );
  });

  it("keeps each line in its place", () => {
    expect(codeIn("text\n```yaml\nmaxPods: 50\n```\nmore\n")).toEqual({
      text: "\n\nmaxPods: 50\n\n\n",
      cut: null,
    });
  });
});
