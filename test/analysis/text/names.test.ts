import { expect, it } from "vitest";
import { formatFiles } from "../../../analysis/text/names.ts";

it.each([
  [["a.json", "b.json"], "a.json, b.json"],
  [["a.json", "b.json", "c.json", "d.json"], "a.json, b.json, c.json and 1 more"],
  [["dump/a.json", "dump/b.json"], "dump/a.json, dump/b.json"],
  [["x.tgz/a", "x.tgz/b/c", "x.tgz/d", "x.tgz/e"], "x.tgz (4 files)"],
  [["x/a", "x/b", "x/c", "y/d"], "x/a, x/b, x/c and 1 more"],
])("%j are told as %s", (names, text) => {
  expect(formatFiles(names, 3)).toBe(text);
});
