/** With control characters a text can play on a terminal; with the others it reads backwards. */
const CONTROLS = /\p{Cc}|\p{Bidi_Control}/gu;
/** How the palette paints; every other sequence of a painted line came from outside. */
const PAINT = "\\u001b\\[(?:1|2|22|3[1236]|39)m";
const PAINTED = new RegExp(`(${PAINT})|\\p{Cc}|\\p{Bidi_Control}`, "gu");
const REPLACEMENT = "\ufffd";

/** A text of a document, a capture or a file's name, fit for a terminal; it keeps its lines. */
export function withoutControls(text: string): string {
  return text.replace(CONTROLS, (found) => (found === "\n" ? found : REPLACEMENT));
}

/** A line break before what is indented. */
const INDENTED = /\n(?= {2})/;

/**
 * A sentence fit for a terminal, in one line with whatever names are in it, so that none looks
 * like a line of its own; a list in it is indented.
 */
export function inOneLine(sentence: string): string {
  return sentence
    .split(INDENTED)
    .map((line) => line.replace(CONTROLS, REPLACEMENT))
    .join("\n");
}

/** Lines for a terminal: of what controls it only the palette's own colors are left. */
export function printed(lines: readonly string[], isAscii = false): string {
  const clean = lines.map((line) => line.replace(PAINTED, (_, paint) => paint ?? REPLACEMENT));
  const text = clean.map((line) => `${line}\n`).join("");
  return isAscii ? asciiOf(text) : text;
}

/** The replacement of each character that is drawn, one for one, so that columns stay columns. */
const ASCII: Readonly<Record<string, string>> = {
  "█": "#",
  "▏": "#",
  "▎": "#",
  "▍": "#",
  "▌": "#",
  "▋": "#",
  "▊": "#",
  "▉": "#", // a bar
  "░": ".",
  "▸": ">",
  "┃": "|",
  "╎": ":", // what is left of it, and its marks
  "✖": "x",
  "✔": "v",
  "●": "*",
  "○": "o",
  "⟳": "~",
  "≈": "~",
  "…": "~",
  "·": "-",
  µ: "u",
};

function asciiOf(text: string): string {
  return text.replace(/[^\p{ASCII}]/gu, (drawn) => ASCII[drawn] ?? "?");
}

/** Whether the locale names a character set, and one that is not UTF-8. */
export function wantsAscii(environment: Readonly<Record<string, string | undefined>>): boolean {
  const { LC_ALL, LC_CTYPE, LANG } = environment;
  const locale = [LC_ALL, LC_CTYPE, LANG].find((each) => (each ?? "") !== "") ?? "";
  if (locale === "C" || locale === "POSIX") return true;
  return /\.(?!utf-?8)/i.test(locale);
}
