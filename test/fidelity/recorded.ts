/**
 * Replays recorded runs of a real kubelet pass by pass, and prints where the two disagree:
 *
 *     npm run oracle -- recorded path/to/recorded-runs
 *
 * Exits with 1 on a difference without a reason.
 */
import { readdirSync } from "node:fs";
import { pathToFileURL } from "node:url";
import type { Decision } from "../../analysis/engine/decision.ts";
import { EvictionEngine } from "../../analysis/engine/evictionEngine.ts";
import {
  readConfiguration,
  toModuleConfiguration,
} from "../../analysis/read/kubelet/configuration.ts";
import { parseTime } from "../../analysis/text/time.ts";
import { Action, Detail } from "../../assembly/abi.ts";
import { loadModule } from "../../hosts/system/modules.ts";
import { differencesOf } from "./recorded/compare.ts";
import { documentsOf, type SeenDocuments } from "./recorded/documents.ts";
import { countToTheByte } from "./recorded/evictions.ts";
import { type Outcome, type Pass, readRun } from "./recorded/run.ts";

export interface PlayedRun {
  readonly passes: number;
  readonly rankings: number;
  readonly evictions: number;
  /** Evictions with exactly the kubelet's amounts. */
  readonly toTheByte: number;
  /** 1 when the log ends in the middle of a pass. */
  readonly cutOff: number;
  readonly differences: readonly string[];
}

/** Documents of each pass, in their order. */
export type DocumentsOf = (pass: Pass, index: number) => SeenDocuments;

export function playRun(
  engine: EvictionEngine,
  run: Outcome,
  documentsOfPass: DocumentsOf,
): PlayedRun {
  const configuration = readConfiguration({ name: run.name, text: run.config });
  const kubeletVersion = minorOf(run.kubelet);
  engine.configure(toModuleConfiguration(configuration, { kubeletVersion }));
  const played = { passes: 0, rankings: 0, evictions: 0, toTheByte: 0 };
  const whole = run.passes.filter((pass) => !isCutOff(pass, run));
  const differences = whole.flatMap((pass, index) => {
    const evictions = run.evictions.filter((eviction) => eviction.pass === index);
    played.passes += 1;
    played.rankings += pass.ranked === undefined ? 0 : 1;
    played.evictions += evictions.length;
    const decision = playPass(engine, pass, documentsOfPass(pass, index));
    const closest = outcomesOf(decision)
      .map((outcome) => ({ outcome, found: differencesOf(pass, evictions, outcome) }))
      .reduce((best, other) => (other.found.length < best.found.length ? other : best));
    played.toTheByte += countToTheByte(evictions, closest.outcome);
    return closest.found.map((sentence) => `pass ${index}, ${pass.time}: ${sentence}`);
  });
  return { ...played, cutOff: run.passes.length - whole.length, differences };
}

/** A log may end in the middle of its last pass, before its observations. */
function isCutOff(pass: Pass, { passes }: Outcome): boolean {
  return pass === passes.at(-1) && Object.keys(pass.observations).length === 0;
}

/** The decision, and the other decisions that it says a kubelet could have made. */
function outcomesOf(decision: Decision): Decision[] {
  const others = decision.alternatives.flatMap(({ signal, hard, pods }) => {
    return pods.map((pod): Decision => {
      return { ...decision, signal, hard, evictions: [{ ...pod, reason: "Evicted" }] };
    });
  });
  return [decision, ...others];
}

/** "1.35.8" is a patch of 1.35. */
function minorOf(version: string): string {
  return version.split(".").slice(0, 2).join(".");
}

function playPass(engine: EvictionEngine, pass: Pass, documents: SeenDocuments): Decision {
  const now = parseTime(pass.observedAt ?? pass.time);
  if (now === null) throw new Error(`"${pass.time}" is not a time of a pass.`);
  engine.pods(documents.podList);
  const action = engine.observe(documents.summary, now);
  if (action === Action.ReclaimNodeLevelResources) engine.reclaimed(documents.reclaimed);
  return engine.report<Decision>(Detail.Arithmetic).parse();
}

async function main([folder]: readonly string[]): Promise<number> {
  if (folder === undefined) throw new Error("Name the folder of the recorded runs.");
  const engine = new EvictionEngine(await loadModule("eviction"));
  const names = readdirSync(folder).filter((name) => !name.includes("."));
  let differing = 0;
  for (const name of names.sort()) {
    const run = readRun(folder, name);
    const { differences, ...played } = playRun(engine, run, (pass) => documentsOf(run, pass));
    console.log(
      `${name}: ${played.passes} passes, ${played.rankings} rankings, ` +
        `${played.evictions} evictions, ${played.toTheByte} of them equal to the byte, ` +
        `${played.cutOff} cut off; ` +
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
