import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { Engine } from "../../hosts/shared/engine.ts";
import { loadVectors } from "./load.ts";
import { runVector } from "./runner.ts";

const files = loadVectors();
const compiled = new WebAssembly.Module(
  readFileSync(new URL("../../dist/plimsoll.wasm", import.meta.url)),
);

for (const { name, vectors } of files) {
  describe(name, () => {
    for (const vector of vectors) {
      const number = vector.case === undefined ? "" : ` (case ${vector.case})`;
      test(`${vector.specification}: ${vector.title}${number}`, () => {
        expect(runVector(new Engine(compiled), vector)).toEqual([]);
      });
    }
  });
}

test("every tricky case of the specification has a vector", () => {
  const covered = new Set(files.flatMap((file) => file.vectors.map((vector) => vector.case)));
  const missing = Array.from({ length: 50 }, (_, index) => index + 1).filter(
    (number) => !covered.has(number),
  );
  // Case 48 is about preemption, which is no part of eviction.
  expect(missing).toEqual([48]);
});

test("no two vectors have the same title", () => {
  const titles = files.flatMap((file) => file.vectors.map((vector) => vector.title));
  const repeated = titles.filter((title, index) => titles.indexOf(title) !== index);
  expect(repeated).toEqual([]);
});
