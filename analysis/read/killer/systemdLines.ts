/** Files of systemd, line by line, with what it logs about lines that it ignores. */

export interface Assignment {
  /** 1-based; the last of the lines that backslashes join. */
  readonly line: number;
  readonly section: string;
  readonly key: string;
  readonly value: string;
}

export interface IgnoredLine {
  readonly line: number;
  /** The sentence of systemd. */
  readonly problem: string;
  /** It reads no further. */
  readonly isEnd?: true;
}

/** Sections that only other programs read have names that begin so. */
const FOREIGN = "X-";
/** A section that is not known; nothing is logged about its lines. */
const IGNORED = "";

export function systemdLines(
  text: string,
  sections: readonly string[],
): readonly (Assignment | IgnoredLine)[] {
  const found: (Assignment | IgnoredLine)[] = [];
  let section: string | null = null;
  for (const { line, whole } of wholeLines(text)) {
    const name = whole.endsWith("]") ? whole.slice(1, -1) : null;
    const isHeader = whole.startsWith("[");
    if (isHeader && name === null) {
      found.push({ line, problem: `Invalid section header '${whole}'`, isEnd: true });
      break;
    }
    if (isHeader && name !== null) {
      section = sections.includes(name) ? name : IGNORED;
      if (section !== IGNORED || name.startsWith(FOREIGN)) continue;
      found.push({ line, problem: `Unknown section '${name}'. Ignoring.` });
    } else if (section !== IGNORED) {
      found.push(assignmentIn(whole, line, section));
    }
  }
  return found;
}

function assignmentIn(whole: string, line: number, section: string | null) {
  const equals = whole.indexOf("=");
  if (section === null) return { line, problem: "Assignment outside of section. Ignoring." };
  if (equals < 0) return { line, problem: "Missing '=', ignoring line." };
  if (equals === 0) return { line, problem: "Missing key name before '=', ignoring line." };
  const [key, value] = [whole.slice(0, equals).trim(), whole.slice(equals + 1).trim()];
  return { line, section, key, value };
}

/** Comments are left out, also between lines that a backslash joins; so are empty lines. */
function wholeLines(text: string): readonly { readonly line: number; readonly whole: string }[] {
  const found: { line: number; whole: string }[] = [];
  let joined: string[] = [];
  let line = 0;
  const take = () => {
    const whole = joined.join(" ").trim();
    if (whole !== "") found.push({ line, whole });
    joined = [];
  };
  for (const own of text.split(/\r?\n/)) {
    line += 1;
    if (/^\s*[#;]/.test(own)) continue;
    const isJoined = goesOn(own);
    joined.push(isJoined ? own.slice(0, -1) : own);
    if (!isJoined) take();
  }
  take();
  return found;
}

/** Whether the last backslash is not escaped by the one before it. */
function goesOn(line: string): boolean {
  let at = line.length;
  while (line[at - 1] === "\\") at -= 1;
  return (line.length - at) % 2 === 1;
}
