import { readdirSync, readFileSync } from "node:fs";
import { parse } from "yaml";
import { expandExamples } from "./examples.ts";
import type { Vector } from "./vector.ts";
import { assertWellFormed } from "./wellFormed.ts";

const DIRECTORY = new URL("./films/", import.meta.url);

export interface VectorFile {
  /** Such as `node-conditions`. */
  readonly name: string;
  readonly vectors: readonly Vector[];
}

/** Every vector file, examples expanded and members checked, in order of name. */
export function loadVectors(): VectorFile[] {
  const files = readdirSync(DIRECTORY).filter((file) => file.endsWith(".yaml"));
  return files.sort().map((file) => {
    const vectors = parseVectors(readFileSync(new URL(file, DIRECTORY), "utf8"));
    for (const vector of vectors) assertWellFormed(vector);
    return { name: file.replace(/\.yaml$/, ""), vectors };
  });
}

export function parseVectors(text: string): Vector[] {
  // Integers beyond 2^53 stay exact as bigint; the others become numbers again.
  const parsed: unknown = parse(text, narrowIntegers, { intAsBigInt: true });
  if (!Array.isArray(parsed)) throw new Error("A vector file is a list of vectors.");
  return expandExamples(parsed as Vector[]);
}

function narrowIntegers(_name: unknown, value: unknown): unknown {
  if (typeof value !== "bigint") return value;
  const narrow = Number(value);
  return Number.isSafeInteger(narrow) ? narrow : value;
}
