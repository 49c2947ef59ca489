/** The candidates that a killer compared, the first to be killed at the top. */
import { plural } from "../../../text/amount.ts";
import { type Block, type Column, paragraph, type Row, table } from "../../../text/document.ts";

interface Candidate {
  readonly path: string;
  readonly preference: string;
  readonly sentence: string;
}

/** What the first screen has room for. */
const SHOWN = 5;
const COLUMNS: readonly Column[] = [
  { title: "" },
  { title: "#", isNumber: true },
  { title: "candidate", shrinks: true },
  { title: "", isText: true },
];

/** A row for each of the first candidates; the one that is killed is marked. */
export function candidateBlocks(
  candidates: readonly Candidate[] = [],
  victim: string | null = null,
  most = SHOWN,
): readonly Block[] {
  const rows = candidates.slice(0, most).map(({ path, preference, sentence }, index): Row => {
    const isVictim = path === victim;
    const cells = [isVictim ? "✖" : "", String(index + 1), path, sentence];
    if (isVictim) return { cells, tone: "bad", isKept: true };
    return preference === "omit" ? { cells, tone: "faint" } : { cells };
  });
  const more = candidates.length - rows.length;
  return [
    ...table(COLUMNS, rows),
    ...paragraph(more > 0 ? `${plural(more, "more candidate")}: --all lists them.` : undefined),
  ];
}

export function nextWords(next: string | null | undefined): string {
  return next == null ? "No other candidate could be killed." : `Next would be ${next}.`;
}
