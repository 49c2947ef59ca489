import { formatCount, plural } from "./amount.ts";

export interface NamesRoom {
  readonly max?: number;
  /** Characters for the names together; the first name is always shown. */
  readonly columns?: number;
  /** What the names are of, for those that are not shown: `and 5 more nodes`. */
  readonly noun?: string;
}

/** `a, b and 5 more`: the names that there is room for. */
export function formatNames(
  names: readonly string[],
  { max = names.length, columns = Number.POSITIVE_INFINITY, noun }: NamesRoom = {},
): string {
  const shown = names.slice(0, max);
  while (shown.length > 1 && shown.join(", ").length > columns) shown.pop();
  const hidden = names.length - shown.length;
  if (hidden === 0) return shown.join(", ");
  const more = noun === undefined ? `${formatCount(hidden)} more` : plural(hidden, `more ${noun}`);
  return `${shown.join(", ")} and ${more}`;
}

/** The same of files; those of one folder or archive are counted under its name. */
export function formatFiles(names: readonly string[], max: number): string {
  const [first = ""] = names;
  const folder = first.slice(0, first.indexOf("/") + 1);
  const isOfFolder = folder !== "" && names.every((name) => name.startsWith(folder));
  return isOfFolder && names.length > max
    ? `${folder.slice(0, -1)} (${plural(names.length, "file")})`
    : formatNames(names, { max });
}

/** How many rows are left out, and the option that shows them. */
export function formatMore(hidden: number): string {
  return `… ${formatCount(hidden)} more with --all`;
}
