import { expect, test } from "vitest";
import { complaints, type Row } from "./rows.ts";
import type { PlayedCorpus } from "./runtime.ts";

const PLAYED: PlayedCorpus = { digest: "aa", cases: 2, answers: 5 };

function row(name: string, rest: Partial<Row>): Row {
  const find = async () => null;
  return { runtime: { name, engine: "an engine", install: "", find }, version: "1", ...rest };
}

const HERE = row("node", { played: PLAYED });
const MISSING = row("bun", { problem: "not here: install it", isMissing: true });

test("runtimes that give the same bytes pass", () => {
  expect(complaints([HERE, row("deno", { played: PLAYED })], true)).toEqual([]);
});

test.each<[string, PlayedCorpus]>([
  ["another digest", { ...PLAYED, digest: "bb" }],
  ["fewer answers", { ...PLAYED, answers: 4 }],
  ["fewer cases", { ...PLAYED, cases: 1 }],
])("one that gives %s is named", (_, played) => {
  const [sentence, ...others] = complaints([HERE, row("deno", { played })], false);
  const { digest, cases, answers } = played;
  expect(sentence?.split("\n")).toEqual([
    "The runtimes do not give the same bytes:",
    "  aa (2 cases, 5 answers): node",
    `  ${digest} (${cases} cases, ${answers} answers): deno`,
  ]);
  expect(others).toEqual([]);
});

test("one that is not here is a failure in continuous integration only", () => {
  expect(complaints([HERE, MISSING], false)).toEqual([]);
  expect(complaints([HERE, MISSING], true)).toEqual(["bun: not here: install it"]);
});

test("one that fails is a failure everywhere", () => {
  const failed = row("bun", { problem: "failed: it hangs" });
  expect(complaints([HERE, failed], false)).toEqual(["bun: failed: it hangs"]);
});

test("cases that differ from the kubelet are named, with the way to look at them", () => {
  const played = { ...PLAYED, failures: 1, told: [{ id: "c0ffee" }] };
  expect(complaints([row("node", { played })], false)).toEqual([
    "node differs from the kubelet: npm run corpus -- --show c0ffee",
  ]);
});

test("nothing played is nothing compared", () => {
  expect(complaints([MISSING], false)).toEqual(["No runtime played the corpus."]);
});
