import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { drawnMembers, readMembers } from "./members.ts";
import { UNDRAWN } from "./undrawn.ts";

const members = readMembers();
const drawn = drawnMembers(members);
const undrawn = Object.entries(members).flatMap(([kind, paths]) =>
  paths.filter((path) => drawn.get(kind)?.has(path) !== true).map((path) => ({ kind, path })),
);
const fidelity = readFileSync(new URL("../../FIDELITY.md", import.meta.url), "utf8");

test("every member of the API objects is drawn, or there is a reason why not", () => {
  const without = undrawn.filter(
    ({ kind, path }) => !UNDRAWN.some((row) => row.kind === kind && row.members.test(path)),
  );
  expect(without).toEqual([]);
});

test.each(UNDRAWN)("$kind: $what: some are not drawn, and FIDELITY.md says so", (row) => {
  const covered = undrawn.filter(({ kind, path }) => kind === row.kind && row.members.test(path));
  expect(covered.length).toBeGreaterThan(0);
  expect(fidelity).toContain(`| ${row.kind} | ${row.what} | ${row.reason} |`);
});
