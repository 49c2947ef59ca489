import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { HEADER } from "../../../hosts/shared/reduce/header.ts";
import { POD_LIST } from "../../../hosts/shared/reduce/pods.ts";
import type { Shape } from "../../../hosts/shared/reduce/shape.ts";
import { SUMMARY } from "../../../hosts/shared/reduce/summary.ts";

const ASSEMBLY = new URL("../../../assembly/", import.meta.url);
const ROOMS = ["node", "eviction"];

/** Which document each decoder of the core reads. A new decoder belongs in this table. */
const DECODERS: Readonly<Record<string, Shape>> = {
  "configuration.ts": HEADER,
  "options.ts": HEADER,
  "reservations.ts": HEADER,
  "containers.ts": POD_LIST,
  "pod.ts": POD_LIST,
  "podList.ts": POD_LIST,
  "podSpec.ts": POD_LIST,
  "resources.ts": POD_LIST,
  "volumes.ts": POD_LIST,
  "nodeStats.ts": SUMMARY,
  "podStats.ts": SUMMARY,
  "summary.ts": SUMMARY,
};
/** What the core asks of a pod at admission alone, and a capture has none. */
const ADMISSION = ["tolerations", "key", "operator", "value", "effect"];
/** The core's own questions, which are in no capture. */
const QUESTIONS = ["subject.ts"];

/** Member names by the function that tests for them. */
function keyTests(): ReadonlyMap<string, string> {
  const text = ROOMS.map((room) =>
    readFileSync(new URL(`${room}/keys.ts`, ASSEMBLY), "utf8"),
  ).join();
  const found = text.matchAll(/\/\*\* `(.+)` \*\/\nexport function (\w+)/g);
  return new Map([...found].map(([, member = "", name = ""]) => [name, member]));
}

function textOf(file: string): string {
  const paths = ROOMS.map((room) => new URL(`${room}/documents/${file}`, ASSEMBLY));
  return readFileSync(paths.find((path) => existsSync(path)) ?? file, "utf8");
}

/** The names a decoder asks for: by a key test, or spelled out. */
function namesAsked(file: string): readonly string[] {
  const text = textOf(file);
  const tests = keyTests();
  const called = [...text.matchAll(/\b(is\w+)\(\)/g)].map(([, name = ""]) => tests.get(name));
  const spelled = [...text.matchAll(/keyIs\("(.+?)"\)/g)].map(([, n]) => n);
  return [...new Set([...called, ...spelled])].filter((name) => name !== undefined);
}

function keeps(shape: Shape, name: string): boolean {
  if (shape.is === "leaf") return false;
  if (shape.is === "list") return keeps(shape.item, name);
  return shape.member(name) !== undefined || shape.shapes.some((each) => keeps(each, name));
}

describe("a reduced and an anonymous capture keep every member that is asked for in", () => {
  it.each(Object.entries(DECODERS))("%s", (file, shape) => {
    const names = namesAsked(file).filter((name) => !ADMISSION.includes(name));
    expect(names.filter((name) => !keeps(shape, name))).toEqual([]);
    expect(names.length).toBeGreaterThan(0);
  });
});

it("every decoder of the core is in the table", () => {
  const files = ROOMS.flatMap((room) =>
    readdirSync(new URL(`${room}/documents/`, ASSEMBLY)),
  ).filter((name) => name.endsWith(".ts"));
  const asking = files.filter((file) => namesAsked(file).length > 0 && !QUESTIONS.includes(file));
  expect(asking.filter((file) => DECODERS[file] === undefined)).toEqual([]);
});
