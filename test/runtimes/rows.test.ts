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

const CLUSTERS = { digest: "cc", cases: 3, failures: 0, told: [] };

test("runtimes that play another corpus too are compared with each other only", () => {
  const played = { ...PLAYED, also: { clusters: CLUSTERS } };
  expect(complaints([HERE, row("deno", { played }), row("bun", { played })], true)).toEqual([]);
  const odd = { ...PLAYED, also: { clusters: { ...CLUSTERS, digest: "dd" } } };
  const found = complaints([HERE, row("deno", { played }), row("bun", { played: odd })], true);
  expect(found.map((sentence) => sentence.split("\n"))).toEqual([
    [
      "The runtimes do not give the same bytes for clusters:",
      "  cc (3 cases): deno",
      "  dd (3 cases): bun",
    ],
  ]);
});

test("a case of another corpus that differs is named", () => {
  const clusters = { ...CLUSTERS, failures: 1, told: [{ id: "1-17" }] };
  const found = complaints([row("deno", { played: { ...PLAYED, also: { clusters } } })], true);
  expect(found).toEqual(["deno differs in clusters: case 1-17"]);
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
    "node differs from the kubelet: npm run corpus -- replay --show c0ffee",
  ]);
});

test("nothing played is nothing compared", () => {
  expect(complaints([MISSING], false)).toEqual(["No runtime played the corpus."]);
});
