/**
 * What a command costs before it answers: processor time of the whole process, next to that of Node
 * with nothing to do.
 *
 *   npm run bench -- start
 *   npm run bench -- start --gate     fails where a command takes far more than it should
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const PROGRAM = join(ROOT, "dist/plimsoll.mjs");
const MESSAGE =
  "The node was low on resource: memory. Threshold quantity: 100Mi, available: 94688Ki. " +
  "Container cart was using 2580184Ki, request is 256Mi, has larger consumption of memory.";
const RUNS = 11;
/** Times what Node takes, where 3 is meant: machines differ, and are shared. */
const TIMES_OF_GATE = 4.5;
/** What a capture may take in addition. */
const CAPTURE_MILLISECONDS = 100;

const folder = mkdtempSync(join(tmpdir(), "plimsoll-start-"));
const config = join(folder, "kubelet.yaml");
const KIND = ["apiVersion: kubelet.config.k8s.io/v1beta1", "kind: KubeletConfiguration", ""];
writeFileSync(config, KIND.join("\n"));
const capture = join(ROOT, "examples/memory-leak.plimsoll.ndjson.gz");

/** A command, and whether it reads a capture. */
const ROWS: readonly (readonly [title: string, words: readonly string[], isCapture?: true])[] = [
  ["plimsoll --help", ["--help"]],
  ["plimsoll explain --message", ["explain", "--message", MESSAGE]],
  ["plimsoll check FILE", ["check", config]],
  ["plimsoll explain CAPTURE", ["explain", capture], true],
  ["plimsoll replay CAPTURE", ["replay", capture], true],
];

/** The shell knows what a process took; its parent in Node does not. */
const TIMED = 'TIMEFORMAT="%3U %3S"; time "$@" >/dev/null 2>/dev/null';

function milliseconds(words: readonly string[]): number {
  const taken = Array.from({ length: RUNS }, () => {
    const timed = execFileSync(
      "bash",
      ["-c", `{ ${TIMED}; } 2>&1`, "-", process.execPath, ...words],
      {
        encoding: "utf8",
      },
    );
    const [user = 0, system = 0] = timed.trim().split(" ").map(Number);
    return 1000 * (user + system);
  });
  return taken.sort((a, b) => a - b)[Math.floor(RUNS / 2)] ?? 0;
}

const isGate = process.argv.includes("--gate");
const node = milliseconds(["-e", "0"]);
console.log(`Node ${process.versions.node} with nothing to do: ${node.toFixed(0)} ms`);
for (const [title, words, isCapture] of ROWS) {
  const taken = milliseconds([PROGRAM, ...words]);
  const most = TIMES_OF_GATE * node + (isCapture ? CAPTURE_MILLISECONDS : 0);
  const times = (taken / node).toFixed(1);
  const limit = isGate ? `, at most ${most.toFixed(0)}` : "";
  console.log(`  ${title.padEnd(28)} ${taken.toFixed(0)} ms, ${times} × Node${limit}`);
  if (isGate && taken > most) process.exitCode = 1;
}
rmSync(folder, { recursive: true });
