/**
 * The kernel's table of tasks. Its columns changed: `nr_ptes` (3.x), `nr_pmds` next to it (4.1),
 * `nr_puds` (4.15), `pgtables_bytes` instead (4.16), `rss_anon rss_file rss_shmem` (6.8). A line of
 * titles says which there are.
 */

/** The titles between the brackets and the name, in their order. */
export type Columns = readonly string[];

export interface LoggedTask {
  readonly pid: number;
  readonly uid: number;
  readonly name: string;
  readonly totalVmPages: number | null;
  readonly rssPages: number;
  readonly swapPages: number;
  /** Bytes, or pages of page tables in kernels that count those. */
  readonly pgtablesBytes: number | null;
  readonly pgtablesPages: number;
  /** Null where the table lacks the column. */
  readonly oomScoreAdj: number | null;
}

/** A kernel with patches of its own may have titles of any form. */
const HEADER = /\[ {0,8}pid {0,8}\] {1,16}((?:[^\s[\]]{1,24} {1,16}){3,20})name\s*$/;
/** Names have the length of the kernel's names, 15 bytes; journals may shorten lines. */
const ROW = /\[ {0,12}(\d{1,10})\] {1,16}((?:-?\d{1,20} {1,24}){3,20})(\S.{0,63})$/;
const SIZES = ["uid", "tgid", "total_vm", "rss"];
const LAST = ["swapents", "oom_score_adj"];
const BYTES = "pgtables_bytes";

/** Titles that a row alone shows, and which kernels write them. */
const LAYOUTS: readonly (readonly [columns: Columns, kernels: string])[] = [
  [[...SIZES, "nr_ptes", "nr_pmds", ...LAST], "4.1 to 4.14"],
  [[...SIZES, "nr_ptes", "nr_pmds", "nr_puds", ...LAST], "4.15"],
  [[...SIZES, BYTES, ...LAST], "4.16 to 6.7"],
  [[...SIZES, "rss_anon", "rss_file", "rss_shmem", BYTES, ...LAST], "since 6.8"],
];
const WHOLE_ROW = /^\s{0,12}\[ {0,12}(\d{1,10})\] {1,16}((?:-?\d{1,20} {1,24}){7,10})[^\s\d-]/;
/** The smallest page: a task has page tables of one at least. */
const PAGE_BYTES = 4096;
const COUNTED_PAGES = ["nr_ptes", "nr_pmds", "nr_puds"];

/** What a row begins with, also one of which the rest is cut or no number. */
const ROW_BEGINS = /^\s{0,12}\[ {0,12}\d{1,10}\] {1,16}-?\d{1,20} {1,24}-?\d{1,20}(?: |$)/;

/** Whether a line that `taskOf` does not read is a row nevertheless. */
export function isBrokenRow(text: string): boolean {
  return ROW_BEGINS.test(text);
}

/** What grep or a person writes between rows where others are left out. */
const OMISSION = new RegExp(
  String.raw`^\s*(?:--|[[(<]?(?:\.{3,}|…)[\])>]?|` +
    String.raw`[[(<].{0,20}\b(?:cut|omitted|snip|truncated)\b.{0,40}[\])>])\s*$`,
  "i",
);

/** Whether a line between two rows says that the log leaves out others. */
export function isOmission(text: string): boolean {
  return OMISSION.test(text);
}

/** Null for a line that is not the titles. */
export function columnsOf(text: string): Columns | null {
  const titles = HEADER.exec(text)?.[1];
  return titles === undefined ? null : titles.trim().split(/ +/);
}

/**
 * The titles of a row whose own are missing: its numbers are as many as those of one layout alone.
 * Kernels before 4.1 have seven as well, where page tables in bytes are whole pages.
 */
export function columnsOfRow(text: string): Columns | null {
  const [, pid, written = ""] = WHOLE_ROW.exec(text) ?? [];
  const numbers = written.trim().split(/ +/).map(Number);
  const [columns] = LAYOUTS.find(([titles]) => titles.length === numbers.length) ?? [];
  if (pid === undefined || columns === undefined) return null;
  if (numbers[columns.indexOf("tgid")] !== Number(pid)) return null;
  const bytes = columns.includes(BYTES) ? numbers[columns.indexOf(BYTES)] : PAGE_BYTES;
  return bytes !== undefined && bytes > 0 && bytes % PAGE_BYTES === 0 ? columns : null;
}

/** Which kernels write these titles, where `columnsOfRow` found them. */
export function kernelsOfColumns(columns: Columns): string {
  return LAYOUTS.find(([titles]) => titles === columns)?.[1] ?? "";
}

/** Null for a line that is not a row under these titles. */
export function taskOf(text: string, columns: Columns): LoggedTask | null {
  const found = ROW.exec(text);
  if (found === null) return null;
  const [, pid, written = "", last = ""] = found;
  const cells = `${written}${last}`.split(/ +/);
  const numbers = cells.slice(0, columns.length).map(Number);
  // A name may begin with digits; after too few numbers, the row belongs to another table.
  if (numbers.length < columns.length || !numbers.every(Number.isSafeInteger)) return null;
  const name = cells.slice(columns.length).join(" ");
  const cell = (title: string) => numbers[columns.indexOf(title)] ?? null;
  const rss = cell("rss");
  if (name === "" || rss === null || rss < 0) return null;
  return {
    pid: Number(pid),
    uid: cell("uid") ?? 0,
    name,
    totalVmPages: cell("total_vm"),
    rssPages: rss,
    swapPages: Math.max(0, cell("swapents") ?? 0),
    pgtablesBytes: cell("pgtables_bytes"),
    pgtablesPages: COUNTED_PAGES.reduce((sum, title) => sum + Math.max(0, cell(title) ?? 0), 0),
    oomScoreAdj: cell("oom_score_adj"),
  };
}
