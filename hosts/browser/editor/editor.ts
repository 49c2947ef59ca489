import {
  acceptCompletion,
  autocompletion,
  completionKeymap,
  completionStatus,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import { bracketMatching, indentOnInput, indentUnit } from "@codemirror/language";
import { lintKeymap } from "@codemirror/lint";
import { Annotation, EditorState, type Extension } from "@codemirror/state";
import {
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { completeMember } from "./completion.ts";
import { look } from "./look.ts";
import type { PlacedSentence } from "./placed.ts";
import { showPlaced, underLines } from "./underLines.ts";

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

/** Not written by the visitor, so nobody needs to hear of it. */
const fromPage = Annotation.define<true>();

/** The text of a configuration, and what is said about it. */
export class ConfigurationEditor {
  readonly #view: EditorView;
  #pause: ReturnType<typeof setTimeout> | undefined;

  constructor({ parent, text, attributes, onText }: EditorOptions) {
    const hear = EditorView.updateListener.of(({ docChanged, transactions, state }) => {
      if (!docChanged || transactions.some((each) => each.annotation(fromPage))) return;
      clearTimeout(this.#pause);
      this.#pause = setTimeout(() => onText(state.doc.toString()), QUIET_MILLISECONDS);
    });
    const extensions = [hear, EditorView.contentAttributes.of({ ...attributes }), EXTENSIONS];
    this.#view = new EditorView({ parent, state: EditorState.create({ doc: text, extensions }) });
  }

  /** Another text takes the place of this one, and of what was still being written. */
  setText(text: string): void {
    const { doc } = this.#view.state;
    if (doc.toString() === text) return;
    clearTimeout(this.#pause);
    const changes = { from: 0, to: doc.length, insert: text };
    this.#view.dispatch({ changes, annotations: fromPage.of(true) });
  }

  /** Says what was found out about `text`, unless something else is being written by now. */
  say(text: string, sentences: readonly PlacedSentence[]): void {
    const { state } = this.#view;
    if (state.doc.toString() === text) this.#view.dispatch(showPlaced(state, sentences));
  }

  close(): void {
    clearTimeout(this.#pause);
    this.#view.destroy();
  }
}

/** Tab leaves the editor, as it leaves every field, unless it takes what is offered. */
const takeOffer = (view: EditorView) =>
  completionStatus(view.state) === "active" && acceptCompletion(view);

/** A file that is dropped here is for the page to open; a text stays in the editor. */
function leaveFiles(event: DragEvent): boolean {
  const hasFiles = event.dataTransfer?.types.includes("Files") ?? false;
  if (!hasFiles) event.stopPropagation();
  return hasFiles;
}

const EXTENSIONS: Extension = [
  lineNumbers(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  history(),
  yaml(),
  indentUnit.of("  "),
  indentOnInput(),
  bracketMatching(),
  autocompletion({ override: [completeMember], icons: false, interactionDelay: 0 }),
  underLines,
  EditorView.lineWrapping,
  EditorView.domEventHandlers({ dragover: leaveFiles, drop: leaveFiles }),
  keymap.of([
    { key: "Tab", run: takeOffer },
    ...completionKeymap,
    ...defaultKeymap,
    ...historyKeymap,
    ...lintKeymap,
  ]),
  look,
];
