/** Makes a question that is answered differently shorter, one character at a time. */
import type { Question } from "./answers.ts";
import type { Difference } from "./verdict.ts";

type Probe = (questions: readonly Question[]) => Promise<Difference | undefined>;

/** Each text with one character removed, then with one character made plainer. */
function simpler(text: string): string[] {
  const characters = [...text];
  const shorter = characters.map((_, at) => characters.toSpliced(at, 1).join(""));
  const plainer = characters.flatMap((character, at) =>
    character === "0" || character === "1"
      ? []
      : ["0", "1"].map((digit) => characters.with(at, digit).join("")),
  );
  return [...shorter, ...plainer];
}

function candidates(question: Question): Question[] {
  if (question.kind === "quantity-op") {
    return [
      ...simpler(question.a).map((a) => ({ ...question, a })),
      ...simpler(question.b).map((b) => ({ ...question, b })),
    ];
  }
  if (question.kind === "quoted") {
    const bytes = question.hex.match(/../g) ?? [];
    return bytes.map((_, at) => ({ ...question, hex: bytes.toSpliced(at, 1).join("") }));
  }
  return simpler(question.text).map((text) => ({ ...question, text }));
}

export async function shrink(difference: Difference, probe: Probe): Promise<Difference> {
  let smallest = difference;
  for (let steps = 0; steps < 400; steps++) {
    const next = await probe(candidates(smallest.question));
    if (next === undefined) return smallest;
    smallest = next;
  }
  return smallest;
}
