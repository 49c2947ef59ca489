/**
 * `npm start`: builds and tells the first story, then builds the page while the story is read, and
 * serves it. Without a terminal, or in CI, it ends after the story. Free of dependencies, because
 * it runs first in a new clone.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ROOT, STORY } from "./parts.mjs";

/** Ends us as it ends, when it fails. */
function run(script, ...words) {
  const { status, signal, error } = spawnSync(process.execPath, [join(ROOT, script), ...words], {
    stdio: "inherit",
  });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? (signal === null ? 1 : 0));
}

// Ctrl-C ends what runs, and we end with it.
process.on("SIGINT", () => {});
run("tools/ready.mjs", "--alone", ...STORY);
run("dist/plimsoll.mjs", "demo", "--only", "story");
if (process.stdout.isTTY && !process.env.CI) {
  run("tools/ready.mjs", "--count", "command");
  run("dist/plimsoll.mjs", "demo", "--only", "page");
}
