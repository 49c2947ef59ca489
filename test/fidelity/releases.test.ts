import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { RELEASES } from "../../analysis/engine/contract/releases.ts";
import { EvictionEngine } from "../../analysis/engine/evictionEngine.ts";
import { formatRelease } from "../../analysis/text/release.ts";
import { loadModule } from "../../hosts/system/modules.ts";
import { observedSince } from "../../tools/contract.mjs";
import { runVector } from "../vectors/runner.ts";
import { behaviors, sinceOf } from "./releases/behaviors.ts";
import { readTable } from "./releases.ts";

const engine = new EvictionEngine(await loadModule("eviction"));
const { oldest, newest } = RELEASES.eviction;
const releases = Array.from({ length: newest - oldest + 1 }, (_, index) =>
  formatRelease(oldest + index),
);

test("FIDELITY.md has the table, the oldest release first", () => {
  const text = readFileSync(new URL("../../FIDELITY.md", import.meta.url), "utf8");
  const rows = [...text.matchAll(/^\| (.+) \| (1\.\d+) \|$/gm)].map(([, name, since]) => [
    name,
    since,
  ]);
  expect(Object.fromEntries(rows)).toEqual(readTable());
  const minors = rows.map(([, since = ""]) => Number(since.slice("1.".length)));
  expect(minors).toEqual([...minors].sort((a, b) => a - b));
});

test("the core has the table: contract/releases.yaml", () => {
  expect(observedSince()).toEqual(readTable());
});

// The table was found by running the kubelet's code of every release.
test.each(behaviors().map((behavior) => [behavior.name, behavior] as const))(
  "%s from the release on that the kubelet does",
  (name, { after }) => {
    const behave = releases.map((kubeletVersion) => {
      return runVector(() => engine, { ...after, kubeletVersion }).length === 0;
    });
    expect(sinceOf(releases, behave)).toBe(readTable()[name]);
  },
);

test.each(behaviors().map((behavior) => [behavior.name, behavior] as const))(
  "%s: its vectors are about that release and the one before",
  (name, { before, after }) => {
    const since = readTable()[name] ?? "";
    expect(after.kubeletVersion).toBe(since);
    expect(before.kubeletVersion).toBe(`1.${Number(since.slice(2)) - 1}`);
  },
);
