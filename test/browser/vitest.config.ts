import { defineConfig } from "vitest/config";

/** Real browsers take their time: `npm run browser`, not `npm test`. */
export default defineConfig({
  test: {
    include: ["test/browser/**/*.test.ts"],
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    passWithNoTests: false,
    allowOnly: false,
  },
});
