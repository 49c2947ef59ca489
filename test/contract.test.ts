/** `contract/` is the one place that says what the policy reads: code and tables follow from it. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { contractFiles, keyTestName, namesReadByCore } from "../tools/contract.mjs";

const ROOT = new URL("../", import.meta.url);

test.each(Object.entries(contractFiles()))("%s follows from contract/", (path, text) => {
  expect(readFileSync(new URL(path, ROOT), "utf8")).toBe(text);
});

const FOLDERS = ["assembly/node/documents/", "assembly/eviction/documents/"];
/** Which documents each decoder reads. A new decoder belongs in this table. */
const DECODERS: Readonly<Record<string, readonly string[]>> = {
  "configuration.ts": ["configuration"],
  "options.ts": ["configuration"],
  "reservations.ts": ["configuration"],
  "subject.ts": ["subject"],
  "containers.ts": ["PodList"],
  "pod.ts": ["PodList"],
  "podList.ts": ["PodList"],
  "podSpec.ts": ["PodList"],
  "resources.ts": ["PodList"],
  "volumes.ts": ["PodList"],
  "nodeStats.ts": ["Summary"],
  "podStats.ts": ["Summary"],
  "record.ts": ["record"],
  "summary.ts": ["Summary"],
};
const DOCUMENTS = [...new Set(Object.values(DECODERS).flat())];
const members = new Map(namesReadByCore(...DOCUMENTS).map((name) => [keyTestName(name), name]));

/** The names a decoder asks for: by a key test, or spelled out for `keyIs` or a reader of it. */
function namesAsked(file: string): readonly string[] {
  const path = FOLDERS.map((folder) => new URL(folder + file, ROOT)).find((each) =>
    existsSync(each),
  );
  const text = readFileSync(path ?? file, "utf8");
  const called = [...text.matchAll(/\b(is\w+)\(\)/g)].map(([, name = ""]) => members.get(name));
  const spelled = [...text.matchAll(/(?:keyIs\(|\bat,\s+)"(.+?)"/g)].map(([, name]) => name);
  return [...new Set([...called, ...spelled])].filter((name) => name !== undefined);
}

describe("a decoder asks only for members in the table", () => {
  test.each(Object.entries(DECODERS))("%s", (file, documents) => {
    const known = namesReadByCore(...documents);
    const asked = namesAsked(file);
    expect(asked.filter((name) => !known.includes(name))).toEqual([]);
    expect(asked.length).toBeGreaterThan(0);
  });
});

test.each(DOCUMENTS)("every member of %s in the table is asked for by a decoder", (document) => {
  const decoders = Object.entries(DECODERS).filter(([, read]) => read.includes(document));
  const asked = new Set(decoders.flatMap(([file]) => namesAsked(file)));
  expect(namesReadByCore(document).filter((name) => !asked.has(name))).toEqual([]);
});

test("every decoder of the core is in the table", () => {
  const files = FOLDERS.flatMap((folder) => readdirSync(new URL(folder, ROOT))).filter((name) =>
    name.endsWith(".ts"),
  );
  const asking = files.filter((file) => namesAsked(file).length > 0);
  expect(asking.filter((file) => DECODERS[file] === undefined)).toEqual([]);
});
