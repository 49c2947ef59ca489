/** What would have spared the first victim: each change is made, and the scenario replayed. */

import { Detail } from "../../../../assembly/abi.ts";
import type { OomdDecision } from "../../../engine/oomdDecision.ts";
import type { OomdEngine } from "../../../engine/oomdEngine.ts";
import { type Members, objectOf } from "../../../read/json/untyped.ts";
import type { KillerScenario, KillerStep, ManagedCgroup } from "../../../read/killer/scenario.ts";
import type { Fix } from "../../../text/document.ts";
import { killerDecisions } from "./decisions.ts";
import { type Look, seenByAll } from "./looks.ts";

interface Change {
  readonly change: string;
  readonly cost: string;
  readonly scenario: KillerScenario;
}

/** What is replayed, and the looks that are tried. */
export interface Replayed {
  readonly scenario: KillerScenario;
  readonly version: string | undefined;
  readonly looks: readonly Look[];
}

/** The changes with which the victim lives until the end of the scenario; a mark if one helps. */
export function killerFixes(
  { scenario, version, looks }: Replayed,
  kill: OomdDecision,
  engine: OomdEngine,
): readonly Fix[] {
  const [limit, ...marks] = changesFor(scenario, kill).map(
    ({ change, cost, scenario: changed }): Fix[] => {
      const kills = seenByAll(changed, looks).flatMap((seen) => killsOf(seen, version, engine));
      if (kills.some(({ victim }) => victim === kill.victim)) return [];
      const [first] = kills;
      const effect =
        first === undefined ? "nothing is killed" : `${first.victim} is killed instead`;
      return [{ change, effect, cost }];
    },
  );
  return [...(limit ?? []), ...(marks.find((fixes) => fixes.length > 0) ?? [])];
}

function killsOf(
  scenario: KillerScenario,
  version: string | undefined,
  engine: OomdEngine,
): readonly OomdDecision[] {
  const decisions = [...killerDecisions(scenario, version, engine, Detail.Decision)];
  return decisions.flatMap((decision) =>
    decision.killer === "systemd-oomd" && decision.victim !== null ? [decision] : [],
  );
}

function limitChange(scenario: KillerScenario, { by, spared, target, ...kill }: OomdDecision) {
  const { limit = "" } = spared ?? {};
  if (by === "rule") return ruleChange(scenario, kill);
  return target === null
    ? {
        change: `SwapUsedLimit=${limit} in oomd.conf`,
        cost: "systemd-oomd acts later for all cgroups",
        scenario: withSwapLimit(scenario, limit),
      }
    : {
        change: `ManagedOOMMemoryPressureLimit=${limit} for ${target}`,
        cost: `all of ${target} may stall longer`,
        scenario: withLimit(scenario, target, limit),
      };
}

/** A rule is not met while the pressure is not above its limit, or no more swap is used. */
function ruleChange(
  scenario: KillerScenario,
  { rule = "", limit, pressure = 0, swapUsedBytes = 0, swapTotalBytes = 0 }: Partial<OomdDecision>,
): Change {
  const used =
    swapTotalBytes === 0 ? 0 : Math.ceil((swapUsedBytes / swapTotalBytes) * 10_000) / 100;
  const [setting, value] =
    limit === undefined ? ["SwapUsageMax", `${used}%`] : ["MemoryPressureAbove", `${pressure}%`];
  return {
    change: `${setting}=${value} in ${rule}.oomrule`,
    cost: "systemd-oomd acts later for all cgroups with this rule",
    scenario: withRule(scenario, rule, { [setting]: value }),
  };
}

function changesFor(scenario: KillerScenario, kill: OomdDecision): readonly Change[] {
  const { spared, victim } = kill;
  if (spared === undefined || victim === null) return [];
  const limit: Change = limitChange(scenario, kill);
  const marks = (["avoid", "omit"] as const).filter((mark) => spared[mark]);
  return [
    limit,
    ...marks.map((mark) => ({
      change: `ManagedOOMPreference=${mark} for ${victim}`,
      cost: mark === "omit" ? "systemd-oomd never kills it" : "others are killed first",
      scenario: withMark(scenario, victim, mark),
    })),
  ];
}

export function withSwapLimit(scenario: KillerScenario, limit: string): KillerScenario {
  const conf = { ...scenario.conf, SwapUsedLimit: limit };
  return { ...scenario, conf, configuration: { ...scenario.configuration, conf } };
}

export function withLimit(scenario: KillerScenario, path: string, limit: string): KillerScenario {
  const limited = (managed: ManagedCgroup): ManagedCgroup =>
    managed.path === path && managed.property !== "ManagedOOMSwap"
      ? { ...managed, limit }
      : managed;
  const steps = scenario.steps.map((step): KillerStep => {
    return step.managed === undefined ? step : { ...step, managed: step.managed.map(limited) };
  });
  return { ...scenario, steps };
}

export function rulesOf({ configuration }: KillerScenario): Members {
  return objectOf(configuration.rules);
}

export function withRule(
  scenario: KillerScenario,
  rule: string,
  settings: Readonly<Record<string, string>>,
): KillerScenario {
  const rules = rulesOf(scenario);
  const changed = { ...rules, [rule]: { ...objectOf(rules[rule]), ...settings } };
  return { ...scenario, configuration: { ...scenario.configuration, rules: changed } };
}

function withMark(scenario: KillerScenario, path: string, mark: string): KillerScenario {
  const steps = scenario.steps.map((step): KillerStep => {
    const cgroup = step.cgroups?.[path];
    if (cgroup === undefined || cgroup === null) return step;
    const xattrs = { ...cgroup.xattrs, [`user.oomd_${mark}`]: "1" };
    return { ...step, cgroups: { ...step.cgroups, [path]: { ...cgroup, xattrs } } };
  });
  return { ...scenario, steps };
}
