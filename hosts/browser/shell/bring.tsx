import { useState } from "preact/hooks";
import { Breakable } from "../controls/breakable.tsx";
import { copyText } from "../controls/clipboard.ts";
import { useModel, useStore } from "../state/context.ts";
import { chooseFiles, chooseFolder } from "./chooseFiles.ts";
import { Views } from "./views.ts";
import { ANSWER_TEXT, CHOOSE_FOLDER, NOTHING_SENT, OUTPUT_OF, PASTE_LABEL } from "./words.ts";

interface BringProps {
  /** A command whose output can be brought. */
  readonly command: string;
  /** Told when a text is to be answered or files are to be chosen. */
  readonly onBrought?: () => void;
}

/** Where a text is pasted, and files are chosen. */
export function Bring({ command, onBrought }: BringProps) {
  const store = useStore();
  const views = useModel(Views);
  const text = views.text.value;
  const answer = () => {
    if (text.trim() === "") return;
    onBrought?.();
    views.answerText(text);
  };
  const choose = (ask: typeof chooseFiles) => {
    onBrought?.();
    ask(store);
  };
  return (
    <>
      <label class="paste">
        <span>{PASTE_LABEL}</span>
        <textarea
          rows={4}
          spellcheck={false}
          value={text}
          onInput={({ currentTarget }) => (views.text.value = currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) answer();
          }}
        />
      </label>
      <p class="bring-buttons">
        <button type="button" class="primary" onClick={() => choose(chooseFiles)}>
          Choose files…
        </button>
        <button type="button" onClick={() => choose(chooseFolder)}>
          {CHOOSE_FOLDER}
        </button>
        <button type="button" aria-disabled={text.trim() === ""} onClick={answer}>
          {ANSWER_TEXT}
        </button>
        <span class="quiet">{NOTHING_SENT}</span>
      </p>
      <p class="quiet">{OUTPUT_OF}</p>
      <Command command={command} />
    </>
  );
}

/** A command, with a button that copies it. */
export function Command({ command }: { readonly command: string }) {
  const [isCopied, setIsCopied] = useState(false);
  return (
    <p class="copied-line">
      <code>
        <Breakable text={command} />
      </code>
      <button type="button" onClick={async () => setIsCopied(await copyText(command))}>
        {isCopied ? "Copied" : "Copy command"}
      </button>
    </p>
  );
}
