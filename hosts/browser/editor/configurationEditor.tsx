import { useEffect, useRef, useState } from "preact/hooks";
import { usePlayground } from "../view/context.ts";
import type { ConfigurationEditor as Editor } from "./editor.ts";
import type { PlacedSentence } from "./placed.ts";

const LABEL = "KubeletConfiguration or kubelet flags";
const KEYS =
  "Ctrl+Space lists what can be written here, Ctrl+F searches, Ctrl+/ comments a line out. " +
  "Tab leaves the editor; while a list is open, Esc and then Tab.";

interface Props {
  readonly sentences: readonly PlacedSentence[];
}

/** The text in force; a plain field until the editor is loaded, and where it cannot be. */
export function ConfigurationEditor({ sentences }: Props) {
  const playground = usePlayground();
  const text = playground.configuration.value;
  const capture = playground.capture.value?.name ?? "";
  const isAnswered = playground.decided.value !== null || playground.refusal.value !== null;
  const host = useRef<HTMLDivElement>(null);
  const [isWanted, setWanted] = useState(false);
  const [editor, setEditor] = useState<Editor | null>(null);
  // Two fifths of the page's bytes, which the first decision need not wait for.
  useEffect(() => setWanted((before) => before || isAnswered), [isAnswered]);
  useEffect(() => {
    let made: Editor | null = null;
    let isGone = false;
    const make = async () => {
      const { ConfigurationEditor } = await import("./editor.ts");
      if (isGone || host.current === null) return;
      made = new ConfigurationEditor({
        host: host.current,
        text: playground.configuration.peek(),
        capture: playground.capture.peek()?.name ?? "",
        attributes: { "aria-label": LABEL, "aria-description": KEYS },
        onText: (written) => playground.configure(written),
      });
      setEditor(made);
    };
    // The plain field goes on taking text.
    if (isWanted) make().catch(() => {});
    return () => {
      isGone = true;
      made?.close();
    };
  }, [playground, isWanted]);
  useEffect(() => editor?.setText(text, capture), [editor, text, capture]);
  useEffect(() => editor?.show(text, sentences), [editor, text, sentences]);
  return (
    <>
      {editor === null && (
        <textarea
          aria-label={LABEL}
          spellcheck={false}
          rows={10}
          value={text}
          onInput={({ currentTarget }) => playground.configure(currentTarget.value)}
        />
      )}
      <div class="code" ref={host} />
      <p class="quiet">{KEYS}</p>
    </>
  );
}
