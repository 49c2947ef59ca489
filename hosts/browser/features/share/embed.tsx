import { useEffect, useRef, useState } from "preact/hooks";
import { copyText } from "../../controls/clipboard.ts";
import { copySelected } from "../../controls/words.ts";
import { askFraming, embedCode, type Framing } from "./framing.ts";
import { EMBED, EMBED_CODE, FRAMING_UNKNOWN, framesText, NO_FRAMING } from "./words.ts";

/** Code for a runbook or a course, where the server lets other pages show this one. */
export function Embed({ address, title }: { readonly address: string; readonly title: string }) {
  const [framing, setFraming] = useState<Framing | null | undefined>(undefined);
  const [done, setDone] = useState("");
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => void askFraming().then(setFraming), []);
  if (framing === undefined) return null;
  if (framing === null || framing === "none") {
    return <p class="quiet">{framing === null ? FRAMING_UNKNOWN : NO_FRAMING}</p>;
  }
  const copy = async () => {
    field.current?.select();
    const isCopied = await copyText(field.current?.value ?? "");
    setDone(isCopied ? "Copied." : copySelected("code"));
  };
  return (
    <details class="embed">
      <summary>{EMBED}</summary>
      <textarea
        ref={field}
        readOnly
        rows={4}
        aria-label={EMBED_CODE}
        value={embedCode(address, title)}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <p>
        <button type="button" onClick={() => void copy()}>
          Copy code
        </button>{" "}
        <span class="quiet" role="status">
          {done}
        </span>
      </p>
      {framing !== "any" && <p class="quiet">{framesText(framing.only)}</p>}
    </details>
  );
}
