/** Drawn scenarios with the events of Kubernetes' own code, in real.json. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../module/compile.ts";
import { ourLines, playScenario } from "./compare.ts";
import { drawScenario } from "./draw.ts";

export interface RecordedScenario {
  readonly seed: number;
  /** Whose code played it, each alike. */
  readonly releases: readonly string[];
  readonly lines: readonly string[];
}

export const RECORDED_SCENARIOS = JSON.parse(
  readFileSync(join(ROOT, "test/simulator/real.json"), "utf8"),
) as readonly RecordedScenario[];

/** Each recorded play once for each release. */
export function byRelease<T extends { readonly releases: readonly string[] }>(
  recorded: readonly T[],
): readonly (T & { readonly release: string })[] {
  return recorded.flatMap((one) => one.releases.map((release) => ({ ...one, release })));
}

/** How many of them a module plays otherwise. */
export function scenariosFailing(module: WebAssembly.Module): number {
  return byRelease(RECORDED_SCENARIOS).filter(({ seed, release, lines }) => {
    const { ours, expected } = playedLike(module, seed, release, lines);
    return ours.join("\n") !== expected.join("\n");
  }).length;
}

/** The module's lines and those of the real code; a proven cycle ends the scenario early. */
export function playedLike(
  module: WebAssembly.Module,
  seed: number,
  release: string,
  lines: readonly string[],
): { readonly ours: readonly string[]; readonly expected: readonly string[] } {
  const scenario = { ...drawScenario(seed), release };
  const { events, verdict } = playScenario(module, scenario);
  const ours = ourLines(scenario, events);
  return { ours, expected: verdict.verdict === "thrashes" ? lines.slice(0, ours.length) : lines };
}
