#!/usr/bin/env node
/** `plimsoll check` from a checkout that may not be built yet: for hooks and actions. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "./parts.mjs";

const ready = [join(ROOT, "tools/ready.mjs"), "command"];
const words = [join(ROOT, "dist/plimsoll.mjs"), "check", ...process.argv.slice(2)];
for (const each of [ready, words]) {
  const { status } = spawnSync(process.execPath, each, { stdio: "inherit" });
  process.exitCode = status ?? 1;
  if (process.exitCode !== 0) break;
}
