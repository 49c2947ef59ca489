import { basename } from "node:path";
import { FLAGS } from "../../../../analysis/read/kubelet/flagTable.ts";
import { shellWord } from "../../../../analysis/text/shellWord.ts";

/** Options of `replay` that say how it prints, with the number of words that belong to each. */
const PRINTING = new Map([
  ["--output", 1],
  ["-o", 1],
  ["--detail", 1],
  ["--only-changes", 0],
  ["--all", 0],
]);

/** Options that `diff` applies to one of its two sides. */
const OF_ONE_SIDE: ReadonlySet<string> = new Set(
  ["config-dir", "profile", "kubelet-version", ...FLAGS.keys()].map((name) => `--${name}`),
);

/**
 * The words after `replay` that name the capture and the policy, for the command line of another
 * command; null when one of them is standard input, which is read only once.
 */
export function sameInput(words: readonly string[]): string | null {
  const kept = inputWords(words);
  return kept.includes("-") ? null : kept.map(shellWord).join(" ");
}

/**
 * The same for `diff`, with the replayed policy on both of its sides, so that what follows changes
 * one; null where that cannot be said.
 */
export function sameInputTwice(words: readonly string[]): string | null {
  const kept = inputWords(words);
  if (kept.includes("-") || kept.some((word) => OF_ONE_SIDE.has(nameOf(word)))) return null;
  const at = kept.findIndex((word) => nameOf(word) === "--config");
  const config = at < 0 ? [] : kept.slice(at, kept[at]?.includes("=") ? at + 1 : at + 2);
  return [...kept, ...config].map(shellWord).join(" ");
}

/** The words without the folders of this machine, which are nothing to a reader of a report. */
export function withoutFolders(words: readonly string[]): readonly string[] {
  return words.map((word) => {
    return word.replace(/^(--[\w-]+=)?(\/.+)$/, (_, flag = "", path) => flag + basename(path));
  });
}

function inputWords(words: readonly string[]): string[] {
  const kept: string[] = [];
  for (let at = 1; at < words.length; at++) {
    const word = words[at] ?? "";
    const further = PRINTING.get(nameOf(word));
    if (further === undefined) kept.push(word);
    else if (!word.includes("=")) at += further;
  }
  return kept;
}

/** The option that a word gives, if it gives one. */
function nameOf(word: string): string {
  return word.replace(/=.*/s, "");
}
