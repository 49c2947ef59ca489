import {
  acceptCompletion,
  autocompletion,
  completionKeymap,
  completionStatus,
  startCompletion,
} from "@codemirror/autocomplete";
import { defaultKeymap } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  getIndentUnit,
  type IndentContext,
  indentService,
} from "@codemirror/language";
import { linter, lintGutter, lintKeymap } from "@codemirror/lint";
import { search, searchKeymap } from "@codemirror/search";
import { Annotation, EditorState, type Extension, Text, type Transaction } from "@codemirror/state";
import {
  EditorView,
  highlightActiveLine,
  keymap,
  lineNumbers,
  type ViewUpdate,
} from "@codemirror/view";
import type { PlacedSentence } from "../../../../analysis/questions/check/placedSentences.ts";
import { changedBars, setRecorded } from "./changedLines.ts";
import { completionsAt } from "./completion.ts";
import { documentation } from "./documentation.ts";
import { looks } from "./looks.ts";
import { pointAt, pointedLine } from "./pointedLine.ts";
import { sentencesUnderLines, showSentences } from "./underLines.ts";

/** Milliseconds without a key after which what is written is decided. */
const QUIET_MILLISECONDS = 250;
/** Milliseconds after a key in which the line at the cursor may still be half written. */
const WRITING_MILLISECONDS = 1000;
/** Kinds of changes that follow each other in one go. */
const BURSTS = ["input.type", "delete"];
/** A line whose content is below it, or inside a bracket. */
const OPENS = /[:[{]\s*$/;

export interface EditorOptions {
  /** Gets a shadow root: its style sheets are constructed, which the page's policy allows. */
  readonly host: HTMLElement;
  readonly text: string;
  /** The capture that the text belongs to. */
  readonly capture: string;
  /** Attributes of the element that takes the text. */
  readonly attributes: Readonly<Record<string, string>>;
  /** Called after a pause in the typing. */
  readonly onText: (text: string) => void;
  /** The page has one history for everything that is changed. */
  readonly onUndo: () => void;
  readonly onRedo: () => void;
}

/** A change that belongs to the one before: of the same kind, and where that ended. */
interface Burst {
  readonly kind: string;
  readonly end: number;
}

/** On a transaction that the page makes: it knows the text already. */
const fromPage = Annotation.define<boolean>();

/** The text of a configuration, with the engine's sentences under its lines. */
export class ConfigurationEditor {
  readonly #view: EditorView;
  readonly #extensions: Extension;
  readonly #onText: (text: string) => void;
  /** The text that the page and the editor last agreed on. */
  #agreed: string;
  #capture: string;
  #pause: ReturnType<typeof setTimeout> | undefined;
  #burst: Burst | null = null;
  #sentences: readonly PlacedSentence[] = [];
  /** When the text was last changed here. */
  #written = Number.NEGATIVE_INFINITY;
  #hasWithheld = false;
  #telling: ReturnType<typeof setTimeout> | undefined;

  constructor({ host, text, capture, attributes, onText, onUndo, onRedo }: EditorOptions) {
    this.#onText = onText;
    this.#agreed = withNewlines(text);
    this.#capture = capture;
    const flushedBefore = (act: () => void) => () => {
      this.#flush();
      act();
      return true;
    };
    this.#extensions = [
      keymap.of([
        { key: "Mod-z", run: flushedBefore(onUndo), preventDefault: true },
        { key: "Mod-y", run: flushedBefore(onRedo), preventDefault: true },
        { key: "Mod-Shift-z", run: flushedBefore(onRedo), preventDefault: true },
      ]),
      EXTENSIONS,
      EditorView.contentAttributes.of(attributes),
      EditorView.updateListener.of((update) => this.#update(update)),
      // The next action, wherever it is, is about the present text.
      EditorView.domEventHandlers({ blur: () => this.#flush() }),
    ];
    const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
    this.#view = new EditorView({ state: this.#stateOf(this.#agreed), parent: root, root });
  }

  /**
   * Replaces the text, unless it is what the editor itself sent: that comes back a frame late, and
   * the user may have typed on. The text of another capture begins another history.
   */
  setText(text: string, capture: string): void {
    const isAnother = capture !== this.#capture;
    this.#capture = capture;
    if (withNewlines(text) === this.#agreed && !isAnother) return;
    this.#agreed = withNewlines(text);
    clearTimeout(this.#pause);
    this.#pause = undefined;
    const { state } = this.#view;
    if (isAnother) {
      this.#view.setState(this.#stateOf(this.#agreed));
    } else if (state.doc.toString() !== this.#agreed) {
      const changes = changeBetween(state.doc.toString(), this.#agreed);
      const selection = { anchor: changes.from + changes.insert.length };
      this.#view.dispatch({ changes, selection, annotations: fromPage.of(true) });
    }
  }

  /** Shows what was found out about `text`, unless the text has changed. */
  show(text: string, sentences: readonly PlacedSentence[]): void {
    if (this.#view.state.doc.toString() !== withNewlines(text)) return;
    this.#sentences = sentences;
    this.#tell();
  }

  /** A line that is being written is not called wrong before it is finished. */
  #tell(): void {
    const { state } = this.#view;
    const line = state.doc.lineAt(state.selection.main.head).number;
    const isWriting = this.#writingLeft() > 0 || completionStatus(state) === "active";
    const told = this.#sentences.filter(
      (each) => !isWriting || each.severity !== "error" || each.line !== line,
    );
    this.#hasWithheld = told.length < this.#sentences.length;
    this.#view.dispatch(showSentences(state, told));
    if (this.#hasWithheld) this.#tellLater();
  }

  /** With an offer open, the update that closes it tells. */
  #tellLater(): void {
    clearTimeout(this.#telling);
    if (completionStatus(this.#view.state) === "active") return;
    this.#telling = setTimeout(() => this.#tell(), Math.max(this.#writingLeft(), 0));
  }

  #writingLeft(): number {
    return this.#written + WRITING_MILLISECONDS - performance.now();
  }

  close(): void {
    clearTimeout(this.#pause);
    clearTimeout(this.#telling);
    this.#view.destroy();
  }

  #stateOf(text: string): EditorState {
    return EditorState.create({ doc: text, extensions: this.#extensions });
  }

  #update({ docChanged, transactions, startState, changes }: ViewUpdate): void {
    if (this.#hasWithheld && !docChanged) this.#tellLater();
    if (!docChanged || transactions.every((each) => each.annotation(fromPage))) return;
    this.#written = performance.now();
    // They are about another text now, and the next ones come after a pause.
    clearTimeout(this.#telling);
    this.#hasWithheld = false;
    const kind = kindOf(transactions);
    let [from, end] = [Number.POSITIVE_INFINITY, 0];
    changes.iterChangedRanges((_, __, fromB, toB) => {
      from = Math.min(from, fromB);
      end = Math.max(end, toB);
    });
    const isSameBurst =
      kind !== "" && this.#burst?.kind === kind && isNear(this.#burst.end, from, end);
    // What was written before is a step of its own in the history of the page.
    if (this.#pause !== undefined && !isSameBurst) this.#send(startState.doc.toString());
    this.#burst = { kind, end };
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => this.#flush(), QUIET_MILLISECONDS);
  }

  /** Marks what is not as it was recorded. */
  compareWith(recorded: string): void {
    this.#view.dispatch({ effects: setRecorded.of(Text.of(withNewlines(recorded).split("\n"))) });
  }

  /** Lights the line that something on the page is about. */
  point(line: number | null): void {
    this.#view.dispatch({ effects: pointAt.of(line) });
  }

  #send(text: string): void {
    this.#agreed = text;
    this.#onText(text);
  }

  #flush(): void {
    if (this.#pause === undefined) return;
    clearTimeout(this.#pause);
    this.#pause = undefined;
    this.#burst = null;
    this.#send(this.#view.state.doc.toString());
  }
}

/** Typing, deleting, or something that is done at once, such as taking what is offered. */
function kindOf(transactions: readonly Transaction[]): string {
  const [transaction] = transactions;
  const found = BURSTS.find((kind) => transaction?.isUserEvent(kind));
  return found ?? "";
}

function isNear(end: number, from: number, to: number): boolean {
  return from - 1 <= end && end <= to + 1;
}

/** What has to be replaced of one text to make it the other. */
function changeBetween(a: string, b: string) {
  const shorter = Math.min(a.length, b.length);
  let from = 0;
  while (from < shorter && a[from] === b[from]) from++;
  let same = 0;
  while (same < shorter - from && a[a.length - 1 - same] === b[b.length - 1 - same]) same++;
  return { from, to: a.length - same, insert: b.slice(from, b.length - same) };
}

function withNewlines(text: string): string {
  return Text.of(text.split(/\r\n?|\n/)).toString();
}

/** A new line is indented as the one above, and further where that one opens a block. */
function indentAfter(context: IndentContext, position: number): number | undefined {
  if (context.simulatedBreak === null) return undefined;
  const { text } = context.lineAt(position, -1);
  const indent = context.countColumn(text, text.search(/\S|$/));
  return indent + (OPENS.test(text) ? getIndentUnit(context.state) : 0);
}

/** A file that is dropped here is for the page to open; a text stays in the editor. */
function leaveFiles(event: DragEvent): boolean {
  const hasFiles = event.dataTransfer?.types.includes("Files") ?? false;
  if (!hasFiles) event.stopPropagation();
  return hasFiles;
}

interface SelectionRoot extends DocumentOrShadowRoot {
  readonly getSelection?: () => Selection | null;
}

/**
 * Text over a selection: Chromium itself would keep the colors of what it replaces, as a style
 * attribute, which the page's policy refuses. It alone has the selection of a shadow root.
 */
function replaceSelection({ data: insert, inputType }: InputEvent, view: EditorView): boolean {
  const root: SelectionRoot = view.root;
  const selection = root.getSelection?.();
  if (inputType !== "insertText" || insert === null || !selection) return false;
  const { anchorNode, anchorOffset, focusNode, focusOffset } = selection;
  if (anchorNode === null || focusNode === null) return false;
  const anchor = view.posAtDOM(anchorNode, anchorOffset);
  const head = view.posAtDOM(focusNode, focusOffset);
  if (anchor === head) return false;
  const from = Math.min(anchor, head);
  view.dispatch({
    changes: { from, to: Math.max(anchor, head), insert },
    selection: { anchor: from + insert.length },
    scrollIntoView: true,
    userEvent: "input.type",
  });
  return true;
}

const EXTENSIONS: Extension = [
  lintGutter(),
  lineNumbers(),
  foldGutter(),
  EditorView.lineWrapping,
  pointedLine,
  yaml(),
  indentService.of(indentAfter),
  bracketMatching(),
  highlightActiveLine(),
  search({ top: true }),
  // The sentences stand under the lines; a tooltip would repeat them.
  linter(null, { tooltipFilter: () => [] }),
  sentencesUnderLines,
  changedBars,
  documentation,
  // A key may follow an offer at once: Tab would leave the editor during a delay.
  autocompletion({ override: [completionsAt], icons: false, interactionDelay: 0 }),
  keymap.of([
    // Tab takes what is offered, and leaves the editor otherwise, as it leaves every field.
    { key: "Tab", run: acceptCompletion },
    { key: "Ctrl-Space", run: startCompletion },
    ...[completionKeymap, lintKeymap, searchKeymap, foldKeymap].flat(),
    ...defaultKeymap,
  ]),
  EditorView.domEventHandlers({
    beforeinput: replaceSelection,
    dragover: leaveFiles,
    drop: leaveFiles,
  }),
  looks,
];
