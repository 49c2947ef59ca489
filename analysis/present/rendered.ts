import type { Document, DocumentForm } from "../text/document.ts";
import type { View } from "./shown.ts";
import { documentLines } from "./terminal/blocks.ts";
import { printed } from "./terminal/controls.ts";
import type { Style } from "./terminal/style.ts";

/** A document as a whole in the form; the style is that of the terminal. */
export async function rendered(
  document: Document,
  form: DocumentForm,
  view: View,
  style: Style,
): Promise<string> {
  switch (form) {
    case "text":
      return printed(documentLines(document, view, style), style.isAscii);
    case "markdown":
      return (await import("./markdown/markdown.ts")).markdown(document, view);
    case "html":
      return (await import("./html/html.ts")).html(document, view);
  }
}
