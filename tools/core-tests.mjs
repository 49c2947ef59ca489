/**
 * Runs the core's own tests (as-pect) and does not take their word for it: the runner also calls it
 * a success when no test file was found, so the tests it reports are counted against the
 * ones written down. Its `asp` command hides a compiler that was killed; the script behind it
 * does not.
 */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs, stripVTControlCharacters } from "node:util";
import { ROOT } from "./parts.mjs";

const RUNNER = "node_modules/@as-pect/cli/lib/test.js";
const DEBUG_CONFIG = "as-pect.asconfig.json";
const RELEASE_CONFIG = "build/as-pect.asconfig.json";
const TOTALS = /\[Tests\]:\s*(\d+) \/ (\d+)/;
const SPEC = /\.spec\.ts$/;
/** One call is at least one test; a table that calls `it` in a loop reports more. */
const TEST_CALL = /^\s*(it|test)\(/gm;

function specs(folder = join(ROOT, "assembly")) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return specs(path);
    return SPEC.test(entry.name) ? [path] : [];
  });
}

/**
 * The tests as the release is compiled: optimized, and with tagged functions inlined. Literals stay
 * UTF-16, because the tests put strings together as they run, which the release cannot; the vectors
 * and the corpus run with the release's own.
 */
function writeReleaseConfig() {
  const { targets } = JSON.parse(readFileSync(join(ROOT, "asconfig.json"), "utf8"));
  const { optimizeLevel, shrinkLevel, noAssert } = targets.eviction;
  const { entries, ...config } = JSON.parse(readFileSync(join(ROOT, DEBUG_CONFIG), "utf8"));
  const transform = [join(ROOT, "build/inlineTags.mjs")];
  const release = { optimizeLevel, shrinkLevel, noAssert, transform };
  mkdirSync(join(ROOT, "build"), { recursive: true });
  writeFileSync(transform[0], `export { InlineTags as default } from "../tools/inlineTags.mjs";\n`);
  const text = {
    ...config,
    options: { ...config.options, ...release },
    extends: "../asconfig.json",
    entries: entries.map((entry) => `../${entry}`),
  };
  writeFileSync(join(ROOT, RELEASE_CONFIG), JSON.stringify(text));
}

/** Answers the exit status and everything the runner said. */
function run(config) {
  return new Promise((done) => {
    const runner = spawn(process.execPath, [RUNNER, "--verbose", "--as-config", config], {
      cwd: ROOT,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let text = "";
    for (const stream of [runner.stdout, runner.stderr]) {
      stream.setEncoding("utf8").on("data", (chunk) => {
        text += chunk;
      });
    }
    runner.on("close", (status) => done({ status, text }));
  });
}

/** The summary reads `[Tests]: 11 / 12`; the runner colors it where it sees fit. */
function counted(text) {
  const [, passed, total] = stripVTControlCharacters(text).match(TOTALS) ?? [];
  return { passed: Number(passed ?? 0), failed: Number(total ?? 0) - Number(passed ?? 0) };
}

const { values } = parseArgs({
  options: {
    release: { type: "boolean", default: false },
    verbose: { type: "boolean", default: false },
  },
});
const written = specs().flatMap((path) => readFileSync(path, "utf8").match(TEST_CALL) ?? []).length;
if (values.release) writeReleaseConfig();
const { status, text } = await run(values.release ? RELEASE_CONFIG : DEBUG_CONFIG);
const { passed, failed } = counted(text);
const good = status === 0 && failed === 0 && passed > 0 && passed >= written;
if (values.verbose || !good) console.log(text);
console.log(`core: ${passed} passed, ${failed} failed, ${written} written down`);
if (!values.release) {
  mkdirSync(join(ROOT, "build"), { recursive: true });
  const report = { passed, failed: good ? 0 : Math.max(1, failed) };
  writeFileSync(join(ROOT, "build/core-tests.json"), JSON.stringify(report));
}
if (!good) {
  console.error("core: tests failed, or not all that are written down ran; see the lines above.");
  process.exit(1);
}
