/**
 * Starts the program on a Node that can run it: an older one may not even load it, so nothing else
 * is imported before the version is known.
 */
import process from "node:process";

const NODE_MAJOR_MIN = 20;
const USAGE = 2;

const { node } = process.versions;
if (Number.parseInt(node, 10) < NODE_MAJOR_MIN) {
  console.error(`plimsoll: this is Node ${node}; install Node ${NODE_MAJOR_MIN} or later.`);
  process.exitCode = USAGE;
} else {
  await import("./start.ts");
}
