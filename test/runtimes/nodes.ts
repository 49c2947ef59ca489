/**
 * `npm run suite -- nodes [--halves DATE]`: the tests of the hosts on the releases of Node that are
 * supported besides the one that runs this. Each test that starts the command starts it on the same
 * release. With `--halves` each release has one half, and on the next day the other one.
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { WORKER_FLAGS } from "../../tools/workerFlags.mjs";
import { INSTALL_PACKAGES, packagedProgram } from "./packages.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const RELEASES = ["22", "24"];
// What test/module.test.ts builds and audits is the same bytes on every release.
const TESTS = ["test/hosts", "test/action.test.ts", "test/examples", "test/module/"];
const VITEST = "node_modules/vitest/vitest.mjs";

const { values } = parseArgs({ options: { halves: { type: "string" } } });

function shardOf(index: number): readonly string[] {
  if (values.halves === undefined) return [];
  return [`--shard=${1 + ((Number(values.halves) + index) % RELEASES.length)}/${RELEASES.length}`];
}

function failsOn(release: string, index: number): boolean {
  const node = packagedProgram(".", `node${release}`, "bin/node");
  if (node === null) {
    console.log(`Node ${release} is not here, so nothing ran on it: ${INSTALL_PACKAGES}`);
    return process.env.CI !== undefined;
  }
  console.log(`\n== ${TESTS.join(" ")} on Node ${release}`);
  const { CI: _, ...env } = process.env;
  const words = [...WORKER_FLAGS, VITEST, "run", ...shardOf(index), ...TESTS];
  const { status } = spawnSync(node, words, {
    cwd: ROOT,
    env,
    stdio: "inherit",
  });
  return status !== 0;
}

process.exitCode = RELEASES.filter(failsOn).length > 0 ? 1 : 0;
