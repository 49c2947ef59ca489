/** Shrinks a scenario that differs, prints it for people and keeps it for machines. */
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { stringify } from "yaml";
import { type Path, type Rules, shrinkBy } from "../fidelity/shrink.ts";
import { type Json, writeJson } from "../vectors/notation.ts";
import type { Difference } from "./compare.ts";
import type { Judge, Verdict } from "./judge.ts";
import type { Scenario } from "./scenario.ts";

const DIRECTORY = fileURLToPath(new URL("../../build/scheduler/", import.meta.url));
const WIDTH = 100;
/** Longer ones are cut: a list of nodes says nothing by its end. */
const SHOWN_MAX = 600;

/** Names by which objects are found and told. */
const NEEDED = new Set([
  "kind",
  "apiVersion",
  "name",
  "namespace",
  "uid",
  "metadata",
  "containers",
]);

const RULES: Rules = {
  isNeeded: (path: Path) => {
    const [first] = path;
    if (path.length === 1) return first !== "config";
    return NEEDED.has(String(path.at(-1)));
  },
  isFixed: ([first, ...rest]: Path) => first === "id" || first === "release" || rest.length === 0,
};

export async function report(judge: Judge, scenario: Scenario, verdict: Verdict): Promise<void> {
  const what = verdict.differences[0]?.what;
  const smallest = await shrinkBy(RULES, scenario, async (candidates) => {
    const verdicts = await judge.judge(candidates);
    return verdicts.findIndex(({ differences }) => differences[0]?.what === what);
  });
  const [final] = await judge.judge([smallest]);
  mkdirSync(DIRECTORY, { recursive: true });
  const path = `${DIRECTORY}${scenario.release}-${scenario.id}.json`;
  writeFileSync(path, `${writeJson(smallest as unknown as Json)}\n`);
  console.log(stringify(smallest, { lineWidth: WIDTH, flowCollectionPadding: false }));
  for (const difference of final?.differences ?? []) console.log(renderDifference(difference));
  const kept = `build/scheduler/${scenario.release}-${scenario.id}.json`;
  console.log(`Again: npm run oracle -- scheduler --scenario ${kept}\n`);
}

export function renderDifference(difference: Difference): string {
  const { what, step, where, scheduler, plimsoll } = difference;
  const place = [step === undefined ? "" : ` in step ${step}`, where ? ` on ${where}` : ""];
  return [
    `${what}${place.join("")}`,
    `  scheduler ${(JSON.stringify(scheduler) ?? "nothing").slice(0, SHOWN_MAX)}`,
    `  plimsoll  ${(JSON.stringify(plimsoll) ?? "nothing").slice(0, SHOWN_MAX)}`,
  ].join("\n");
}
