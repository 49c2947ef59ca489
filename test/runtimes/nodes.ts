/**
 * `npm run nodes`: the tests of the hosts on the releases of Node that are supported beside the one
 * that runs this. Each test that starts the command starts it on the same release.
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { INSTALL_PACKAGES, packagedProgram } from "./packages.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const RELEASES = ["22", "24"];
const TESTS = ["test/hosts", "test/examples", "test/module"];
const VITEST = "node_modules/vitest/vitest.mjs";

function failsOn(release: string): boolean {
  const node = packagedProgram(".", `node${release}`, "bin/node");
  if (node === null) {
    console.log(`Node ${release} is not here, so nothing ran on it: ${INSTALL_PACKAGES}`);
    return process.env.CI !== undefined;
  }
  console.log(`\n== ${TESTS.join(" ")} on Node ${release}`);
  const { CI: _, ...env } = process.env;
  const { status } = spawnSync(node, [VITEST, "run", ...TESTS], {
    cwd: ROOT,
    env,
    stdio: "inherit",
  });
  return status !== 0;
}

process.exitCode = RELEASES.filter(failsOn).length > 0 ? 1 : 0;
