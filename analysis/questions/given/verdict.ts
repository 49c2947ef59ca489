/** One answer among several, in a line. */
import { type Document, MARKS, type Text } from "../../text/document.ts";

export const OTHER_FILES = "Other files";

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
