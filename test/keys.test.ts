import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { KEY_FILES } from "../tools/keys.mjs";

test.each(Object.entries(KEY_FILES))("%s is what tools/keys.mjs writes", (path, text) => {
  expect(readFileSync(new URL(`../${path}`, import.meta.url), "utf8")).toBe(text);
});
