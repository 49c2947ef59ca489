/**
 * Replays recorded runs of a real kubelet pass by pass, and prints where the two disagree:
 *
 *     npm run recorded -- path/to/recorded-runs
 *
 * Exits with 1 on a difference without a reason.
 */
import { readdirSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { Action, Detail } from "../../assembly/abi.ts";
import { loadCore } from "../../hosts/node/wasm.ts";
import { readConfiguration, toModuleConfiguration } from "../../hosts/shared/configuration.ts";
import type { Decision } from "../../hosts/shared/decision.ts";
import { Engine } from "../../hosts/shared/engine.ts";
import { parseTime } from "../../hosts/shared/time.ts";
import { differencesOf } from "./recorded/compare.ts";
import { documentsOf } from "./recorded/documents.ts";
import { toldToTheByte } from "./recorded/evictions.ts";
import { type Pass, type Run, readRun } from "./recorded/run.ts";

/** Of the kubelet that was recorded. */
const KUBELET_VERSION = "1.20";

export interface PlayedRun {
  readonly passes: number;
  readonly rankings: number;
  readonly evictions: number;
  /** Evictions told with the kubelet's very amounts. */
  readonly toTheByte: number;
  readonly differences: readonly string[];
}

export function playRun(engine: Engine, run: Run): PlayedRun {
  const configuration = readConfiguration({ name: run.name, text: run.config });
  engine.configure(toModuleConfiguration(configuration, { kubeletVersion: KUBELET_VERSION }));
  const played = { passes: 0, rankings: 0, evictions: 0, toTheByte: 0 };
  const differences = run.passes.flatMap((pass, index) => {
    const evictions = run.evictions.filter((eviction) => eviction.pass === index);
    played.passes += 1;
    played.rankings += pass.ranked === undefined ? 0 : 1;
    played.evictions += evictions.length;
    const decision = playPass(engine, run, pass);
    played.toTheByte += toldToTheByte(evictions, decision);
    return differencesOf(pass, evictions, decision).map(
      (sentence) => `pass ${index}, ${pass.time}: ${sentence}`,
    );
  });
  return { ...played, differences };
}

function playPass(engine: Engine, run: Run, pass: Pass): Decision {
  const { summary, reclaimed, podList } = documentsOf(run, pass);
  const now = parseTime(pass.time);
  if (now === null) throw new Error(`"${pass.time}" is no time of a pass.`);
  engine.pods(podList);
  const action = engine.observe(summary, now);
  if (action === Action.ReclaimNodeLevelResources) engine.reclaimed(reclaimed);
  return engine.report<Decision>(Detail.Arithmetic).parse();
}

async function main([folder]: readonly string[]): Promise<number> {
  if (folder === undefined) throw new Error("Name the folder of the recorded runs.");
  const engine = new Engine(await loadCore());
  const names = readdirSync(folder).filter((name) => !name.includes("."));
  let differing = 0;
  for (const name of names.sort()) {
    const { differences, ...played } = playRun(engine, readRun(folder, name));
    console.log(
      `${name}: ${played.passes} passes, ${played.rankings} rankings, ` +
        `${played.evictions} evictions, ${played.toTheByte} of them told to the byte; ` +
        `${differences.length} differences.`,
    );
    for (const difference of differences) console.log(`    ${difference}`);
    differing += differences.length;
  }
  return differing === 0 ? 0 : 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  process.exitCode = await main(process.argv.slice(2));
}
