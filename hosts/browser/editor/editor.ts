import { history } from "prosemirror-history";
import { EditorState, Plugin, type Transaction } from "prosemirror-state";
import { Decoration, DecorationSet, EditorView } from "prosemirror-view";
import { colours } from "./colours.ts";
import { keys, readSelection } from "./keys.ts";
import { breakLines, documentOf, textOf, unified } from "./lines.ts";
import { NOT_TYPED, offering } from "./offering.ts";
import type { PlacedSentence } from "./placed.ts";
import { placing, underLines } from "./underLines.ts";

/** Milliseconds without a key after which what is written is decided. */
const QUIET_MILLISECONDS = 250;

export interface EditorOptions {
  readonly parent: HTMLElement;
  readonly text: string;
  /** Attributes of the element that takes the text. */
  readonly attributes: Readonly<Record<string, string>>;
  /** Called once the writer pauses. */
  readonly onText: (text: string) => void;
}

/** The text of a configuration, and what is said about it. */
export class ConfigurationEditor {
  readonly #view: EditorView;
  readonly #onText: (text: string) => void;
  /** What was last said to the page or by it: hearing it again is no news. */
  #agreed: string;
  #pause: ReturnType<typeof setTimeout> | undefined;

  constructor({ parent, text, attributes, onText }: EditorOptions) {
    this.#onText = onText;
    this.#agreed = unified(text);
    this.#view = new EditorView(parent, {
      state: EditorState.create({ doc: documentOf(text), plugins: PLUGINS }),
      attributes: { ...OF_A_TEXT_FIELD, ...attributes },
      dispatchTransaction: (transaction) => this.#take(transaction),
      clipboardTextSerializer: ({ content }) => content.textBetween(0, content.size, "\n"),
      handleDOMEvents: {
        dragover: (_, event) => leaveFiles(event),
        drop: (_, event) => leaveFiles(event),
        // Whatever is pressed next is about what is written.
        blur: () => {
          if (this.#pause !== undefined) this.#tell();
        },
      },
    });
  }

  /**
   * Another text takes the place of this one, and of what was still being written. The echo of what
   * was written here does not: it comes a frame late, and the writer may have gone on.
   */
  setText(text: string): void {
    if (unified(text) === this.#agreed) return;
    this.#agreed = unified(text);
    this.#endPause();
    const { doc, tr } = this.#view.state;
    if (textOf(doc) === this.#agreed) return;
    tr.replaceWith(0, doc.content.size, documentOf(text).content);
    this.#view.dispatch(tr.setMeta(NOT_TYPED, true));
  }

  /** Says what was found out about `text`, unless something else is being written by now. */
  say(text: string, sentences: readonly PlacedSentence[]): void {
    // What is placed draws the cursor again, and must draw it where it has gone.
    readSelection(this.#view);
    const { state } = this.#view;
    if (textOf(state.doc) === unified(text)) this.#view.dispatch(placing(state, sentences));
  }

  close(): void {
    this.#endPause();
    this.#view.destroy();
  }

  #endPause(): void {
    clearTimeout(this.#pause);
    this.#pause = undefined;
  }

  #tell(): void {
    this.#endPause();
    this.#agreed = textOf(this.#view.state.doc);
    this.#onText(this.#agreed);
  }

  #take(transaction: Transaction): void {
    const state = this.#view.state.apply(transaction);
    this.#view.updateState(state);
    // What the page has written, nobody needs to hear of.
    if (!transaction.docChanged || transaction.getMeta(NOT_TYPED)) return;
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => this.#tell(), QUIET_MILLISECONDS);
  }
}

const OF_A_TEXT_FIELD = {
  class: "lines",
  role: "textbox",
  "aria-multiline": "true",
  spellcheck: "false",
  autocapitalize: "off",
  autocorrect: "off",
};

/** A file that is dropped here is for the page to open; a text stays in the editor. */
function leaveFiles(event: DragEvent): boolean {
  const hasFiles = event.dataTransfer?.types.includes("Files") ?? false;
  if (!hasFiles) event.stopPropagation();
  return hasFiles;
}

/** Marks the line in which the cursor stands. */
const activeLine = new Plugin({
  props: {
    decorations({ doc, selection }) {
      const { $head } = selection;
      const line = Decoration.node($head.before(1), $head.after(1), { class: "active" });
      return DecorationSet.create(doc, [line]);
    },
  },
});

// Tab leaves the editor, as it leaves every field, unless it takes what is offered.
const PLUGINS = [history(), offering, keys, breakLines, colours, underLines, activeLine];
