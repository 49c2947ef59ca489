import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

/** The colours are the page's own: they change with the scheme by themselves. */
const theme = EditorView.theme({
  "&": {
    maxHeight: "26rem",
    border: "1px solid var(--rule-strong)",
    borderRadius: "8px",
    backgroundColor: "var(--sunken)",
    color: "var(--ink)",
    fontSize: "0.86rem",
    overflow: "hidden",
  },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "2px" },
  ".cm-scroller": { overflow: "auto", fontFamily: "var(--mono)", lineHeight: "1.5" },
  ".cm-content": { padding: "10px 0", minHeight: "14rem", caretColor: "var(--ink)" },
  ".cm-gutters": {
    border: "0",
    backgroundColor: "transparent",
    color: "var(--ink-soft)",
  },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--water)" },
  // A margin would push the numbers of the lines below off their lines.
  ".under-line": { padding: "2px 10px 4px 6px" },
  ".under-line p": {
    padding: "4px 10px",
    borderLeft: "3px solid var(--rule-strong)",
    borderRadius: "4px",
    backgroundColor: "var(--sheet)",
    fontFamily: "var(--sans)",
    whiteSpace: "normal",
    overflowWrap: "anywhere",
  },
  ".under-line.error p": {
    borderColor: "var(--hard)",
    backgroundColor: "var(--hard-tint)",
    color: "var(--hard)",
  },
  ".under-line.warning p": {
    borderColor: "var(--soft)",
    backgroundColor: "var(--soft-tint)",
    color: "var(--soft)",
  },
  ".cm-tooltip": {
    border: "1px solid var(--rule-strong)",
    borderRadius: "6px",
    backgroundColor: "var(--sheet)",
    color: "var(--ink)",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "var(--mono)" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": {
    backgroundColor: "var(--accent)",
    color: "var(--accent-ink)",
  },
});

const highlight = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--accent)" },
  { tag: [tags.string, tags.content], color: "var(--ink)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--disk)" },
  { tag: tags.comment, color: "var(--ink-soft)", fontStyle: "italic" },
  { tag: [tags.meta, tags.keyword, tags.typeName, tags.labelName], color: "var(--pid)" },
  { tag: [tags.separator, tags.punctuation, tags.squareBracket], color: "var(--ink-soft)" },
]);

export const look = [theme, syntaxHighlighting(highlight)];
