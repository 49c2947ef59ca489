/**
 * Makes a checkout ready to run: installs the locked dependencies when they are not there, and
 * builds what changed, of the parts that are named and what they need, otherwise of all; with
 * `--alone`, of the parts that are named, and with `--count`, it counts them on one line. Silent
 * when there is nothing to do, and never on standard output, which belongs to the command that
 * follows. Free of dependencies itself, because it runs first in a new clone.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { npmCommand } from "./npm.mjs";
import { exists, isFresh, partsAlone, partsNamed, ROOT } from "./parts.mjs";

const NODE_MAJOR_MIN = 20;

/**
 * True when every locked package is installed in the locked version. Contents are compared, not
 * times: switching branches touches the lockfile without changing what it asks for. Optional
 * packages are those of other platforms.
 */
function isInstalled() {
  const locked = packagesOf("package-lock.json");
  const installed = packagesOf("node_modules/.package-lock.json");
  return Object.entries(locked)
    .filter(([path, entry]) => path !== "" && !entry.optional && !entry.devOptional)
    .every(([path, entry]) => installed[path]?.version === entry.version);
}

function packagesOf(lockfile) {
  try {
    return JSON.parse(readFileSync(join(ROOT, lockfile), "utf8")).packages;
  } catch {
    return {}; // Nothing is installed, or an install was interrupted.
  }
}

/** Runs `script` with this Node; what it prints goes to standard error. Ends us when it fails. */
function run(what, command, args) {
  const { status, error } = spawnSync(command, args, { cwd: ROOT, stdio: ["ignore", 2, 2] });
  if (status === 0) return;
  const reason = error ? error.message : `it ended with ${status}`;
  console.error(`plimsoll: ${what} failed (${reason}); see the lines above.`);
  process.exit(1);
}

function install() {
  console.error("plimsoll: installing the locked dependencies (npm ci), once.");
  const words = ["ci", "--no-audit", "--no-fund", "--loglevel=error"];
  const [command, ...args] = npmCommand(words);
  run("npm ci", command, args);
}

if (Number(process.versions.node.split(".")[0]) < NODE_MAJOR_MIN) {
  console.error(
    `plimsoll: this is Node ${process.versions.node}; Node ${NODE_MAJOR_MIN} or later is needed.`,
  );
  process.exit(1);
}
if (!isInstalled()) install();
const words = process.argv.slice(2);
const isCounted = words.includes("--count");
const isAlone = words.includes("--alone");
const names = words.filter((word) => !word.startsWith("--"));
const parts = isAlone ? partsAlone(names) : partsNamed(names);
const stale = parts.filter((part) => exists(part) && !isFresh(part));
if (stale.length > 0) {
  if (!isCounted) console.error(`plimsoll: building ${stale.map(({ name }) => name).join(", ")}.`);
  run("the build", process.execPath, [join(ROOT, "tools/build.mjs"), "--quiet", ...words]);
}
