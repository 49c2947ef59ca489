/** Pressure above its limit by which nothing is killed, since no page is scanned meanwhile. */
import { Detail } from "../../../../assembly/abi.ts";
import type { OomdEngine } from "../../../engine/oomdEngine.ts";
import type { KillerScenario, KillerStep } from "../../../read/killer/scenario.ts";
import { killerDecisions } from "./decisions.ts";

/**
 * A sentence when the same scenario kills as soon as pages are scanned in what is monitored; null
 * when it does not. Anonymous memory without swap is never scanned.
 */
export function withoutReclaim(
  scenario: KillerScenario,
  version: string | undefined,
  engine: OomdEngine,
): string | null {
  const scanned = withScans(scenario);
  for (const decision of killerDecisions(scanned, version, engine, Detail.Arithmetic)) {
    if (decision.killer !== "systemd-oomd" || decision.by !== "pressure") continue;
    const { pressure, limit, target, at } = decision;
    const above = `${pressure}%, above its limit of ${limit}%`;
    return (
      `At ${at}s the pressure of ${target} was ${above}, for as long as it has to be. Nothing is ` +
      "killed, since no page was scanned in it in the last 30s; without swap, anonymous memory " +
      "never is."
    );
  }
  return null;
}

/** More pages are scanned at each step, in all that is monitored for pressure. */
function withScans(scenario: KillerScenario): KillerScenario {
  const paths = new Set<string>();
  const present = new Set<string>();
  const steps = scenario.steps.map((step, index): KillerStep => {
    for (const { path, property } of step.managed ?? []) {
      if (property === "ManagedOOMMemoryPressure") paths.add(String(path));
    }
    const cgroups: Record<string, NonNullable<KillerStep["cgroups"]>[string]> = {
      ...step.cgroups,
    };
    for (const path of paths) {
      if (cgroups[path] === null) present.delete(path);
      else if (cgroups[path] !== undefined) present.add(path);
      if (present.has(path)) cgroups[path] = { ...cgroups[path], pgscan: index + 1 };
    }
    return { ...step, cgroups };
  });
  return { ...scenario, steps };
}
