import { COLUMNS_MAX, type Style } from "./style.ts";
import { hang } from "./wrap.ts";

/** A titled block under which the lines are indented; nothing at all when there are no lines. */
export function section(title: string, lines: readonly string[], style: Style): string[] {
  if (lines.length === 0) return [];
  return ["", style.paint.title(title), ...lines.map((line) => (line === "" ? "" : `  ${line}`))];
}

/** Columns for the lines of a section. */
export function sectionColumns(style: Style): number {
  return Math.min(style.columns, COLUMNS_MAX) - 2;
}

/** Sentences as a list, each under its own dash. */
export function sentences(texts: readonly string[], style: Style): string[] {
  return texts.flatMap((text) => hang("- ", text, sectionColumns(style)));
}
