/** A kubelet's log as a document: what is said of all passes, then what happened in each. */
import {
  type Document,
  list,
  type Section,
  section,
  type Text,
  type TimelineLine,
} from "../../text/document.ts";
import { journalTitle } from "./journal.ts";

/** `first` is the time of the first pass. */
export function journalDocument(
  { name, first }: { readonly name: string; readonly first: bigint | null },
  lines: readonly TimelineLine[],
  sentences: readonly Text[],
): Document {
  return {
    title: journalTitle(name, first),
    lead: list(sentences, "none"),
    sections: section("What happened", [{ is: "timeline", lines, cut: "middle" }]),
  };
}

/** What is said of all passes, after the last. */
export function journalEnd(sentences: readonly Text[]): readonly Section[] {
  return section("In all", list(sentences, "none"));
}
