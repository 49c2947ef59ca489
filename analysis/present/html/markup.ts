import { plain } from "../../text/document.ts";

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** A text from outside, for an element's content or an attribute between quotes. */
export function markup(text: string): string {
  return entities(plain(text));
}

/** The same without a change of its spaces and lines. */
export function entities(text: string): string {
  return text.replace(/[&<>"']/g, (found) => ENTITIES[found] ?? "");
}
