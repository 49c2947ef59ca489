import { parse } from "yaml";
import { expandExamples } from "./examples.ts";
import type { Vector } from "./vector.ts";
import { assertWellFormed } from "./wellFormed.ts";

/** The vectors of one file, with examples expanded and members checked. Runs in any runtime. */
export function parseVectors(text: string): Vector[] {
  // Integers beyond 2^53 stay exact as bigint; the others become numbers again.
  const parsed: unknown = parse(text, narrowIntegers, { intAsBigInt: true });
  if (!Array.isArray(parsed)) throw new Error("A vector file is a list of vectors.");
  const vectors = expandExamples(parsed as Vector[]);
  for (const vector of vectors) assertWellFormed(vector);
  return vectors;
}

function narrowIntegers(_name: unknown, value: unknown): unknown {
  if (typeof value !== "bigint") return value;
  const narrow = Number(value);
  return Number.isSafeInteger(narrow) ? narrow : value;
}
