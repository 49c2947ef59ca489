/** The most characters of a word that are left out; a longer word is cut. */
const WORD_PART_MAX = 40;

/** The text, or as many of its words as `max` characters hold, and an ellipsis. */
export function shortened(text: string, max: number): string {
  if (text.length <= max) return text;
  const space = text.slice(0, max + 1).search(/\s\S*$/);
  const end = space > 0 && space >= max - WORD_PART_MAX ? space : max;
  return `${text.slice(0, end).trimEnd()}…`;
}
