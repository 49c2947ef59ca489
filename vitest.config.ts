import { configDefaults, defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts", "hosts/**/*.test.ts"],
    // Suites with a command of their own: they start other runtimes, or a control plane.
    setupFiles: ["test/analysis/engine/poisonedViews.ts"],
    exclude: [...configDefaults.exclude, "test/edge/**", "test/cluster/**", "test/browser/**"],
    // Modules are compiled and sources loaded once a worker, for all files that it runs.
    pool: "threads",
    isolate: false,
    maxWorkers: 2,
    tags: [
      {
        name: "long",
        description:
          "Starts programs, builds, or draws many cases: not in `npm test`, but in .ci/run.",
      },
    ],
    // A busy machine takes ten times as long; nothing here is a measurement.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // A second, as it is by default, is too short on a busy machine.
    expect: { poll: { timeout: 20_000 } },
    // A suite that finds no file, or a leftover `.only`, is a failure and not a success.
    passWithNoTests: false,
    allowOnly: false,
  },
});
