/** With a mark before it, a title takes the 80 columns of a terminal. */
export const TITLE_LENGTH_MAX = 78;

/** The first of the titles that fits its line; the last one where none does. */
export function fittingTitle(...titles: readonly string[]): string {
  return titles.find(({ length }) => length <= TITLE_LENGTH_MAX) ?? titles.at(-1) ?? "";
}
