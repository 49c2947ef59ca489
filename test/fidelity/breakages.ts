/**
 * Breaks one rule of the core at a time, in a copy, and shows that the corpus finds it, and that a
 * campaign finds it and shrinks it to a scenario one can read:
 *
 *     npm run breakages -- [--seed 1] [--cases 4000] [--only grace]
 *
 * Exits with 1 when a broken core passes.
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Engine } from "../../hosts/shared/engine.ts";
import { corpusFiles, readCorpusFile } from "../corpus/files.ts";
import { runCorpus } from "../corpus/runner.ts";
import { TracedEngine } from "../corpus/tracedEngine.ts";
import { drawScenario } from "./generate/film.ts";
import { Judge } from "./judge.ts";
import { oraclePath, statusWithOracle } from "./oracleProcess.ts";
import { Player } from "./play.ts";
import { report } from "./report.ts";
import type { Scenario } from "./scenario.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const BATCH = 64;

interface Breakage {
  readonly name: string;
  /** What the kubelet does, and the specification's number of it. */
  readonly rule: string;
  /** Below assembly/eviction/stages. */
  readonly file: string;
  /** Stands there once. */
  readonly right: string;
  readonly wrong: string;
}

const BREAKAGES: readonly Breakage[] = [
  {
    name: "equality",
    rule: "a threshold is met below its limit, not at it (3.3)",
    file: "thresholds.ts",
    right: "observation.capacity) > observation.available;",
    wrong: "observation.capacity) >= observation.available;",
  },
  {
    name: "grace",
    rule: "a grace period is over at its end, not after it (3.5)",
    file: "grace.ts",
    right: "elapsed >= thresholdAt(index)",
    wrong: "elapsed > thresholdAt(index)",
  },
  {
    name: "transition",
    rule: "a condition is off at the end of the transition period (3.6)",
    file: "conditions.ts",
    right: "elapsed < policy.",
    wrong: "elapsed <= policy.",
  },
  {
    name: "updated-stats",
    rule: "stats that are no newer drive no eviction (3.7)",
    file: "synchronize.ts",
    right: "step.updatedStats = thresholdsUpdatedStats(step.gracePeriodSatisfied, OBSERVED);",
    wrong: "step.updatedStats = step.gracePeriodSatisfied;",
  },
  {
    name: "min-reclaim",
    rule: "a crossed threshold stays met until its minimum reclaim is reached (3.4)",
    file: "synchronize.ts",
    right: "thresholdsMet(state.thresholdsMet, OBSERVED, true)",
    wrong: "thresholdsMet(state.thresholdsMet, OBSERVED, false)",
  },
  {
    name: "memory-first",
    rule: "memory is reclaimed before anything else (3.9)",
    file: "choose.ts",
    right: "memorySignals != 0 ? memorySignals : updated",
    wrong: "memorySignals | updated",
  },
  {
    name: "layout",
    rule: "a layout that the Summary does not show is not known (1.5)",
    file: "layout.ts",
    right: "if (!showsFileSystem()) return StepFailure.None;",
    wrong: "return StepFailure.None;",
  },
  {
    name: "soft-grace",
    rule: "a softly evicted pod gets the smaller of two grace periods (3.11)",
    file: "evict.ts",
    right: "min(configured, pod.terminationGracePeriodSeconds)",
    wrong: "max(configured, pod.terminationGracePeriodSeconds)",
  },
  {
    name: "priority",
    rule: "of pods over their request the one of lower priority goes first (4.1)",
    file: "rank.ts",
    right: "u64(u32(pod.priority) ^ 0x80000000)",
    wrong: "u64(u32(pod.priority))",
  },
  {
    name: "overhead",
    rule: "overhead counts only on top of a request (4.4)",
    file: "requests.ts",
    right: "quantitySign(target) != 0 && quantitySign(overhead) != 0",
    wrong: "quantitySign(overhead) != 0",
  },
  {
    name: "volumes",
    rule: "with an image filesystem the writable layer is not on nodefs (4.3)",
    file: "usage.ts",
    right: "isNodeFs ? Measure.Logs | Measure.Volumes : Measure.Rootfs",
    wrong: "isNodeFs ? ALL : Measure.Rootfs",
  },
  {
    name: "first-step",
    rule: "mirrored containerfs thresholds count from the second step on (1.6.6)",
    file: "synchronize.ts",
    right: "first ? firstStepThresholds() : allThresholds()",
    wrong: "allThresholds()",
  },
  {
    name: "admission",
    rule: "under MemoryPressure alone only BestEffort pods are rejected (5.1)",
    file: "admission.ts",
    right: "if (conditions != MEMORY_PRESSURE)",
    wrong: "if ((conditions & MEMORY_PRESSURE) == 0)",
  },
];

/** The core with one rule broken. */
function build({ file, right, wrong }: Breakage): WebAssembly.Module {
  const folder = mkdtempSync(join(tmpdir(), "plimsoll-broken-"));
  try {
    for (const path of ["assembly", "asconfig.json", "tools"]) {
      cpSync(join(ROOT, path), join(folder, path), { recursive: true });
    }
    symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"), "junction");
    const path = join(folder, "assembly/eviction/stages", file);
    const pieces = readFileSync(path, "utf8").split(right);
    if (pieces.length !== 2) {
      throw new Error(`"${right}" does not stand once in ${file}; see BREAKAGES.`);
    }
    writeFileSync(path, pieces.join(wrong));
    execFileSync(process.execPath, ["tools/build.mjs"], { cwd: folder, stdio: "pipe" });
    return new WebAssembly.Module(readFileSync(join(folder, "dist/plimsoll.wasm")));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The number of the first case that differs, after it was reported; null when none does. */
async function firstDifference(
  judge: Judge,
  { name }: Breakage,
  seed: number,
  cases: number,
): Promise<number | null> {
  for (let start = 0; start < cases; start += BATCH) {
    const scenarios = Array.from({ length: BATCH }, (_, i) => drawScenario(seed, start + i));
    const verdicts = await judge.judge(scenarios);
    const index = verdicts.findIndex(({ differences }) => differences.length > 0);
    const verdict = verdicts[index];
    if (verdict === undefined) continue;
    await report(judge, scenarios[index] as Scenario, verdict, `broken-${name}`);
    return start + index;
  }
  return null;
}

/** How many cases of the corpora are not what a broken core does. */
async function casesFailing(core: WebAssembly.Module): Promise<number> {
  let failing = 0;
  for (const file of corpusFiles()) {
    const bytes = readCorpusFile(file);
    const { failures } = await runCorpus((listener) => new TracedEngine(core, listener), bytes);
    failing += failures.length;
  }
  return failing;
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      seed: { type: "string", default: "1" },
      cases: { type: "string", default: "4000" },
      only: { type: "string" },
    },
  });
  const path = oraclePath();
  const chosen = BREAKAGES.filter(({ name }) => name === (values.only ?? name));
  const passed: string[] = [];
  for (const breakage of chosen) {
    console.log(`${breakage.name}: ${breakage.rule}`);
    const core = build(breakage);
    const failing = await casesFailing(core);
    if (failing === 0) passed.push(`${breakage.name} (by the corpus)`);
    else console.log(`${breakage.name}: found by ${failing} cases of the corpus`);
    const judge = new Judge(new Player(() => new Engine(core)), path);
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
  console.error(`The core may be broken unnoticed: ${passed.join(", ")}.`);
  return 1;
}

process.exitCode = await statusWithOracle(main);
