import { useState } from "preact/hooks";
import { NAMES_MAX, written } from "../../../analysis/present/shown.ts";
import { formatCount } from "../../../analysis/text/amount.ts";
import {
  type Part,
  partsOf,
  plain,
  plainPart,
  type Text,
} from "../../../analysis/text/document.ts";
import { Bytes } from "../controls/amount.tsx";
import { Breakable } from "../controls/breakable.tsx";

/** A text of a document, with its code, tones, names and amounts. */
export function Inline({ text }: { readonly text: Text }) {
  return (
    <>
      {partsOf(text).map((part, index) => (
        <InlinePart key={index} part={part} />
      ))}
    </>
  );
}

function InlinePart({ part }: { readonly part: Part }) {
  if (typeof part === "string") return <Breakable text={plainPart(part)} />;
  if ("bytes" in part) return <Bytes of={part.bytes} />;
  if ("names" in part) return <NameList names={part.names} />;
  if ("sign" in part) {
    return (
      <span role="img" aria-label={part.means} title={part.means}>
        {part.sign}
      </span>
    );
  }
  if ("code" in part) {
    return (
      <code>
        <Breakable text={plain(part.code)} />
      </code>
    );
  }
  return (
    <span class={part.tone}>
      <Breakable text={plainPart(part.text)} />
    </span>
  );
}

/** The first names, and the others on demand. */
function NameList({ names }: { readonly names: readonly string[] }) {
  const [isWhole, setIsWhole] = useState(false);
  const more = names.length - NAMES_MAX;
  const shown = isWhole ? names : names.slice(0, NAMES_MAX);
  return (
    <>
      {shown.map(plain).join(", ")}
      {more > 0 && (
        <>
          {isWhole ? " " : " and "}
          <button
            type="button"
            class="plain"
            aria-expanded={isWhole}
            onClick={() => setIsWhole(!isWhole)}
          >
            {isWhole ? "fewer" : `${formatCount(more)} more`}
          </button>
        </>
      )}
    </>
  );
}

/** The same in letters alone, for what labels a table. */
export function lettersOf(text: Text): string {
  const parts = written(text, { all: true });
  return parts
    .map((part) => (typeof part === "string" ? part : "code" in part ? part.code : part.text))
    .join("");
}
