import { useEffect, useRef, useState } from "preact/hooks";
import { askFraming, embedCode, type Framing } from "./framing.ts";

/** Code for a runbook or a course, where the server lets other pages show this one. */
export function Embed({ address, title }: { readonly address: string; readonly title: string }) {
  const [framing, setFraming] = useState<Framing | null | undefined>(undefined);
  const [done, setDone] = useState("");
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => void askFraming().then(setFraming), []);
  if (framing === undefined) return null;
  if (framing === null || framing === "none") {
    return (
      <p class="quiet">
        {framing === null
          ? "The server does not say whether another page may show this one in a frame."
          : "No code to embed it: the server of this page lets no other page show it " +
            "(frame-ancestors 'none'). Where it is served as plain files, there is one."}
      </p>
    );
  }
  const copy = async () => {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(field.current?.value ?? "");
      setDone("Copied.");
    } catch {
      setDone("The browser lets the page copy nothing; copy the code that is selected.");
    }
  };
  return (
    <details class="embed">
      <summary>Embed it in a page</summary>
      <textarea
        ref={field}
        readOnly
        rows={4}
        aria-label="Code to embed it"
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
      {framing !== "any" && (
        <p class="quiet">The server lets these pages show it, and no others: {framing.only}</p>
      )}
    </details>
  );
}
