/**
 * Builds hosts/java with the core inside, and next to it what it depends on, in build/java: the
 * tests of runtimes play it from there. `npm run pack -- java`
 */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "./parts.mjs";

const GOALS = ["package", "dependency:copy-dependencies"];
const SETTINGS = ["-DskipTests", "-DincludeScope=runtime"];

execFileSync("mvn", ["--batch-mode", "--quiet", ...GOALS, ...SETTINGS], {
  cwd: join(ROOT, "hosts/java"),
  stdio: "inherit",
});
