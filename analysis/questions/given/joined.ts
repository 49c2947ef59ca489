/** Several answers as one: the first in full, and the verdict of each other. */
import { type CommandLine, kindWords } from "../../read/recognize/commandLines.ts";
import {
  allSections,
  type Block,
  commandText,
  type Document,
  type Fact,
  paragraph,
  type Section,
  section,
  type Text,
} from "../../text/document.ts";
import { formatMore } from "../../text/names.ts";
import { shellWord } from "../../text/shellWord.ts";
import { shortNames } from "./fileLines.ts";
import { othersTitle, verdictText } from "./verdict.ts";

/** An answer, and the command that gave it. */
export interface PartialAnswer {
  readonly document: Document;
  readonly line: CommandLine;
}

/** Null without answers; `facts` are the files, where they are part of the document. */
export function joined(given: readonly PartialAnswer[], facts: readonly Fact[]): Document | null {
  const answers = worstFirst(given);
  const [first, ...others] = answers;
  if (first === undefined) return null;
  const { sources: _, ...main } = first.document;
  const sources = facts.map(([name, words]): Text => [`${name}: `, ...[words].flat()]);
  const shortName = shortNames(answers.flatMap(({ line }) => line.files));
  const verdicts = others.map((other) => {
    const short = shortName(nameOf(other));
    const isPart = nameOf(other) === nameOf(first);
    return verdictOf(other, isPart ? `${partWords(other)} in ${short}` : short);
  });
  const hidden = verdicts.length > VERDICTS_MAX + 1 ? verdicts.splice(VERDICTS_MAX).length : 0;
  const more = paragraph(hidden === 0 ? undefined : formatMore(hidden));
  return {
    ...main,
    ...(sources.length === 0 ? {} : { sources }),
    sections: [
      ...main.sections,
      ...section(othersTitle(nameOf(first), others.map(nameOf)), [...verdicts, ...more]),
    ],
    further: [...(main.further ?? []), ...others.flatMap(wholeOf)],
    closing: withNext(main.closing ?? [], first, others),
  };
}

/** What was evicted, killed or refused comes before what only may be, in whatever order given. */
export function worstFirst<T extends { readonly document: Document }>(
  answers: readonly T[],
): readonly T[] {
  const isBad = ({ document }: T) => document.mark === "bad";
  return [...answers.filter(isBad), ...answers.filter((answer) => !isBad(answer))];
}

/** Verdicts of other files on a first screen; their answers follow with `--all`. */
const VERDICTS_MAX = 3;

function nameOf({ line }: PartialAnswer): string {
  return line.files[0]?.name ?? "";
}

/** `events`, `kernel's log`: a part of a text with several. */
function partWords({ line: { files } }: PartialAnswer): string {
  const [file] = files;
  return file === undefined ? "" : (file.survey?.words[0] ?? kindWords(file.format));
}

function verdictOf(other: PartialAnswer, words: string): Block {
  return { is: "paragraph", text: verdictText(other.document, nameOf(other), words) };
}

function wholeOf({ document }: PartialAnswer): readonly Section[] {
  const own = allSections(document);
  return [{ title: document.title, blocks: document.lead }, ...own];
}

const NEXT_MAX = 2;

/** The first command of the main answer, and those about the other files alone. */
function withNext(
  closing: readonly Fact[],
  first: PartialAnswer,
  others: readonly PartialAnswer[],
): readonly Fact[] {
  if (others.length === 0) return closing;
  const at = closing.findIndex(([label]) => label === "Next");
  const before = at < 0 ? closing : closing.slice(0, at);
  const [own] = at < 0 ? [] : closing.slice(at);
  const commands = others.map((other) => {
    const { files, words } = other.line;
    // The file alone is what was asked about: its command names the part.
    const isPart = nameOf(other) === nameOf(first);
    const own = isPart ? words.map(shellWord) : files.map(({ path }) => shellWord(path));
    return commandText(["plimsoll", ...own].join(" "));
  });
  const next = [...(own === undefined ? [] : [own[1]]), ...commands].slice(0, NEXT_MAX);
  return [...before, ...next.map((text, index): Fact => [index === 0 ? "Next" : "", text])];
}
