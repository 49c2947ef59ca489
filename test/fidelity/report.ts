/** Shrinks a scenario that differs, prints it for people and keeps it for machines. */
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Json, writeJson } from "../vectors/notation.ts";
import type { Judge, Verdict } from "./judge.ts";
import { renderDifference, renderScenario } from "./render.ts";
import type { Scenario } from "./scenario.ts";
import { shrink } from "./shrink.ts";

const DIRECTORY = fileURLToPath(new URL("../../build/fidelity/", import.meta.url));

/** Prints the smallest scenario and its differences, and keeps it under the name given. */
export async function report(
  judge: Judge,
  scenario: Scenario,
  verdict: Verdict,
  name: string,
): Promise<void> {
  const what = verdict.differences[0]?.what;
  const release = scenario.kubeletVersion;
  const ofRelease = (candidate: Scenario): Scenario =>
    release === undefined ? candidate : { ...candidate, kubeletVersion: release };
  const shrunk = await shrink(scenario, async (candidates) => {
    const verdicts = await judge.judge(candidates.map(ofRelease));
    return verdicts.findIndex(({ differences }) => differences[0]?.what === what);
  });
  const smallest = ofRelease(shrunk);
  const [final] = await judge.judge([smallest]);
  mkdirSync(DIRECTORY, { recursive: true });
  writeFileSync(`${DIRECTORY}${name}.json`, `${writeJson(smallest as unknown as Json)}\n`);
  console.log(renderScenario(smallest));
  for (const difference of final?.differences ?? []) console.log(renderDifference(difference));
  console.log(`Again: npm run oracle -- eviction --scenario build/fidelity/${name}.json\n`);
}
