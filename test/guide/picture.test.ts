/** The picture is what the program makes of the example: `GUIDE=write` writes it again. */
import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { eviction } from "./picture.ts";
import { WRITES } from "./writes.ts";

const FILE = new URL("../../docs/pictures/eviction.svg", import.meta.url);

test("the picture of the eviction shows what the program decides", async () => {
  const { svg } = await eviction();
  if (WRITES) writeFileSync(FILE, svg);
  expect(readFileSync(FILE, "utf8")).toBe(svg);
});
