import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { EvictionEngine } from "../../analysis/engine/evictionEngine.ts";
import { loadVectors } from "./load.ts";
import { runVector, type Variation } from "./runner.ts";
import type { Vector } from "./vector.ts";

const files = loadVectors();
const compiled = new WebAssembly.Module(
  readFileSync(new URL("../../dist/plimsoll-eviction.wasm", import.meta.url)),
);

function sentenceOf(vector: Vector): string {
  const number = vector.case === undefined ? "" : ` (case ${vector.case})`;
  return `${vector.specification}: ${vector.title}${number}`;
}

// Two that take turns are enough: configuring an engine starts over.
const engines = [new EvictionEngine(compiled), new EvictionEngine(compiled)];

function nextEngine(): EvictionEngine {
  engines.reverse();
  return engines[0] as EvictionEngine;
}

function play(vector: Vector, variation: Variation = {}): string[] {
  return runVector(nextEngine, vector, variation);
}

for (const { name, vectors } of files) {
  describe(name, () => {
    for (const vector of vectors) {
      test(sentenceOf(vector), () => {
        expect(play(vector)).toEqual([]);
      });
    }
  });
}

// A vector that fails unchanged is reported above; here only failures of the variation.
describe.each<[string, Variation]>([
  ["the order of pods in the documents never matters", { reversed: true }],
  ["another engine goes on where the state was saved", { relay: true }],
])("%s", (_sentence, variation) => {
  for (const { name, vectors } of files) {
    test(name, () => {
      const added = vectors.filter(
        (vector) => play(vector).length === 0 && play(vector, variation).length > 0,
      );
      const differences = added.map((vector) => [sentenceOf(vector), ...play(vector, variation)]);
      expect(differences).toEqual([]);
    });
  }
});

test("every tricky case of the specification has a vector", () => {
  const covered = new Set(files.flatMap((file) => file.vectors.map((vector) => vector.case)));
  const missing = Array.from({ length: 50 }, (_, index) => index + 1).filter(
    (number) => !covered.has(number),
  );
  // Case 48 is about preemption, which is not part of eviction.
  expect(missing).toEqual([48]);
});

test("no two vectors have the same title", () => {
  const titles = files.flatMap((file) => file.vectors.map((vector) => vector.title));
  const repeated = titles.filter((title, index) => titles.indexOf(title) !== index);
  expect(repeated).toEqual([]);
});
