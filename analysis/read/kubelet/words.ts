/** `KUBELET_ARGS="--flag …"`, `Environment="…"`: an assignment of words among which are flags. */
const ASSIGNMENT = /^[A-Za-z_][A-Za-z0-9_]*=([\s\S]*(?<=[=\s"'])--?[A-Za-z][\s\S]*)$/;
/** `Environment="KUBELET_ARGS=--flag='value'"` is two assignments deep. */
const NESTING_MAX = 4;
const WORD_PART = /\\([\s\S])|"((?:[^"\\]+|\\[\s\S])*)"?|'([^']*)'?|([^\s"'\\]+)|(\s+)|\\$/g;

/**
 * The words of a command line, a systemd unit or a file of KUBELET_ARGS, quotes removed, variables
 * not expanded. A `/proc/PID/cmdline` separates its words with NUL and quotes nothing.
 */
export function wordsOf(text: string): string[] {
  if (text.includes("\0")) return text.split("\0").filter((word) => word !== "");
  const lines = text.replace(/\\\r?\n/g, " ").split(/\r?\n/);
  return lines.filter((line) => !/^\s*[#;]/.test(line)).flatMap((line) => wordsOfLine(line, 0));
}

function wordsOfLine(line: string, nesting: number): string[] {
  const words: string[] = [];
  let word: string | null = null;
  for (const [, escaped, double, single, bare, space] of line.matchAll(WORD_PART)) {
    if (space !== undefined) {
      if (word !== null) words.push(word);
      word = null;
    } else {
      const unescaped = double?.replace(/\\(["\\$`])/g, "$1");
      word = (word ?? "") + (escaped ?? unescaped ?? single ?? bare ?? "");
    }
  }
  if (word !== null) words.push(word);
  return words.flatMap((found) => inside(found, nesting));
}

function inside(word: string, nesting: number): string[] {
  const value = ASSIGNMENT.exec(word)?.[1];
  return value === undefined || nesting >= NESTING_MAX ? [word] : wordsOfLine(value, nesting + 1);
}
