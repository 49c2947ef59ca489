import { expect, it } from "vitest";
import { sourceText } from "../../../analysis/text/sourceText.ts";

it("names the file without its folders, and leaves out what is not known", () => {
  expect(sourceText("/tmp/a b/node.ndjson", ["capture", undefined, "", "kubelet 1.36"])).toBe(
    "node.ndjson · capture · kubelet 1.36",
  );
});

it("leaves the name out where the line would not fit a terminal of 80 columns", () => {
  const known = "112 samples, 10s apart · 2026-01-15 · kubelet 1.36";
  expect(sourceText(`${"n".repeat(25)}`, [known])).toContain("nnn · 112 samples");
  expect(sourceText(`${"n".repeat(26)}`, [known])).toBe(known);
});
