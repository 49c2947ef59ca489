import { useEffect, useRef, useState } from "preact/hooks";
import { copyText } from "../controls/clipboard.ts";
import { useModal } from "../controls/modal.ts";
import { SHARE_ICON, ShortLabel } from "../controls/shortLabel.tsx";
import { useModel, useStore } from "../state/context.ts";
import { FEATURES } from "./features.ts";
import { Views } from "./views.ts";
import { COPY_MARKDOWN, LINK_HOLDS, ONLY_HERE, SHARE_VIEW } from "./words.ts";

/** Shares the view on show: a capture, the link of a cluster, or the text of an answer. */
export function ShareButton() {
  const store = useStore();
  const views = useModel(Views);
  const { isEmpty, isShared } = views;
  const { place } = useModel(FEATURES.simulator.model);
  const isOther = place.value !== null || store.answer.value !== null || isEmpty.value;
  if (!isOther) return <FEATURES.share.Button />;
  return (
    <>
      <button type="button" aria-disabled={isEmpty.value} onClick={() => views.share()}>
        <ShortLabel icon={SHARE_ICON}>Share…</ShortLabel>
      </button>
      {isShared.value && <ViewDialog onClose={() => (isShared.value = false)} />}
    </>
  );
}

function ViewDialog({ onClose }: { readonly onClose: () => void }) {
  const { answer } = useStore();
  const dialog = useModal();
  return (
    <dialog ref={dialog} class="share" aria-labelledby="share-view-title" onClose={onClose}>
      <h2 id="share-view-title">{SHARE_VIEW}</h2>
      {answer.value === null ? (
        <>
          <p>{LINK_HOLDS}</p>
          <Copied label="Link" text={document.location.href} action="Copy link" />
        </>
      ) : (
        <>
          <p>{ONLY_HERE}</p>
          <Answer />
        </>
      )}
      <p class="share-end">
        <button type="button" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </p>
    </dialog>
  );
}

/** As `--output markdown` prints it; its script is loaded when it is asked for. */
function Answer() {
  const of = useStore().answer.value?.document;
  const [text, setText] = useState("");
  useEffect(() => {
    if (of === undefined) return;
    void import("../../../analysis/present/markdown/markdown.ts").then(({ markdown }) =>
      setText(markdown(of, { all: true })),
    );
  }, [of]);
  return <Copied label="Markdown" text={text} action={COPY_MARKDOWN} />;
}

interface CopiedProps {
  readonly label: string;
  readonly text: string;
  readonly action: string;
}

/** Selected, for browsers that let no page write what is copied. */
function Copied({ label, text, action }: CopiedProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    field.current?.select();
    setIsCopied(await copyText(text));
  };
  return (
    <>
      <textarea ref={field} class="share-text" rows={8} readOnly aria-label={label} value={text} />
      <p>
        <button type="button" class="primary" onClick={() => void copy()}>
          {isCopied ? "Copied" : action}
        </button>
      </p>
    </>
  );
}
