/** What the page says of documents that other pages send. */
import { plural } from "../../../../analysis/text/amount.ts";

export const DOCUMENTS_MAX = 1000;
export const NO_ORIGIN =
  "This page takes documents from pages that have an origin; serve yours over HTTP.";
export const NO_DOCUMENTS =
  `Give documents as [{name, content}], 1 to ${DOCUMENTS_MAX} of them, each content a text, ` +
  "a Blob or bytes.";
export const WAITING = "The user has not answered yet; wait for the answer.";

/** After the origin that asks. */
export function wantsText(documents: number, size: string): string {
  return `wants to open ${plural(documents, "document")} (${size}) here, in place of what is open.`;
}
