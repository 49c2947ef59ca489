import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/edge/**/*.test.ts"],
    pool: "threads",
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A second, as it is by default, is too short on a busy machine.
    expect: { poll: { timeout: 20_000 } },
    passWithNoTests: false,
    allowOnly: false,
  },
});
