/** Tests against a real API server; skipped with a line where there is no way to have one. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { controlPlaneBinaries } from "./binaries.ts";

const CONFIGURATION = fileURLToPath(new URL("vitest.config.ts", import.meta.url));

if (controlPlaneBinaries() === null) {
  process.exitCode = process.env.CI ? 1 : 0;
} else {
  const words = ["vitest", "run", "--config", CONFIGURATION, ...process.argv.slice(2)];
  process.exitCode = spawnSync("npx", words, { stdio: "inherit" }).status ?? 1;
}
