/** The most characters of a word that are left out; a longer word is cut. */
const WORD_PART_MAX = 40;

/** The text, or as many of its words as `max` characters hold, and an ellipsis. */
export function shortened(text: string, max: number): string {
  if (text.length <= max) return text;
  const space = text.slice(0, max + 1).search(/\s\S*$/);
  const end = space > 0 && space >= max - WORD_PART_MAX ? space : max;
  return `${text.slice(0, end).trimEnd()}…`;
}

/** Cuts in the middle, where names differ least: their beginning and end distinguish them. */
export function shorten(text: string, columns: number): string {
  if (text.length <= columns) return text;
  if (columns <= 1) return "…".slice(0, columns);
  const tail = Math.floor((columns - 1) / 2);
  return `${text.slice(0, columns - 1 - tail)}…${tail === 0 ? "" : text.slice(-tail)}`;
}
