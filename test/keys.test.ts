import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
// @ts-expect-error -- the generator is plain JavaScript, run by node alone.
import { KEYS_FILE, keysText } from "../tools/keys.mjs";

test("the key tests of the core are what tools/keys.mjs writes", () => {
  expect(readFileSync(KEYS_FILE, "utf8")).toBe(keysText());
});
