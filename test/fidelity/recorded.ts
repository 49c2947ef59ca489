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
import { documentsOf, type SeenDocuments } from "./recorded/documents.ts";
import { toldToTheByte } from "./recorded/evictions.ts";
import { type Outcome, type Pass, readRun } from "./recorded/run.ts";

export interface PlayedRun {
  readonly passes: number;
  readonly rankings: number;
  readonly evictions: number;
  /** Evictions told with the kubelet's very amounts. */
  readonly toTheByte: number;
  readonly differences: readonly string[];
}

/** Documents of each pass, in their order. */
export type DocumentsOf = (pass: Pass, index: number) => SeenDocuments;

export function playRun(engine: Engine, run: Outcome, documentsOfPass: DocumentsOf): PlayedRun {
  const configuration = readConfiguration({ name: run.name, text: run.config });
  const kubeletVersion = minorOf(run.kubelet);
  engine.configure(toModuleConfiguration(configuration, { kubeletVersion }));
  const played = { passes: 0, rankings: 0, evictions: 0, toTheByte: 0 };
  const differences = run.passes.flatMap((pass, index) => {
    const evictions = run.evictions.filter((eviction) => eviction.pass === index);
    played.passes += 1;
    played.rankings += pass.ranked === undefined ? 0 : 1;
    played.evictions += evictions.length;
    const decision = playPass(engine, pass, documentsOfPass(pass, index));
    played.toTheByte += toldToTheByte(evictions, decision);
    return differencesOf(pass, evictions, decision).map(
      (sentence) => `pass ${index}, ${pass.time}: ${sentence}`,
    );
  });
  return { ...played, differences };
}

/** "1.35.8" is a patch of 1.35. */
function minorOf(version: string): string {
  return version.split(".").slice(0, 2).join(".");
}

function playPass(engine: Engine, pass: Pass, documents: SeenDocuments): Decision {
  const now = parseTime(pass.observedAt ?? pass.time);
  if (now === null) throw new Error(`"${pass.time}" is no time of a pass.`);
  engine.pods(documents.podList);
  const action = engine.observe(documents.summary, now);
  if (action === Action.ReclaimNodeLevelResources) engine.reclaimed(documents.reclaimed);
  return engine.report<Decision>(Detail.Arithmetic).parse();
}

async function main([folder]: readonly string[]): Promise<number> {
  if (folder === undefined) throw new Error("Name the folder of the recorded runs.");
  const engine = new Engine(await loadCore());
  const names = readdirSync(folder).filter((name) => !name.includes("."));
  let differing = 0;
  for (const name of names.sort()) {
    const run = readRun(folder, name);
    const { differences, ...played } = playRun(engine, run, (pass) => documentsOf(run, pass));
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
