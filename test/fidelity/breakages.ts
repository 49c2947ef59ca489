/**
 * Breaks one rule of a policy at a time, in a copy, and shows that what is recorded finds it; of
 * the eviction policy also that a campaign finds it and shrinks it to a scenario one can read:
 *
 *     npm run oracle -- breakages [--seed 1] [--cases 4000] [--half 2]
 *     npm run oracle -- breakages [--policy eviction] [--only grace]
 *
 * `--half` takes every second rule: the odd ones for an odd number, such as a date, the others for
 * an even one.
 * Exits with 1 when a broken module passes.
 */
import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import { EvictionEngine } from "../../analysis/engine/evictionEngine.ts";
import { BREAKAGES, type Breakage, brokenText } from "./broken.ts";
import { drawScenario } from "./generate/scenario.ts";
import { Judge } from "./judge.ts";
import { oraclePath, statusWithOracle } from "./oracleProcess.ts";
import { Player } from "./play.ts";
import { recordingsFailing } from "./recordings.ts";
import { report } from "./report.ts";
import type { Scenario } from "./scenario.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const BATCH = 64;
/** Modules that are built at the same time, the first of them while the one before is evaluated. */
const AHEAD = 2;
const run = promisify(execFile);

/** A module with one rule broken. */
async function build(breakage: Breakage): Promise<WebAssembly.Module> {
  const folder = mkdtempSync(join(tmpdir(), "plimsoll-broken-"));
  try {
    for (const path of ["assembly", "tools", "asconfig.json"]) {
      cpSync(join(ROOT, path), join(folder, path), { recursive: true });
    }
    symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"), "junction");
    writeFileSync(join(folder, "assembly", breakage.file), brokenText(breakage));
    const { policy } = breakage;
    await run(process.execPath, ["tools/build.mjs", policy], { cwd: folder });
    return new WebAssembly.Module(readFileSync(join(folder, `dist/plimsoll-${policy}.wasm`)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Yields each with its module; while one is evaluated, the next ones are built. */
async function* built(
  chosen: readonly Breakage[],
): AsyncGenerator<readonly [Breakage, WebAssembly.Module]> {
  const modules = new Map<Breakage, Promise<WebAssembly.Module>>();
  for (const [index, breakage] of chosen.entries()) {
    for (const next of chosen.slice(index, index + 1 + AHEAD)) {
      if (!modules.has(next)) modules.set(next, build(next));
    }
    const module = await modules.get(breakage);
    modules.delete(breakage);
    if (module !== undefined) yield [breakage, module];
  }
}

/** The number of the first case that differs, after it was reported; null when none does. */
async function firstDifference(
  judge: Judge,
  { name, release }: Breakage,
  seed: number,
  cases: number,
): Promise<number | null> {
  for (let start = 0; start < cases; start += BATCH) {
    const scenarios = Array.from({ length: BATCH }, (_, i) =>
      drawScenario(seed, start + i, release),
    );
    const verdicts = await judge.judge(scenarios);
    const index = verdicts.findIndex(({ differences }) => differences.length > 0);
    const verdict = verdicts[index];
    if (verdict === undefined) continue;
    await report(judge, scenarios[index] as Scenario, verdict, `broken-${name}`);
    return start + index;
  }
  return null;
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      seed: { type: "string", default: "1" },
      cases: { type: "string", default: "4000" },
      policy: { type: "string" },
      only: { type: "string" },
      half: { type: "string" },
    },
  });
  const { half } = values;
  const chosen = BREAKAGES.filter(
    ({ name, policy }) => name === (values.only ?? name) && policy === (values.policy ?? policy),
  ).filter((_, index) => half === undefined || index % 2 === Number(half) % 2);
  const passed: string[] = [];
  for await (const [breakage, core] of built(chosen)) {
    console.log(`${breakage.name}: ${breakage.rule}`);
    const failing = await recordingsFailing(breakage.policy, core);
    if (failing === 0) passed.push(`${breakage.name} (by what is recorded)`);
    else console.log(`${breakage.name}: found by ${failing} recorded cases`);
    if (breakage.policy !== "eviction") continue;
    const judge = new Judge(
      new Player(() => new EvictionEngine(core)),
      oraclePath(breakage.release),
    );
    try {
      const found = await firstDifference(
        judge,
        breakage,
        Number(values.seed),
        Number(values.cases),
      );
      if (found === null) passed.push(breakage.name);
      else console.log(`${breakage.name}: found by case ${found} of seed ${values.seed}\n`);
    } finally {
      judge.close();
    }
  }
  console.log(`${chosen.length} rules broken, ${passed.length} times unnoticed`);
  if (passed.length === 0) return 0;
  console.error(`Modules may be broken unnoticed: ${passed.join(", ")}.`);
  return 1;
}

process.exitCode = await statusWithOracle(main);
