import { Plugin } from "prosemirror-state";
import { Decoration, DecorationSet } from "prosemirror-view";
import { Lexer } from "yaml";
import { positionAt, textOf } from "./lines.ts";

/** What a stretch of a text is, as far as it has a colour of its own. */
export type Kind = "key" | "amount" | "comment" | "label" | "mark";

export interface Stretch {
  /** Characters from the beginning of the text. */
  readonly from: number;
  readonly to: number;
  /** From 0. */
  readonly line: number;
  readonly kind: Kind;
}

/** What the lexer of `yaml` puts before a plain or block scalar; it takes no room in the text. */
const SCALAR = "\x1f";
const WITHOUT_ROOM = new Set([SCALAR, "\x02", "\x18"]);
const AMOUNT = /^(?:true|false|null|~|[+-]?\.?\d[\w.+-]*%?)$/i;

/** By the character a lexeme begins with, unless it is a scalar. */
const KINDS: Readonly<Record<string, Kind>> = {
  "#": "comment",
  "%": "label",
  "&": "label",
  "*": "label",
  "!": "label",
  ":": "mark",
  ",": "mark",
  "-": "mark",
  "?": "mark",
  "[": "mark",
  "]": "mark",
  "{": "mark",
  "}": "mark",
  "|": "mark",
  ">": "mark",
};

/** The stretches of a YAML text that have a colour, valid or not. */
export function stretchesOf(text: string): readonly Stretch[] {
  const lexemes = [...new Lexer().lex(text)];
  const found: Stretch[] = [];
  let [from, line] = [0, 0];
  for (const [index, lexeme] of lexemes.entries()) {
    if (WITHOUT_ROOM.has(lexeme)) continue;
    const to = from + lexeme.length;
    const kind = kindOf(lexemes, index);
    if (kind !== undefined) found.push({ from, to, line, kind });
    line += lexeme.split("\n").length - 1;
    from = to;
  }
  return found;
}

function kindOf(lexemes: readonly string[], index: number): Kind | undefined {
  const lexeme = lexemes[index] ?? "";
  const isScalar = lexemes[index - 1] === SCALAR;
  if (!isScalar && !/^["']/.test(lexeme)) return KINDS[lexeme.charAt(0)];
  const next = lexemes[index + 1] ?? "";
  const follows = /^[ \t]/.test(next) ? lexemes[index + 2] : next;
  if (follows === ":") return "key";
  return isScalar && AMOUNT.test(lexeme) ? "amount" : undefined;
}

function decorated(document: Parameters<typeof textOf>[0]): DecorationSet {
  const decorations = stretchesOf(textOf(document)).map(({ from, to, line, kind }) => {
    return Decoration.inline(positionAt(line, from), positionAt(line, to), {
      class: `yaml-${kind}`,
    });
  });
  return DecorationSet.create(document, decorations);
}

/** The colours are classes; the page's own style sheet gives them to each scheme. */
export const colours: Plugin<DecorationSet> = new Plugin<DecorationSet>({
  state: {
    init: (_, { doc }) => decorated(doc),
    apply: ({ docChanged, doc }, shown) => (docChanged ? decorated(doc) : shown),
  },
  props: { decorations: (state) => colours.getState(state) },
});
