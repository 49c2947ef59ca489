import { useEffect, useRef, useState } from "preact/hooks";
import type { ConfigurationEditor as Editor } from "../editor/editor.ts";
import type { PlacedSentence } from "../editor/placed.ts";
import { usePlayground } from "./context.ts";

const LABEL = "KubeletConfiguration or kubelet flags";
const KEYS_ID = "configuration-keys";

/** The text in force; a plain field until the editor is loaded, and where it cannot be. */
export function ConfigurationEditor({ said }: { readonly said: readonly PlacedSentence[] }) {
  const playground = usePlayground();
  const text = playground.configuration.value;
  const frame = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<Editor | null>(null);
  useEffect(() => {
    let made: Editor | null = null;
    let isGone = false;
    const make = async () => {
      // Apart from the page's own script: the first paint need not wait for it.
      const { ConfigurationEditor } = await import("../editor/editor.ts");
      if (isGone || frame.current === null) return;
      made = new ConfigurationEditor({
        parent: frame.current,
        text: playground.configuration.peek(),
        attributes: { "aria-label": LABEL, "aria-describedby": KEYS_ID },
        onText: (written) => playground.configure(written),
      });
      setEditor(made);
    };
    // The plain field goes on taking text.
    make().catch(() => {});
    return () => {
      isGone = true;
      made?.close();
    };
  }, [playground]);
  useEffect(() => editor?.setText(text), [editor, text]);
  useEffect(() => editor?.say(text, said), [editor, text, said]);
  return (
    <>
      {editor === null && (
        <textarea
          aria-label={LABEL}
          aria-describedby={KEYS_ID}
          spellcheck={false}
          rows={10}
          value={text}
          onInput={({ currentTarget }) => playground.configure(currentTarget.value)}
        />
      )}
      <div class="code" ref={frame} />
      <p class="quiet" id={KEYS_ID}>
        Ctrl+Space offers what can stand here. Tab leaves the editor; while something is offered,
        Esc and then Tab.
      </p>
    </>
  );
}
