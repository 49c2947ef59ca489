import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/cluster/**/*.test.ts"],
    // Each file has a control plane of its own; two at a time would only slow each other down.
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 180_000,
    // A second, as it is by default, is too short on a busy machine.
    expect: { poll: { timeout: 20_000 } },
    passWithNoTests: false,
    allowOnly: false,
  },
});
