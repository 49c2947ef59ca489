import { defineConfig } from "vitest/config";

/** Real browsers take their time: `npm run browser`, not `npm test`. */
export default defineConfig({
  test: {
    include: ["test/browser/**/*.test.ts"],
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A test that a busy machine was too slow for is tried once more; the report says "retry x1".
    retry: process.env.CI === undefined ? 0 : 1,
    // A second, as it is by default, is too short on a busy machine.
    expect: { poll: { timeout: 20_000 } },
    passWithNoTests: false,
    allowOnly: false,
  },
});
