/**
 * What the documents show of a command is what it prints. `GUIDE=write npx vitest run test/guide`
 * writes the outputs again; read the sentences around them before they are committed.
 */
import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { blockWith, PAGES, partOf, ROOT, readPage, shownOn } from "./guide.ts";
import { openWorkshop, type Workshop } from "./workshop.ts";
import { WRITES } from "./writes.ts";

let workshop: Workshop;
beforeAll(async () => {
  workshop = await openWorkshop();
});
afterAll(() => workshop.close());

const ROWS = PAGES.flatMap((path) => shownOn(readPage(path)).map((shown) => ({ path, ...shown })));
const AGAIN = "write the outputs again with GUIDE=write npx vitest run test/guide";

test.each(ROWS)("$path: $command", async ({ path, ...shown }) => {
  const { exitCode, stdout, stderr } = await workshop.run(shown.command);
  expect(exitCode, stderr).toBeLessThanOrEqual(1);
  const output = partOf(stdout, shown.part);
  if (WRITES) {
    // As a function: `$` has no meaning in it.
    const page = readPage(path).replace(shown.block, () => blockWith(shown, output));
    writeFileSync(`${ROOT}${path}`, page);
  } else {
    expect(shown.output, `${path}: ${AGAIN}`).toBe(output);
  }
});
