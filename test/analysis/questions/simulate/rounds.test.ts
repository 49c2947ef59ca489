import { describe, expect, it } from "vitest";
import { rounds } from "../../../../analysis/questions/simulate/rounds.ts";

/** `ab×3` for a round of two that comes three times. */
function folded(letters: string): string {
  const found = rounds([...letters], (letter) => letter);
  return found.map(({ items, times }) => items.join("") + (times > 1 ? `×${times}` : "")).join(" ");
}

describe("what comes again and again", () => {
  it.each([
    ["", ""],
    ["abc", "a b c"],
    ["abab", "a b a b"],
    ["ababab", "ab×3"],
    ["xabababy", "x ab×3 y"],
    ["abababa", "ab×3 a"],
    ["aaaa", "a×4"],
    ["aabaabaab", "aab×3"],
    ["abcabcabcxyxyxy", "abc×3 xy×3"],
  ])("is shown once: %s", (letters, expected) => {
    expect(folded(letters)).toBe(expected);
  });

  it("names the last of all of them", () => {
    const items = [1, 2, 1, 2, 1, 2].map((kind, at) => ({ kind, at }));
    const [round] = rounds(items, ({ kind }) => String(kind));
    expect(round?.last).toEqual({ kind: 2, at: 5 });
  });
});
