/** The pages of the commands are what their rows say: `GUIDE=write` writes them again. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { commandPages } from "./commands.ts";
import { WRITES } from "./writes.ts";

const FOLDER = new URL("../../docs/reference/commands/", import.meta.url);

test("docs/reference/commands has a page for each command, as its options are", async () => {
  const pages = await commandPages();
  if (WRITES) {
    rmSync(FOLDER, { recursive: true, force: true });
    mkdirSync(FOLDER, { recursive: true });
    for (const [name, text] of pages) writeFileSync(new URL(name, FOLDER), text);
  }
  expect(readdirSync(FOLDER).sort()).toEqual([...pages.keys()].sort());
  for (const [name, text] of pages) {
    const why = `${name}: write the pages again with GUIDE=write npx vitest run test/guide`;
    expect(readFileSync(new URL(name, FOLDER), "utf8"), why).toBe(text);
  }
});
