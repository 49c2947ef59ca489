/** One answer among several, in a line. */
import { type Document, MARKS, type Text } from "../../text/document.ts";

/** What is above the verdicts on what else was given; `names` are those of its files. */
export function othersTitle(own: string, names: readonly string[]): string {
  return names.every((name) => name === own) ? "Also in this file" : "Other files";
}

/** The title with the name of the file, unless the title has it; `short` is how it is called. */
export function verdictText(
  { title, mark }: Pick<Document, "title" | "mark">,
  name: string,
  short = name,
): Text {
  const own = name === "" ? title : title.replaceAll(name, short);
  const words = own.includes(short) ? own : `${short}: ${own}`;
  if (mark === undefined) return words;
  const { sign, tone } = MARKS[mark];
  return [{ text: sign, tone }, ` ${words}`];
}
