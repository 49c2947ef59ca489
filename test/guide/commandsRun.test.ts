/** Every command of the README, the tutorial and the how-to pages runs as it is written. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { commandsOn, PAGES, readPage } from "./guide.ts";
import { openWorkshop, type Workshop } from "./workshop.ts";

let workshop: Workshop;
beforeAll(async () => {
  workshop = await openWorkshop();
});
afterAll(() => workshop.close());

/** Commands that go on until they are stopped. */
const ENDLESS = /plimsoll (run(?!.* --steps)|next.* --watch|playground(?!.* --write)|demo)/;
/** Done, or findings that the command reports. */
const EXIT_CODE_MAX = 1;

const ROWS = PAGES.flatMap((path) =>
  commandsOn(readPage(path)).map((command) => ({ path, command })),
);

test("commands are found", () => {
  expect(ROWS.length).toBeGreaterThan(60);
});

describe("commands", { tags: ["long"] }, () => {
  test.each(ROWS)("$path: $command", async ({ command }) => {
    const run = ENDLESS.test(command) ? workshop.runUntilItPrints : workshop.run;
    const { exitCode, stderr } = await run(command);
    expect(exitCode, stderr).not.toBeNull();
    expect(exitCode, stderr).toBeLessThanOrEqual(EXIT_CODE_MAX);
  });
});
