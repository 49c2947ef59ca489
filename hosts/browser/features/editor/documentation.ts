import { EditorView, hoverTooltip } from "@codemirror/view";
import { MEMBER_ROWS } from "../../../../analysis/engine/contract/configuration.ts";
import { SIGNAL_ROWS } from "../../../../analysis/engine/contract/signals.ts";
import { KEY, parentOf } from "./completion.ts";

interface SignalRow {
  readonly name: string;
  readonly about: string;
  readonly default?: string;
  readonly defaultSince?: string;
}

const SIGNALS: readonly SignalRow[] = SIGNAL_ROWS;

/** What the key of a line means, one sentence each; none for a key that evictions do not know. */
export function documentationOf(lines: readonly string[], line: number): readonly string[] {
  const found = KEY.exec(lines[line] ?? "");
  const key = found?.[2] ?? found?.[3];
  if (found === null || key === undefined) return [];
  const member = MEMBER_ROWS.find((row) => row.member === key);
  if (member !== undefined) return [`${key}: ${member.about}.`];
  const signal = SIGNALS.find(({ name }) => name === key);
  if (signal === undefined) return [];
  const parent = parentOf(lines.slice(0, line), found[1]?.length ?? 0, false);
  return [`${key}: ${signal.about}.`, ...(parent === "evictionHard" ? [defaultOf(signal)] : [])];
}

function defaultOf({ default: value, defaultSince }: SignalRow): string {
  if (value === undefined) return "The kubelet has no default for it.";
  const since = defaultSince === undefined ? "" : ` since Kubernetes ${defaultSince}`;
  return `The kubelet's default${since}, where evictionHard is not written: ${value}.`;
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
