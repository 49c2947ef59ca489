/** The slices of .ci/run: a public forge runs all of them, and test/README.md lists all of them. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { parse } from "yaml";

const ROOT = new URL("../", import.meta.url);

function read(path: string): string {
  return readFileSync(new URL(path, ROOT), "utf8");
}

const script = read(".ci/run");
const listOf = (name: string) =>
  (new RegExp(`^${name}="([a-z ]+)"$`, "m").exec(script)?.[1] ?? "").split(" ");
const slices = ["tests", ...["LEFT", "RIGHT", "ALONE"].flatMap(listOf)];

test("every slice has steps, and every step belongs to a slice or a function of one", () => {
  const functions = [...script.matchAll(/^slice_([a-z]+)\(\) \{\n(.*?)^\}$/gms)];
  expect(functions.map(([, name]) => name).sort()).toEqual([...slices].sort());
  for (const [, name, body = ""] of functions) {
    expect(body, name).toMatch(/^ +(?:step|campaign) "/m);
  }
  expect(script).not.toMatch(/^(?:step|campaign) /m);
});

test("the workflow runs every slice but the one for captures from elsewhere", () => {
  const { jobs } = parse(read(".github/workflows/ci.yml"));
  expect(jobs.slice.strategy.matrix.slice).toEqual(slices.filter((name) => name !== "captures"));
});

test("test/README.md lists them", () => {
  const section = read("test/README.md").split("## Continuous integration")[1] ?? "";
  const rows = [...section.matchAll(/^\| `([a-z]+)` \|/gm)].map(([, name]) => name);
  expect(rows).toEqual(slices);
});

test("a name that is not a slice is refused before anything runs", () => {
  const run = fileURLToPath(new URL(".ci/run", ROOT));
  const { status, stdout, stderr } = spawnSync("bash", [run, "nope"], { encoding: "utf8" });
  expect(status).toBe(2);
  expect(stdout).toBe("");
  expect(stderr).toBe(`nope is not a slice; choose from: ${slices.join(" ")}\n`);
});
