import { defineConfig } from "vitest/config";

/** What is measured here has the machine to itself: a ratio of times, and the memory of a page. */
const MEASURED = ["firstDecision", "endurance"].map((name) => `test/browser/${name}.test.ts`);

/** Real browsers take their time: `npm run suite -- browser`, not `npm test`. */
export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A test that a busy machine was too slow for is tried once more; the report says "retry x1".
    retry: process.env.CI === undefined ? 0 : 1,
    // A second, as it is by default, is too short on a busy machine.
    expect: { poll: { timeout: 20_000 } },
    passWithNoTests: false,
    allowOnly: false,
    projects: [
      {
        extends: true,
        test: {
          name: "page",
          include: ["test/browser/**/*.test.ts"],
          exclude: MEASURED,
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: "measured",
          include: MEASURED,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
