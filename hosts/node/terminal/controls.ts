/** With control characters a text can play on a terminal; with the others it reads backwards. */
const CONTROLS = /\p{Cc}|\p{Bidi_Control}/gu;

/** A text of a document, a capture or a file's name, fit for a terminal; it keeps its lines. */
export function withoutControls(text: string): string {
  return text.replace(CONTROLS, (found) => (found === "\n" ? found : "\ufffd"));
}
