import { readdirSync, readFileSync } from "node:fs";
import { parseVectors } from "./parse.ts";
import type { Vector } from "./vector.ts";

const DIRECTORY = new URL("./scenarios/", import.meta.url);

export interface VectorFile {
  /** Such as `node-conditions`. */
  readonly name: string;
  readonly vectors: readonly Vector[];
}

/** Every vector file of this directory, in order of name. */
export function loadVectors(): VectorFile[] {
  const files = readdirSync(DIRECTORY).filter((file) => file.endsWith(".yaml"));
  return files.sort().map((file) => {
    const text = readFileSync(new URL(file, DIRECTORY), "utf8");
    return { name: file.replace(/\.yaml$/, ""), vectors: parseVectors(text) };
  });
}
