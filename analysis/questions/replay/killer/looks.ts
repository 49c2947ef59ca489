/** A capture does not say when its killer looks: moments within a period are tried as its first. */
import { Detail } from "../../../../assembly/abi.ts";
import type { KillerDecision } from "../../../engine/oomdDecision.ts";
import type { OomdEngine } from "../../../engine/oomdEngine.ts";
import type { KillerScenario } from "../../../read/killer/scenario.ts";
import { plural } from "../../../text/amount.ts";
import { type Block, paragraph } from "../../../text/document.ts";
import { killerDecisions } from "./decisions.ts";

/** The first kill of a killer that began to look so many seconds before the first sample. */
export interface Look {
  readonly ahead: number;
  /** Null where it kills nothing. */
  readonly at: number | null;
  readonly victim: string | null;
}

const TRIED = 5;
const MILLISECONDS = 1000;
const PERIODS: Readonly<Record<string, readonly [member: string, seconds: number]>> = {
  "systemd-oomd": ["pressurePeriod", 1.25],
  oomd: ["interval", 5],
};

/** Empty for a scenario, in which every moment is given, and for earlyoom, which looks at each. */
export function triedLooks(
  scenario: KillerScenario,
  version: string | undefined,
  engine: OomdEngine,
): readonly Look[] {
  const [member, usual] = PERIODS[scenario.killer] ?? ["", 0];
  if (scenario.isCapture !== true || member === "") return [];
  const period = Number(scenario.configuration[member] ?? usual);
  return Array.from({ length: TRIED }, (_, index) => {
    const ahead = Math.round((index * period * MILLISECONDS) / TRIED) / MILLISECONDS;
    const decisions = killerDecisions({ ...scenario, ahead }, version, engine, Detail.Decision);
    for (const decision of decisions) {
      const victim = victimOf(decision);
      if (victim !== null) return { ahead, at: decision.at, victim };
    }
    return { ahead, at: null, victim: null };
  });
}

/** The scenario as seen by the look that kills first; itself where no look does. */
export function earliestSeen(scenario: KillerScenario, looks: readonly Look[]): KillerScenario {
  const [earliest] = kills(looks);
  return earliest === undefined ? scenario : { ...scenario, ahead: earliest.ahead };
}

/** The scenario as seen by each look that is tried. */
export function seenByAll(
  scenario: KillerScenario,
  looks: readonly Look[],
): readonly KillerScenario[] {
  return looks.length === 0 ? [scenario] : looks.map(({ ahead }) => ({ ...scenario, ahead }));
}

function victimOf(decision: KillerDecision): string | null {
  if (decision.killer === "earlyoom") return null;
  return decision.killer === "oomd" ? decision.picked : decision.victim;
}

interface Kill extends Look {
  readonly at: number;
  readonly victim: string;
}

/** The earliest first. */
function kills(looks: readonly Look[]): readonly Kill[] {
  return looks
    .filter((look): look is Kill => look.at !== null && look.victim !== null)
    .toSorted((a, b) => a.at - b.at || a.ahead - b.ahead);
}

/** Whether a killer that looks at another moment kills nothing. */
export function mayKillNothing(looks: readonly Look[]): boolean {
  return kills(looks).length < looks.length;
}

/** "/a or /b" by when it looks; the one that is given where nothing was tried. */
export function victimsText(looks: readonly Look[], victim: string): string {
  const victims = new Set([victim, ...kills(looks).map((kill) => kill.victim)]);
  return [...victims].join(" or ");
}

/** "at 28s to 28.75s" */
export function momentText(looks: readonly Look[], at: number): string {
  const last = Math.max(at, ...kills(looks).map((kill) => kill.at));
  return last === at ? `at ${at}s` : `at ${at}s to ${last}s`;
}

/** What differs by when it looks; nothing where each look kills the same. */
export function looksBlocks(looks: readonly Look[], { steps }: KillerScenario): readonly Block[] {
  const found = kills(looks);
  const victims = new Set(found.map(({ victim }) => victim));
  if (found.length === 0 || (victims.size === 1 && !mayKillNothing(looks))) return [];
  const parts = [...victims].map((victim) => {
    const own = found.filter((kill) => kill.victim === victim);
    return `${own.length} would kill ${victim} (${momentText(own, own[0]?.at ?? 0)})`;
  });
  if (mayKillNothing(looks)) parts.push(`${looks.length - found.length} would kill nothing`);
  const gone = [...victims].flatMap((victim) => {
    const last = lastSeen(steps, victim, Math.max(...found.map(({ at }) => at)));
    return last === null ? [] : [`${victim} is in no sample after ${last}s`];
  });
  const ends = gone.length === 0 ? "" : ` ${gone.join("; ")}: something ended it then.`;
  return paragraph(
    `A capture does not say when it looks: of ${plural(looks.length, "first look")} that were ` +
      `tried, ${parts.join(", ")}.${ends}`,
  );
}

/** When the samples had a cgroup last, if they have it no more at that moment. */
function lastSeen(steps: KillerScenario["steps"], path: string, until: number): number | null {
  const shown = steps.filter(({ at }) => at <= until);
  const present = shown.findLastIndex(({ cgroups }) => cgroups?.[path] != null);
  const gone = shown.findIndex(({ cgroups }, index) => index > present && cgroups?.[path] === null);
  return gone < 0 ? null : (shown[gone - 1]?.at ?? null);
}
