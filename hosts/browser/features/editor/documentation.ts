import { EditorView, hoverTooltip } from "@codemirror/view";
import { keySentences } from "../../../../analysis/questions/check/keySentences.ts";
import { KEY, parentOf } from "./completion.ts";

/** What the key of a line means, one sentence each; none for a key that evictions do not know. */
export function documentationOf(lines: readonly string[], line: number): readonly string[] {
  const found = KEY.exec(lines[line] ?? "");
  const key = found?.[2] ?? found?.[3];
  if (found === null || key === undefined) return [];
  return keySentences(key, parentOf(lines.slice(0, line), found[1]?.length ?? 0, false));
}

/** What a key means, next to the pointer that rests on it. */
export const documentation = [
  hoverTooltip(({ state }, position) => {
    const { number, from, text } = state.doc.lineAt(position);
    const end = from + text.indexOf(":");
    const sentences = documentationOf(state.doc.toString().split("\n"), number - 1);
    if (sentences.length === 0 || position > end) return null;
    const create = () => {
      const dom = document.createElement("div");
      dom.className = "documentation";
      for (const sentence of sentences) {
        const paragraph = document.createElement("p");
        paragraph.textContent = sentence;
        dom.append(paragraph);
      }
      return { dom };
    };
    return { pos: from + text.search(/\S/), end, above: true, create };
  }),
  EditorView.theme({
    ".documentation": { maxWidth: "22rem", padding: "6px 10px", fontFamily: "var(--sans)" },
    ".documentation p": { margin: "0" },
  }),
];
