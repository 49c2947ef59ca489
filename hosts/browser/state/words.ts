/** What the page says while it reads, and where it cannot. */
import { formatFiles } from "../../../analysis/text/names.ts";

export const READING_AGAIN = "Reading the capture again";
export const READING_SIGNALS = "Reading the signals";
export const READING_LIMITS = "Reading the limits";

export function readingText(names: readonly string[]): string {
  return `Reading ${formatFiles(names, NAMES_SHOWN)}`;
}
const NAMES_SHOWN = 3;

export function leftOutText(sentence: string): string {
  return `The changed pods are left out: ${sentence}`;
}

/** `problem`: after what cannot be fetched. */
export function unfetchedText(address: string, problem: string): string {
  return `${address} cannot be fetched${problem}; open the file instead.`;
}

export function notLoadedText(what: string, reason?: string): string {
  const why = reason === undefined ? "" : ` (${reason})`;
  return `${what} cannot be loaded${why}; reload the page.`;
}
export const PASTED = "the pasted text";

/** Of a recorded eviction that is decided again. */
export const READING_RECORDED = "Deciding on the last numbers before that…";
