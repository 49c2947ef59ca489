/** Patterns of earlyoom; what regcomp and regexec of glibc 2.36 say of them is in the tables. */
import { describe, expect, it } from "vitest";
import { readEarlyoomArguments } from "../../analysis/read/killer/earlyoomArguments.ts";
import { compileExpression } from "../../analysis/read/killer/expression/extendedExpression.ts";

const MATCHES: readonly (readonly [pattern: string, name: string, isMatch: boolean])[] = [
  ["", "", true],
  ["^(java|web)$", "web", true],
  ["^(java|web)$", "web2", false],
  ["(^|/)(init|X|sshd)$", "a/sshd", true],
  ["a||b", "c", true],
  ["()", "c", true],
  ["^()$", "c", false],
  ["^a{2}$", "aa", true],
  ["^a{2}$", "aaa", false],
  ["^a{,2}$", "", true],
  ["^a{,2}$", "aaa", false],
  ["^a{,}$", "aaa", true],
  ["^a{0}b$", "b", true],
  ["^a{2,}$", "a", false],
  ["^(ab?){2,3}$", "abaab", true],
  ["^a**$", "aaa", true],
  ["^a+?$", "", true],
  ["a}", "a}", true],
  ["a)", "a)", true],
  // A letter after a backslash is that letter, or what GNU makes of it.
  ["^\\d$", "7", false],
  ["^\\d$", "d", true],
  ["^\\t$", "t", true],
  ["^\\w+$", "a_1", true],
  ["^\\W$", "é", false],
  ["^\\W\\W$", "é", true],
  ["\\<b", "a-b", true],
  ["\\<b", "ab", false],
  ["a\\>", "a-b", true],
  ["a\\Bb", "ab", true],
  ["a\\b", "ab", false],
  ["\\`a\\'", "a", true],
  ["a\\s", "a ", true],
  ["^\\S$", " ", false],
  // In brackets, a backslash is a character, and a hyphen is one at either end.
  ["^[\\d]$", "\\", true],
  ["^[\\d]$", "7", false],
  ["^[]a]$", "]", true],
  ["^[^]a]$", "]", false],
  ["^[a-]$", "-", true],
  ["^[--a]$", "A", true],
  ["^[a^]$", "^", true],
  ["^[[]$", "[", true],
  ["^[^a]$", "\n", true],
  ["^.$", "\n", true],
  ["^[[:alpha:][:digit:]]+$", "a7", true],
  ["^[[:alpha:]]$", "_", false],
  ["^[[:punct:]]$", "_", true],
  ["^[[:blank:]]$", "\v", false],
  ["^[[=a=]]$", "a", true],
  ["^[[.-.]-a]$", "A", true],
  // Of bytes, in the locale C; the kernel keeps 15 of them.
  ["^.$", "é", false],
  ["^..$", "é", true],
  ["^[é][é]$", "é", true],
  ["p$", "abcdefghijklmnop", false],
  ["o$", "abcdefghijklmnop", true],
  ["^.{14}$", "abcdefghijklmné", true],
];

const BROKEN = [
  ...["(", "(a", "a|(b", "*", "a|*b", "(*a)", "^*", "\\b+", "{1}", "a{", "a{}", "a{x}", "a{3,2}"],
  ...[
    "a{1",
    "a{32768}",
    "\\",
    "a\\",
    "[",
    "[a",
    "[]",
    "[^]",
    "[a-",
    "[c-a]",
    "[a-c-e]",
    "[[:foo:]]",
  ],
  ...["[[:alpha:]-z]", "[[:alpha:", "[[=ab=]]", "[[.ab.]]", "[[.space.]]", "[[=a=]-b]", "[a---c]"],
  ...["\\1", "\\1(a)", "(a\\1)", "(a)\\2"],
];

function refusal(pattern: string): string {
  try {
    readEarlyoomArguments(["--avoid", pattern], (reason) => new Error(reason));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return "";
}

describe("a pattern of earlyoom", () => {
  it.each(MATCHES)("%j is matched with %j as by glibc", (pattern, name, isMatch) => {
    expect(compileExpression(pattern)(name)).toBe(isMatch);
  });

  it.each(BROKEN)("%j ends earlyoom with its own words", (pattern) => {
    expect(refusal(pattern)).toBe(`fatal: could not compile regexp '${pattern}'`);
  });

  it.each([
    ["(a)\\1", "--avoid of earlyoom has a back-reference, which is not supported"],
    [
      "a".repeat(1001),
      "--avoid of earlyoom has a pattern of more than 1000 characters, which is not supported",
    ],
  ])("is refused where glibc takes it, and this does not: %#", (pattern, expected) => {
    expect(refusal(pattern)).toBe(expected);
  });

  it.each([
    ["nested stars", `^${"(".repeat(300)}a${")*".repeat(300)}$`],
    ["nested counts", `^${"(".repeat(110)}a?${"){9,99}".repeat(110)}$`],
    ["letters that may be absent", `^${"a?".repeat(240)}${"a".repeat(240)}$`],
    ["choices of the same", `^(${"a|".repeat(240)}a)*$`],
    ["stars after each other", `^${"(a|aa)*".repeat(140)}$`],
  ])("takes no longer than its length for %s", (_title, pattern) => {
    const matches = compileExpression(pattern);
    for (let other = 0; other < 50; other += 1) expect(matches(`aaaaaaaaaaaa${other}`)).toBe(false);
  });
});
