/** A kubelet's log as a document: what is said of all passes, then what happened in each. */
import { type Column, type Document, list, section, table } from "../../text/document.ts";
import { formatTime } from "../../text/time.ts";
import { momentText } from "../../text/utc.ts";
import { type JournalLine, type JournalSentence, journalTitle } from "./journal.ts";

const COLUMNS: readonly Column[] = [{ title: "UTC" }, { title: "what happened", isText: true }];

/** `first` is the time of the first pass. */
export function journalDocument(
  { name, first }: { readonly name: string; readonly first: bigint | null },
  lines: readonly JournalLine[],
  sentences: readonly JournalSentence[],
): Document {
  const rows = lines.map(({ time, mark, text, tone, isDetail = false }) => {
    const cells = [isDetail ? "" : momentOf(time), mark + text];
    return tone === null ? { cells } : { cells, tone };
  });
  const all = sentences.map(({ text, tone }) => (tone === null ? text : [{ text, tone }]));
  return {
    title: journalTitle(name, first),
    lead: list(all, "none"),
    sections: section("What happened", table(COLUMNS, rows, { cut: "middle" })),
  };
}

function momentOf(time: bigint | null): string {
  return time === null ? "?" : momentText(formatTime(time)).slice(0, -" UTC".length);
}
