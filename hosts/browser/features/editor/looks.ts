import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

/** The page's own colors, light and dark, reach the shadow root as custom properties. */
const THEME = EditorView.theme({
  "&": {
    maxHeight: "26rem",
    overflow: "hidden",
    border: "1px solid var(--rule-strong)",
    borderRadius: "8px",
    backgroundColor: "var(--sheet)",
    color: "var(--ink)",
    fontSize: "var(--s1)",
  },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "2px" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.5", fontVariantLigatures: "none" },
  ".cm-content, .cm-gutter": { minHeight: "9rem" },
  ".cm-gutter-lint": { width: "1em" },
  ".cm-gutter-lint .cm-gutterElement": { padding: "0.1em" },
  ".cm-content": { padding: "10px 0", caretColor: "var(--ink)" },
  ".cm-gutters": { border: "0", backgroundColor: "var(--sunken)", color: "var(--ink-soft)" },
  ".cm-line.pointed": { backgroundColor: "var(--soft-tint)", boxShadow: "inset 3px 0 var(--soft)" },
  ".cm-activeLine": { backgroundColor: "transparent" },
  "&.cm-focused .cm-activeLine": { backgroundColor: "var(--water)" },
  "&.cm-focused .cm-matchingBracket, .cm-searchMatch": {
    backgroundColor: "var(--soft-tint)",
    outline: "1px solid var(--soft)",
  },
  ".cm-searchMatch-selected": { backgroundColor: "var(--water)" },
  ".cm-foldPlaceholder": {
    border: "1px solid var(--rule)",
    backgroundColor: "var(--sunken)",
    color: "var(--ink-soft)",
  },
  ".cm-lintRange": {
    backgroundImage: "none",
    textDecorationLine: "underline",
    textDecorationStyle: "wavy",
    textDecorationColor: "var(--rule-strong)",
    textUnderlineOffset: "3px",
  },
  ".cm-lintRange-error": { textDecorationColor: "var(--hard)" },
  ".cm-lintRange-warning": { textDecorationColor: "var(--soft)" },
  // Not a margin: the height of a block is measured without it.
  ".under-line": { padding: "2px 10px 4px" },
  ".under-line p": {
    margin: "0",
    padding: "4px 10px",
    borderLeft: "3px solid var(--rule-strong)",
    borderRadius: "4px",
    backgroundColor: "var(--sunken)",
    fontFamily: "var(--sans)",
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
  ".cm-panels": { backgroundColor: "var(--sunken)", color: "var(--ink)" },
  ".cm-panels.cm-panels-top, .cm-panels.cm-panels-bottom": { borderColor: "var(--rule-strong)" },
  ".cm-panel.cm-search [name=close]": { color: "inherit", minWidth: "24px" },
  ".cm-panel.cm-search :is(input,button,label)": { fontSize: "var(--s1)", minHeight: "24px" },
  ".cm-panel.cm-search label": { display: "inline-flex", alignItems: "center" },
  ".cm-button, .cm-textfield": {
    border: "1px solid var(--rule-strong)",
    borderRadius: "4px",
    backgroundColor: "var(--sheet)",
    backgroundImage: "none",
    color: "inherit",
  },
  ".cm-panel.cm-panel-lint ul [aria-selected]": {
    backgroundColor: "var(--accent)",
    color: "var(--accent-ink)",
  },
  ".cm-tooltip": {
    border: "1px solid var(--rule-strong)",
    borderRadius: "6px",
    backgroundColor: "var(--sheet)",
    color: "var(--ink)",
  },
  ".cm-tooltip.cm-completionInfo": {
    maxWidth: "min(16rem, 50vw)",
    padding: "4px 8px",
    fontFamily: "var(--sans)",
  },
  ".cm-tooltip-autocomplete.cm-tooltip ul li[aria-selected]": {
    backgroundColor: "var(--accent)",
    color: "var(--accent-ink)",
    // Shows where forced colors leave the background out.
    outline: "1px solid transparent",
  },
});

const COLORS = HighlightStyle.define([
  { tag: tags.propertyName, color: "var(--accent)" },
  { tag: [tags.content, tags.string], color: "var(--disk)" },
  { tag: [tags.labelName, tags.typeName, tags.meta], color: "var(--good)" },
  { tag: [tags.punctuation, tags.separator], color: "var(--ink-soft)" },
  { tag: tags.comment, color: "var(--ink-soft)", fontStyle: "italic" },
]);

export const looks: Extension = [THEME, syntaxHighlighting(COLORS)];
