/** Limits with which a killer in user space kills nothing in samples: searched, and replayed. */
import { Detail } from "../../../assembly/abi.ts";
import type { KillerDecision } from "../../engine/oomdDecision.ts";
import type { OomdEngine } from "../../engine/oomdEngine.ts";
import { objectOf } from "../../read/json/untyped.ts";
import type { OomdRuleset } from "../../read/killer/oomdConfiguration.ts";
import { type KillerScenario, withArguments } from "../../read/killer/scenario.ts";
import { killerDecisions } from "../replay/killer/decisions.ts";
import { rulesOf, withLimit, withRule, withSwapLimit } from "../replay/killer/fixes.ts";
import { earliestSeen, type Look, seenByAll, triedLooks } from "../replay/killer/looks.ts";

export interface KillerLimit {
  /** As its program names it, and where. */
  readonly setting: string;
  /** How often the program kills because of it. */
  readonly kills: number;
  /** The first value that spares all; null where none does. */
  readonly value: string | null;
  readonly cost: string;
}

export interface KillerAdvice {
  readonly killer: string;
  readonly kills: number;
  readonly limits: readonly KillerLimit[];
  /** How often it kills with all of these values. */
  readonly killsWithAll: number;
}

/** A setting, with values from those that kill first to those that kill last. */
interface Searched {
  readonly setting: string;
  readonly cost: string;
  readonly isOf: (decision: KillerDecision) => boolean;
  /** The value for a number of hundredths of a percent. */
  readonly valueAt: (hundredths: number) => string;
  readonly set: (scenario: KillerScenario, value: string) => KillerScenario;
}

const HUNDREDTHS_END = 10_001;

export function killerAdvice(scenario: KillerScenario, engine: OomdEngine): KillerAdvice {
  const decisions = (asked: KillerScenario) =>
    killerDecisions(asked, undefined, engine, Detail.Decision);
  const decided = (asked: KillerScenario) => [...decisions(asked)].filter(isKill);
  const looks = triedLooks(scenario, undefined, engine);
  const kills = decided(earliestSeen(scenario, looks));
  let together = scenario;
  const limits = searchedFor(scenario, kills).map((searched): KillerLimit => {
    const { setting, cost, isOf, valueAt, set } = searched;
    const isSpared = (seen: readonly Look[]) => (hundredths: number) => {
      const changed = set(scenario, valueAt(hundredths));
      return seenByAll(changed, seen).every((each) => !hasKill(decisions(each), isOf));
    };
    // One look costs a fifth of all, and finds what spares at the others as well, or nearly so.
    const near = firstOf(0, isSpared(looks.slice(0, 1)));
    const isEnough = near === null || isSpared(looks)(near);
    const found = isEnough ? near : firstOf(near + 1, isSpared(looks));
    const value = found === null ? null : valueAt(found);
    if (value !== null) together = set(together, value);
    return { setting, cost, kills: kills.filter(isOf).length, value };
  });
  const killsWithAll = Math.max(...seenByAll(together, looks).map((seen) => decided(seen).length));
  return { killer: scenario.killer, kills: kills.length, limits, killsWithAll };
}

/** Ends with the first, so what is not spared takes little time. */
function hasKill(
  decisions: Iterable<KillerDecision>,
  isOf: (decision: KillerDecision) => boolean,
): boolean {
  for (const decision of decisions) if (isKill(decision) && isOf(decision)) return true;
  return false;
}

function isKill(decision: KillerDecision): boolean {
  if (decision.killer === "earlyoom") return decision.pid !== null;
  return decision.killer === "oomd" ? decision.picked !== null : decision.victim !== null;
}

/** The first number from `start` on for which it holds, and for all after it; null without one. */
function firstOf(start: number, holds: (value: number) => boolean): number | null {
  const end = HUNDREDTHS_END;
  let [low, high] = [start, end];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low === end ? null : low;
}

function searchedFor(
  scenario: KillerScenario,
  kills: readonly KillerDecision[],
): readonly Searched[] {
  if (kills.length === 0) return [];
  if (scenario.killer === "earlyoom") return EARLYOOM;
  if (scenario.killer === "oomd") return detectorLimits(scenario, kills);
  return limitsOf(scenario, kills);
}

const percent = (hundredths: number) => `${hundredths / 100}%`;

/** Detectors of oomd with a limit in whole percent, and the argument that has it. */
const DETECTORS: Readonly<Record<string, string>> = {
  pressure_above: "threshold",
  pressure_rising_beyond: "threshold",
  swap_free: "threshold_pct",
};

/** The limits of the detectors that fired before a kill, each by itself. */
function detectorLimits(
  scenario: KillerScenario,
  kills: readonly KillerDecision[],
): readonly Searched[] {
  const rulesets = scenario.configuration.rulesets as readonly OomdRuleset[];
  return rulesets.flatMap((ruleset, at) =>
    ruleset.detectors.flatMap((group, place) => {
      const isOf = (decision: KillerDecision) =>
        decision.killer === "oomd" &&
        isKill(decision) &&
        decision.ruleset === ruleset.name &&
        decision.group === group.name;
      if (!kills.some(isOf)) return [];
      return group.plugins.flatMap((plugin, index): readonly Searched[] => {
        const detector = String(plugin.plugin);
        const argument = DETECTORS[detector];
        if (argument === undefined) return [];
        return [
          {
            setting: `${argument} of ${detector}, ${placeText(ruleset.name, group.name, index)}`,
            ...{ isOf, cost: "this ruleset acts later" },
            // Less free swap is later, more pressure is.
            valueAt: (hundredths) =>
              String(detector === "swap_free" ? 100 - ceiling(hundredths) : ceiling(hundredths)),
            set: (asked, value) => withThreshold(asked, [at, place, index], Number(value)),
          },
        ];
      });
    }),
  );
}

function placeText(ruleset: string, group: string, index: number): string {
  return `detector ${index + 1} of ${group} in ${ruleset}`;
}

function ceiling(hundredths: number): number {
  return Math.ceil(hundredths / 100);
}

/** `place`: which ruleset, group and detector. */
function withThreshold(
  scenario: KillerScenario,
  [at, place, index]: readonly [number, number, number],
  threshold: number,
): KillerScenario {
  const given = scenario.configuration.rulesets as readonly OomdRuleset[];
  const rulesets = given.map((ruleset, own) => {
    if (own !== at) return ruleset;
    const detectors = ruleset.detectors.map((group, ofGroup) => ({
      ...group,
      plugins: group.plugins.map((plugin, ofPlugin) =>
        ofGroup === place && ofPlugin === index ? { ...plugin, threshold } : plugin,
      ),
    }));
    return { ...ruleset, detectors };
  });
  return { ...scenario, configuration: { ...scenario.configuration, rulesets } };
}

/** The limits of systemd-oomd. */
function limitsOf(scenario: KillerScenario, kills: readonly KillerDecision[]): readonly Searched[] {
  const own = kills.flatMap((kill) => (kill.killer === "systemd-oomd" ? [kill] : []));
  const targets = own.flatMap(({ by, target }) => (by === "rule" ? [] : [target]));
  const rules = new Set(own.flatMap(({ rule }) => rule ?? []));
  return [
    ...targetLimits(new Set(targets)),
    ...[...rules].map((rule) => ruleLimit(rule, rulesOf(scenario)[rule])),
  ];
}

/** A rule has a limit of pressure, of swap, or both: then that of pressure is searched. */
function ruleLimit(rule: string, settings: unknown): Searched {
  const hasPressure = objectOf(settings).MemoryPressureAbove !== undefined;
  const setting = hasPressure ? "MemoryPressureAbove" : "SwapUsageMax";
  return {
    ...{ setting: `${setting} in ${rule}.oomrule`, valueAt: percent },
    isOf: (decision) => decision.killer === "systemd-oomd" && decision.rule === rule,
    cost: "it acts later for all cgroups with this rule",
    set: (scenario, value) => withRule(scenario, rule, { [setting]: value }),
  };
}

function targetLimits(targets: ReadonlySet<string | null>): readonly Searched[] {
  return [...targets].map((target): Searched => {
    const isOf = (decision: KillerDecision) =>
      decision.killer === "systemd-oomd" && decision.by !== "rule" && decision.target === target;
    if (target === null) {
      return {
        ...{ setting: "SwapUsedLimit in oomd.conf", valueAt: percent, isOf, set: withSwapLimit },
        cost: "it acts later for all cgroups",
      };
    }
    return {
      ...{ setting: `ManagedOOMMemoryPressureLimit of ${target}`, valueAt: percent, isOf },
      cost: `all of ${target} may stall longer`,
      set: (scenario, value) => withLimit(scenario, target, value),
    };
  });
}

/** Lower percentages act later; at 0 it does not start. */
const EARLYOOM: readonly Searched[] = [
  ["-m", 9900, "it acts later for all processes"],
  ["-s", 10_000, "it acts only when less swap is left"],
].map(([word = "", most = 0, cost = ""]) => ({
  ...{ setting: `earlyoom ${word}`, cost: String(cost), isOf: isKill },
  valueAt: (hundredths: number) => String(Math.max(1, Number(most) - hundredths) / 100),
  set: (scenario: KillerScenario, value: string) =>
    withArguments(scenario, [...(scenario.args ?? []), String(word), value]),
}));
