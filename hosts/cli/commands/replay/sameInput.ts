/** Options of `replay` that say how it prints, with the number of words that belong to each. */
const PRINTING = new Map([
  ["--output", 1],
  ["-o", 1],
  ["--detail", 1],
  ["--only-changes", 0],
]);

/**
 * The words after `replay` that name the capture and the policy, for the command line of another
 * command; null when one of them is standard input, which is read only once.
 */
export function sameInput(words: readonly string[]): string | null {
  const kept: string[] = [];
  for (let at = 1; at < words.length; at++) {
    const word = words[at] ?? "";
    const further = PRINTING.get(word.replace(/=.*/s, ""));
    if (further === undefined) kept.push(word);
    else if (!word.includes("=")) at += further;
  }
  return kept.includes("-") ? null : kept.map(quoted).join(" ");
}

/** A word a shell reads as it stands. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
