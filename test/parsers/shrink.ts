/** Makes a question that is answered differently shorter, one character at a time. */
import type { Question } from "./answers.ts";
import type { Difference } from "./verdict.ts";

type Probe = (questions: readonly Question[]) => Promise<Difference | undefined>;

/** Both halves, then the whole with one item removed. */
function shorter<T>(items: readonly T[]): T[][] {
  const middle = Math.ceil(items.length / 2);
  const halves = [items.slice(0, middle), items.slice(middle)];
  return [...halves, ...items.map((_, at) => items.toSpliced(at, 1))].filter(
    (candidate) => candidate.length < items.length,
  );
}

/** Shorter texts, then ones with a character made plainer. */
function simpler(text: string): string[] {
  const characters = [...text];
  const plainer = characters.flatMap((character, at) =>
    character === "0" || character === "1"
      ? []
      : ["0", "1"].map((digit) => characters.with(at, digit)),
  );
  return [...shorter(characters), ...plainer].map((candidate) => candidate.join(""));
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
    return shorter(bytes).map((candidate) => ({ ...question, hex: candidate.join("") }));
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
