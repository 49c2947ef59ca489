import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/edge/**/*.test.ts"],
    pool: "threads",
    maxWorkers: 2,
    testTimeout: 60_000,
    passWithNoTests: false,
    allowOnly: false,
  },
});
