#!/usr/bin/env node
/** `plimsoll check` from a checkout that may not be built yet: for hooks and actions. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "./parts.mjs";
import "./ready.mjs";

const words = [join(ROOT, "dist/plimsoll.mjs"), "check", ...process.argv.slice(2)];
const { status } = spawnSync(process.execPath, words, { stdio: "inherit" });
process.exitCode = status ?? 1;
