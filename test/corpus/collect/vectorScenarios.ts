import type { Scenario, ScenarioStep } from "../../fidelity/scenario.ts";
import { loadVectors } from "../../vectors/load.ts";
import { scenarioLine } from "../../vectors/scenario.ts";
import type { Vector } from "../../vectors/vector.ts";
import { parseExact } from "../exact.ts";

/** The vectors that are plain scenarios: documents are JSON and no option of our own is set. */
export function vectorScenarios(): Scenario[] {
  return loadVectors()
    .flatMap(({ vectors }) => vectors)
    .filter(isPlain)
    .flatMap(scenarioOf);
}

/** Those of vectors about what one of these releases does otherwise than the one before. */
export function releaseScenarios(releases: readonly string[]): Scenario[] {
  return loadVectors()
    .flatMap(({ vectors }) => vectors)
    .filter(({ behavior, kubeletVersion = "" }) => {
      return behavior !== undefined && releases.includes(kubeletVersion);
    })
    .filter(({ kubeletVersion: _, ...vector }) => isPlain(vector as Vector))
    .flatMap(scenarioOf);
}

function isPlain({ unconfirmed, flags, profile, kubeletVersion, whatIf }: Vector): boolean {
  return [unconfirmed, flags, profile, kubeletVersion, whatIf].every((one) => one === undefined);
}

/** None when a document of the vector is broken on purpose. */
function scenarioOf(vector: Vector): Scenario[] {
  try {
    const { id: _, ...scenario } = parseExact(scenarioLine(vector)) as object & { id: string };
    const own = scenario as Scenario;
    return [vector.layout === "derived" ? withoutLayout(own) : own];
  } catch {
    return [];
  }
}

/** What the node's disk probe answers follows from the Summaries. */
function withoutLayout({ layout: _, steps, ...scenario }: Scenario): Scenario {
  return {
    ...scenario,
    steps: steps.map((step) => {
      const { layoutUnknown: __, ...others } = step as ScenarioStep & { layoutUnknown?: boolean };
      return others;
    }),
  };
}
