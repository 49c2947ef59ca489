/** Sentences on stderr, which on a terminal are broken where their advice begins. */
import { inOneLine } from "../../analysis/present/terminal/controls.ts";
import { COLUMNS_MAX } from "../../analysis/present/terminal/style.ts";
import { hang } from "../../analysis/present/terminal/wrap.ts";
import { capitalized } from "../../analysis/text/capitalized.ts";
import type { Io, Output } from "../system/io.ts";
import { asTyped } from "./programName.ts";

const INDENT = "  ";

/**
 * One line for a pipe, and for a terminal with room. A longer sentence has what is wrong first, and
 * what to do about it, after its last semicolon, below that.
 */
export function sentenceLines(label: string, sentence: string, output: Output, io: Io): string {
  const whole = inOneLine(asTyped(sentence, io));
  const columns = Math.min(output.columns, COLUMNS_MAX);
  const fits = label.length + 1 + whole.length <= columns;
  if (fits || !output.isTerminal) return `${label} ${whole}`;
  const at = whole.lastIndexOf("; ");
  const [problem, advice] =
    at < 0 ? [whole, ""] : [`${whole.slice(0, at)}.`, capitalized(whole.slice(at + 2))];
  const [first = "", ...others] = hang(INDENT, `${label} ${problem}`, columns);
  return [first.trimStart(), ...others, ...hang(INDENT, advice, columns)].join("\n");
}
