/** The command line as it was typed, with another option: what an answer suggests next. */
import { shellWord } from "../../analysis/text/shellWord.ts";

/** Options of a form, with the number of words that belong to each. */
const PRINTING = new Map([
  ["--output", 1],
  ["-o", 1],
  ["--all", 0],
]);

/** Null where it reads standard input, which is read only once. */
export function sameCommand(words: readonly string[], option: string): string | null {
  if (words.includes("-")) return null;
  const kept: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    const further = PRINTING.get(word.replace(/=.*/s, ""));
    if (further === undefined) kept.push(word);
    else if (!word.includes("=")) at += further;
  }
  return ["plimsoll", ...kept.map(shellWord), option].join(" ");
}
