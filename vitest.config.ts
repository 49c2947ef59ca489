import { configDefaults, defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts", "hosts/**/*.test.ts"],
    // Suites with a command of their own: they start other runtimes, or a control plane.
    exclude: [...configDefaults.exclude, "test/edge/**", "test/cluster/**", "test/browser/**"],
    // The module is compiled once a worker; tests share it, so files need no process each.
    pool: "threads",
    maxWorkers: 2,
    // Continuous integration counts the tests, and the skipped ones, from the report.
    reporters: process.env.CI
      ? ["default", ["json", { outputFile: "build/vitest.json" }]]
      : ["default"],
    // A busy machine takes ten times as long; nothing here is a measurement.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A second, as it is by default, is too short on a busy machine.
    expect: { poll: { timeout: 20_000 } },
    // A suite that finds no file, or a leftover `.only`, is a failure and not a success.
    passWithNoTests: false,
    allowOnly: false,
  },
});
