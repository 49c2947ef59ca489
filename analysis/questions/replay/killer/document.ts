/** What a killer did in a scenario: who is killed, by which rule, who is next, what spares it. */
import type { OomdDecision } from "../../../engine/oomdDecision.ts";
import type { KillerScenario } from "../../../read/killer/scenario.ts";
import { plural } from "../../../text/amount.ts";
import {
  type Block,
  closing,
  commandText,
  type Document,
  type Fix,
  list,
  paragraph,
  section,
} from "../../../text/document.ts";
import { sourceText } from "../../../text/sourceText.ts";
import { candidateBlocks, nextWords } from "./candidates.ts";
import { subjectText } from "./decisions.ts";
import { type Look, looksBlocks, mayKillNothing, momentText, victimsText } from "./looks.ts";

/** A run of equal decisions. */
export interface RepeatedDecision {
  readonly decision: OomdDecision;
  readonly last: number;
  readonly times: number;
}

export interface KillerAnswer {
  readonly name: string;
  readonly scenario: KillerScenario;
  /** The release that is followed, and whether it was named. */
  readonly version: string | undefined;
  readonly decisions: readonly RepeatedDecision[];
  readonly kills: number;
  readonly leftOut: number;
  /** The first decision that kills; the first of all where none does. */
  readonly first: OomdDecision | null;
  readonly fixes: readonly Fix[];
  /** The looks that were tried; none for a scenario. */
  readonly looks: readonly Look[];
  /** Why nothing is killed though a limit is passed; null where none is, or something is killed. */
  readonly waits: string | null;
  /** The same command with all rows. */
  readonly whole: string | null;
}

const NEWEST = "262";

export function killerDocument(answer: KillerAnswer): Document {
  const { name, scenario, first, fixes, kills, whole } = answer;
  const release = `systemd ${answer.version ?? NEWEST}`;
  const source = sourceText(name, [subjectText(scenario), release, lengthOf(scenario)]);
  const isKill = first?.victim != null;
  return {
    title: titleOf(answer),
    mark: isKill ? "bad" : "good",
    sources: [source],
    lead:
      first === null
        ? paragraph(answer.waits ?? NOTHING)
        : [...leadOf(first), ...looksBlocks(answer.looks, scenario)],
    sections: section("Fixes", fixes.length === 0 ? [] : [{ is: "fixes", fixes }]),
    further: [
      ...section(
        "Candidates, first to be killed at the top",
        candidateBlocks(first?.candidates, first?.victim, Infinity),
      ),
      ...section(`Decisions (${plural(kills, "kill")})`, list(decisionLines(answer), "middle")),
    ],
    closing: closing(
      assumptionsOf(answer),
      [],
      whole === null || first === null ? [] : [commandText(whole, "every decision")],
    ),
  };
}

const NOTHING =
  "At no look was a monitored cgroup over its limit for its whole duration with reclaim in the " +
  "last 30s, nor were memory and swap both used above SwapUsedLimit, nor was a rule met.";

function lengthOf({ seconds }: KillerScenario): string {
  return `${seconds}s`;
}

function titleOf({ scenario, first, kills, looks }: KillerAnswer): string {
  const { killer, isDryRun } = scenario;
  if (first === null) return `${killer} kills nothing in ${lengthOf(scenario)}.`;
  const cause = causeOf(first);
  const when = momentText(looks, first.at);
  if (first.victim === null) {
    return `${killer} acts ${when} because of ${cause}, and kills nothing.`;
  }
  if (first.processes === 0) {
    return `${killer} marks ${first.victim} ${when} because of ${cause}; it has no process.`;
  }
  const verb = mayKillNothing(looks) ? "might kill" : isDryRun ? "would kill" : "kills";
  const more = kills > 1 && !isDryRun ? `, and ${kills - 1} more later` : "";
  const victims = victimsText(looks, first.victim);
  return `${killer} ${verb} ${victims} ${when} because of ${cause}${more}.`;
}

function causeOf({ by, rule }: OomdDecision): string {
  if (by === "rule") return `its rule ${rule}`;
  return by === "swap" ? "memory and swap" : "memory pressure";
}

function leadOf(decision: OomdDecision): readonly Block[] {
  const { reason, next, considered, victim, action } = decision;
  if (action === "kill-all")
    return paragraph(`${reason}: it and all below it, whatever their marks.`);
  return [
    ...paragraph(`${reason}.`),
    ...candidateBlocks(decision.candidates, victim),
    ...paragraph(
      considered === 0
        ? "No candidate was left."
        : victim === null && decision.spared === undefined
          ? "No candidate may be killed."
          : nextWords(next),
    ),
  ];
}

function decisionLines({ decisions, leftOut, scenario }: KillerAnswer): readonly string[] {
  const verb = scenario.isDryRun ? "would kill" : "kills";
  const lines = decisions.map(({ decision, last, times }) => {
    const { at, by, target, victim } = decision;
    const moment = times === 1 ? `${at}s` : `${at}s to ${last}s, ${times} times`;
    const cause = by === "rule" ? `rule ${decision.rule}` : by;
    const of = target === null ? cause : `${cause} of ${target}`;
    return `${moment}: ${of}: ${victim === null ? "kills nothing" : `${verb} ${victim}`}`;
  });
  return leftOut === 0 ? lines : [...lines, `${plural(leftOut, "later decision")} left out`];
}

function assumptionsOf({ version, scenario }: KillerAnswer): readonly string[] {
  const { pressurePeriod = 1.25, swapPeriod = 0.25 } = scenario.configuration;
  const looks = `looks at pressure every ${pressurePeriod}s, at swap every ${swapPeriod}s`;
  return version === undefined
    ? [`systemd ${NEWEST}; --killer-version names another`, looks]
    : [looks];
}
