/** How counts, amounts and texts are put into few words, so that alike cases have one name. */

const COUNTS: readonly (readonly [end: number, word: string])[] = [
  [5, "3-4"],
  [13, "5-12"],
  [41, "13-40"],
];

/** 0, 1, 2, then steps that grow. */
export function countWord(count: number): string {
  if (count <= 2) return String(count);
  return COUNTS.find(([end]) => count < end)?.[1] ?? "over 40";
}

/** How far `value` lies above or below `line`. */
export function marginWord(value: number, line: number): string {
  const margin = value - line;
  if (margin === 0) return "exactly";
  if (margin === 1 || margin === -1) return margin > 0 ? "one above" : "one below";
  return margin > 0 ? "above" : "below";
}

const WIDTHS: readonly (readonly [end: number, word: string])[] = [
  [0, "negative"],
  [1, "zero"],
  [2 ** 31, "31 bits"],
  [2 ** 53, "53 bits"],
  [2 ** 63, "63 bits"],
];

/** Where an amount lies in 64 bits. */
export function widthWord(value: number): string {
  return WIDTHS.find(([end]) => value < end)?.[1] ?? "64 bits";
}

/** The form of a quantity or percentage, without its digits. */
export function formWord(text: string): string {
  const form = text.replace(/\d+/g, "9");
  return form.length <= 12 ? form : "long";
}
