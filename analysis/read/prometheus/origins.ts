/** Where each number of a capture is from: measured, derived from others, or assumed. */

export type Origin = "measured" | "derived" | "assumed";

export interface OriginRow {
  /** A member of the Summary or the PodList. */
  readonly member: string;
  readonly origin: Origin;
  /** The series it is, or how it was made of them. */
  readonly from: string;
}

const ORDER: readonly Origin[] = ["measured", "derived", "assumed"];

/** Without repeats: measured first, then by member. */
export function inOrder(rows: readonly OriginRow[]): readonly OriginRow[] {
  const seen = new Map(rows.map((row) => [JSON.stringify(row), row]));
  return [...seen.values()].sort(
    (a, b) =>
      ORDER.indexOf(a.origin) - ORDER.indexOf(b.origin) ||
      compare(a.member, b.member) ||
      compare(a.from, b.from),
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
