import type { RefObject } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { PlacedSentence } from "../../../../analysis/questions/check/placedSentences.ts";
import { lineFinder } from "../../../../analysis/read/kubelet/position.ts";
import { isRedo, isUndo } from "../../controls/keys.ts";
import { useStore } from "../../state/context.ts";
import type { ConfigurationEditor as Editor } from "./editor.ts";
import { EDITED, EDITOR_KEYS } from "./words.ts";

interface Props {
  readonly sentences: readonly PlacedSentence[];
}

/** The text in force; a plain field until the editor is loaded, and where it cannot be. */
export function ConfigurationEditor({ sentences }: Props) {
  const store = useStore();
  const text = store.configuration.value;
  const capture = store.capture.value?.name ?? "";
  const host = useRef<HTMLDivElement>(null);
  const editor = useEditor(host);
  useEffect(() => {
    // The newest text, not that of a frame ago.
    if (text !== null) editor?.setText(store.configuration.peek(), capture);
  }, [store, editor, text, capture]);
  useEffect(() => editor?.show(text, sentences), [editor, text, sentences]);
  const recorded = store.recordedConfiguration.value;
  // A text of another capture is another document, which is marked for itself.
  useEffect(() => editor?.compareWith(recorded), [editor, recorded, capture]);
  const threshold = store.pointed.value?.threshold;
  const lineOf = useMemo(() => lineFinder(text), [text]);
  const pointed = threshold === undefined ? null : lineOf(pathOf(threshold));
  useEffect(() => editor?.point(pointed ?? null), [editor, pointed]);
  return (
    <>
      {editor === null && (
        <textarea
          aria-label={EDITED}
          spellcheck={false}
          rows={7}
          value={text}
          onKeyDown={(event) => {
            if (!isUndo(event) && !isRedo(event)) return;
            event.preventDefault();
            if (isUndo(event)) store.undo();
            else store.redo();
          }}
          onInput={({ currentTarget }) => store.configure(currentTarget.value)}
        />
      )}
      <div class="code" ref={host} />
    </>
  );
}

/** The editor in a place, once it is loaded: it is most of the page, and no decision needs it. */
function useEditor(host: RefObject<HTMLDivElement | null>): Editor | null {
  const store = useStore();
  const isAnswered = store.decided.value !== null || store.refusal.value !== null;
  const [isWanted, setWanted] = useState(false);
  const [editor, setEditor] = useState<Editor | null>(null);
  useEffect(() => setWanted((before) => before || isAnswered), [isAnswered]);
  useEffect(() => {
    let made: Editor | null = null;
    let isGone = false;
    // No effect sees a text that goes and comes back within a frame.
    const travel = (act: () => void) => {
      act();
      made?.setText(store.configuration.peek(), store.capture.peek()?.name ?? "");
    };
    const make = async () => {
      const { ConfigurationEditor } = await import("./editor.ts");
      if (isGone || host.current === null) return;
      made = new ConfigurationEditor({
        host: host.current,
        text: store.configuration.peek(),
        capture: store.capture.peek()?.name ?? "",
        // The tabindex is what it has anyway, and tells who looks for it that keys can scroll it.
        attributes: { "aria-label": EDITED, "aria-description": EDITOR_KEYS, tabindex: "0" },
        onText: (written) => store.configure(written),
        onUndo: () => travel(() => store.undo()),
        onRedo: () => travel(() => store.redo()),
      });
      setEditor(made);
    };
    // The plain field goes on taking text.
    if (isWanted) make().catch(() => {});
    return () => {
      isGone = true;
      made?.close();
    };
  }, [host, store, isWanted]);
  return editor;
}

/** Where a threshold is written. */
function pathOf({ signal, hard }: { readonly signal: string; readonly hard: boolean }): string {
  return `${hard ? "evictionHard" : "evictionSoft"}[${JSON.stringify(signal)}]`;
}
