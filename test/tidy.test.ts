import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { CYCLE_RULES } from "./tidy/cycles.ts";
import { DOCUMENT_RULES } from "./tidy/documents.ts";
import { FENCE_RULES } from "./tidy/fences.ts";
import { MINOR_RULES } from "./tidy/minors.ts";
import { NAME_RULES } from "./tidy/names.ts";
import { PACKAGE_RULES } from "./tidy/packages.ts";
import { PROGRAM_RULES } from "./tidy/programs.ts";
import { RELEASE_RULES } from "./tidy/releases.ts";
import { SYNTAX_RULES } from "./tidy/syntax.ts";
import { TEST_RULES } from "./tidy/tests.ts";
import { TEXT_RULES } from "./tidy/texts.ts";
import { type Finding, readTree, treeOf } from "./tidy/tree.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const RULES = [
  ...TEXT_RULES,
  ...NAME_RULES,
  ...SYNTAX_RULES,
  ...FENCE_RULES,
  ...CYCLE_RULES,
  ...PACKAGE_RULES,
  ...PROGRAM_RULES,
  ...DOCUMENT_RULES,
  ...RELEASE_RULES,
  ...MINOR_RULES,
  ...TEST_RULES,
];
const tree = readTree(ROOT);

function sentencesOf(findings: readonly Finding[]): string[] {
  return findings.map(({ path, line, sentence }) => `${path}:${line}: ${sentence}`);
}

test("the repository was found", () => {
  expect(tree.map(({ path }) => path)).toContain("assembly/abi.ts");
});

describe.each(RULES)("$title", ({ check, bad, good, context }) => {
  test("here", () => {
    expect(sentencesOf(check(tree))).toEqual([]);
  });

  test.each(Object.keys(bad))("objects to its bad sample %s", (path) => {
    expect(check(treeOf({ ...context, ...bad })).map((finding) => finding.path)).toContain(path);
  });

  test("accepts its good samples", () => {
    expect(sentencesOf(check(treeOf({ ...context, ...good })))).toEqual([]);
  });
});
