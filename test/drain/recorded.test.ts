/** Drains as Kubernetes' own code plays them; `npm run oracle -- drain` asks about thousands. */
import { expect, test } from "vitest";
import { loadModule } from "../../hosts/system/modules.ts";
import { readRecorded, recordedDifferences } from "./recorded.ts";

const module = await loadModule("scheduler");

test("recorded drains are what kubectl and the controllers make of them", () => {
  expect(recordedDifferences(module).filter((found) => found !== null)).toEqual([]);
});

test("they have refused, blocked and finished drains", () => {
  const drains = readRecorded();
  const codes = new Set(drains.flatMap(({ real }) => real.rounds.flat()).map(codeOf));
  expect([...codes].sort()).toEqual(expect.arrayContaining([201, 429, 500]));
  expect(drains.some(({ real }) => real.errors.length > 0)).toBe(true);
});

function codeOf({ code }: { readonly code: number }): number {
  return code;
}
