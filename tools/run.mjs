/**
 * Runs a program of tools/programs.json: `npm run oracle -- scheduler --seed 1` is
 * `node tools/run.mjs oracle scheduler --seed 1`. What follows the name is for the program. Without
 * the name of one, it prints the names. Free of dependencies, because it runs first in a new clone.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./parts.mjs";
import { WORKER_FLAGS } from "./workerFlags.mjs";

/** What this Node runs for a file, by the end of its name; the first row that fits. */
const STARTS = [
  {
    suffix: "vitest.config.ts",
    words: [...WORKER_FLAGS, "node_modules/vitest/vitest.mjs", "run", "--config"],
  },
  { suffix: ".ts", words: ["--import", "tsx"] },
  { suffix: ".mjs", words: [] },
];

const programs = JSON.parse(readFileSync(join(ROOT, "tools/programs.json"), "utf8"));
const [group = "", name = "", ...more] = process.argv.slice(2);

function tableOf(rows) {
  const width = Math.max(...rows.map(([word]) => word.length));
  return rows.map(([word, { about }]) => `  ${word.padEnd(width)}  ${about}`).join("\n");
}

function run(words) {
  const { status, error } = spawnSync(process.execPath, words, { cwd: ROOT, stdio: "inherit" });
  if (error) throw error;
  return status ?? 1;
}

function main() {
  if (!Object.hasOwn(programs, group)) {
    console.error(`"${group}" is not a group; choose from: ${Object.keys(programs).join(", ")}.`);
    return 2;
  }
  if (!Object.hasOwn(programs[group], name)) {
    const problem = name === "" ? "It needs a name" : `"${name}" is not a name`;
    const rows = Object.entries(programs[group]);
    console.error(`${problem}: npm run ${group} -- NAME\n\n${tableOf(rows)}`);
    return 2;
  }
  const { file, words: own = [] } = programs[group][name];
  const { words } = STARTS.find(({ suffix }) => file.endsWith(suffix));
  return run(["tools/ready.mjs"]) || run([...words, file, ...own, ...more]);
}

process.exitCode = main();
