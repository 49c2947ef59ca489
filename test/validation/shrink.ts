import { isMap, parseDocument } from "yaml";
import type { Checker } from "./checker.ts";
import { difference } from "./judge.ts";
import type { ConfigurationOracle, OracleAnswer } from "./oracle.ts";

interface Case {
  readonly text: string;
  readonly answer: OracleAnswer;
}

/** A shorter file about which the two still differ: members are taken away while they do. */
export async function shrink(
  text: string,
  answer: OracleAnswer,
  checker: Checker,
  oracle: ConfigurationOracle,
  release: number,
): Promise<Case> {
  let best: Case = { text, answer };
  for (;;) {
    const texts = shorter(best.text);
    const answers = await oracle.ask(texts);
    const cases = texts.map((each, index) => ({ text: each, answer: answers[index] ?? {} }));
    const found = cases.find(
      (each) =>
        each.text.length < best.text.length &&
        difference(checker.check(each.text, release), each.answer, release) !== undefined,
    );
    if (found === undefined) return best;
    best = found;
  }
}

/** The file less one of its lines, or less one member of its outermost object. */
function shorter(text: string): string[] {
  const lines = text.split("\n");
  const fewerLines = lines.map((_, at) => lines.filter((__, index) => index !== at).join("\n"));
  const document = parseDocument(text, { logLevel: "silent", uniqueKeys: false });
  const members = isMap(document.contents) ? document.contents.items.length : 0;
  const fewerMembers = Array.from({ length: members }, (_, at) => {
    const copy = parseDocument(text, { logLevel: "silent", uniqueKeys: false });
    if (isMap(copy.contents)) copy.contents.items.splice(at, 1);
    return text.trimStart().startsWith("{") ? String(copy).replaceAll("\n", " ") : String(copy);
  });
  return [...fewerLines, ...fewerMembers].filter((each) => each.trim() !== "");
}
