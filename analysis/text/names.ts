import { formatCount } from "./amount.ts";

export interface NamesRoom {
  readonly max?: number;
  /** Characters for the names together; the first name is always shown. */
  readonly columns?: number;
}

/** `a, b and 5 more`: the names that there is room for. */
export function formatNames(
  names: readonly string[],
  { max = names.length, columns = Number.POSITIVE_INFINITY }: NamesRoom = {},
): string {
  const shown = names.slice(0, max);
  while (shown.length > 1 && shown.join(", ").length > columns) shown.pop();
  const hidden = names.length - shown.length;
  return hidden === 0 ? shown.join(", ") : `${shown.join(", ")} and ${formatCount(hidden)} more`;
}

/** How many rows are left out, and how they are had. */
export function formatMore(hidden: number): string {
  return `… ${formatCount(hidden)} more with --all`;
}
