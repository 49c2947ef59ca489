/** With a mark before it, a title takes the 80 columns of a terminal. */
const LENGTH_MAX = 78;

/** The first of the titles that fits its line; the last one where none does. */
export function fittingTitle(...titles: readonly string[]): string {
  return titles.find(({ length }) => length <= LENGTH_MAX) ?? titles.at(-1) ?? "";
}
