import { Fragment, type Node, Schema, Slice } from "prosemirror-model";
import { type EditorState, Plugin, TextSelection, type Transaction } from "prosemirror-state";

/** A text is a list of lines; colours and sentences are shown in it and are no part of it. */
const SCHEMA = new Schema({
  nodes: {
    doc: { content: "line+" },
    line: {
      content: "text*",
      marks: "",
      // Whatever is pasted is taken as plain text.
      code: true,
      parseDOM: [{ tag: "div" }],
      toDOM: () => ["div", { class: "line" }, 0],
    },
    text: {},
  },
});

export function documentOf(text: string): Node {
  return SCHEMA.node("doc", null, linesOf(text));
}

export function textOf(document: Node): string {
  return document.children.map(({ textContent }) => textContent).join("\n");
}

/** Line breaks as the document has them. */
export function unified(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}

/** Between two lines lie the end of one and the beginning of the next: one more than in a text. */
export function positionAt(line: number, offset: number): number {
  return offset + 1 + line;
}

/** Puts a text, of one line or of several, in the place of a range; the cursor comes after it. */
export function put(transaction: Transaction, text: string, from: number, to: number): Transaction {
  transaction.replace(from, to, new Slice(Fragment.from(linesOf(text)), 1, 1));
  const end = transaction.doc.resolve(transaction.mapping.map(to));
  return transaction.setSelection(TextSelection.near(end, -1)).scrollIntoView();
}

/** Browsers may leave a line break inside a line, when a text is pasted or inserted as a whole. */
export const breakLines = new Plugin({
  appendTransaction(transactions, _, state) {
    if (!transactions.some(({ docChanged }) => docChanged)) return null;
    const breaks = lineBreaks(state);
    if (breaks.length === 0) return null;
    const transaction = state.tr;
    const split = new Slice(Fragment.from(linesOf("\n")), 1, 1);
    for (const at of breaks.reverse()) transaction.replace(at, at + 1, split);
    return transaction;
  },
});

function lineBreaks(state: EditorState): number[] {
  const found: number[] = [];
  state.doc.forEach((line, start) => {
    const text = line.textContent;
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) {
      found.push(start + 1 + at);
    }
  });
  return found;
}

function linesOf(text: string): Node[] {
  const lines = unified(text).split("\n");
  return lines.map((line) => SCHEMA.node("line", null, line === "" ? [] : SCHEMA.text(line)));
}
