/** What oomd did in a scenario: which cgroup is killed, by which action, and what spares it. */
import { Detail } from "../../../../assembly/abi.ts";
import type { KillerDecision, RulesetDecision } from "../../../engine/oomdDecision.ts";
import type { OomdEngine } from "../../../engine/oomdEngine.ts";
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
import { killerDecisions, subjectText } from "./decisions.ts";
import type { Replayed } from "./fixes.ts";
import {
  type Look,
  looksBlocks,
  mayKillNothing,
  momentText,
  seenByAll,
  victimsText,
} from "./looks.ts";

export interface RulesetAnswer {
  readonly name: string;
  readonly scenario: KillerScenario;
  readonly decisions: readonly RulesetDecision[];
  readonly fixes: readonly Fix[];
  /** The looks that were tried; none for a scenario. */
  readonly looks: readonly Look[];
  /** The same command with all rows. */
  readonly whole: string | null;
}

const RELEASE = "oomd 0.5.0";
const INTERVAL_S = 5;
/** What a reader still looks at. */
const LINES_MAX = 1000;

export function isRulesets(decision: KillerDecision): decision is RulesetDecision {
  return decision.killer === "oomd";
}

/** The first that picks a cgroup; the first of all where none does. */
export function firstPicked(decisions: readonly RulesetDecision[]): RulesetDecision | undefined {
  return decisions.find(({ picked }) => picked !== null) ?? decisions[0];
}

export function rulesetDocument(answer: RulesetAnswer): Document {
  const { name, scenario, decisions, fixes, looks, whole } = answer;
  const first = firstPicked(decisions);
  const kills = decisions.filter(({ picked }) => picked !== null).length;
  const { interval = INTERVAL_S } = scenario.configuration;
  const source = sourceText(name, [subjectText(scenario), RELEASE, `${scenario.seconds}s`]);
  return {
    title: titleOf(first, kills, answer),
    mark: first?.picked == null ? "good" : "bad",
    sources: [source],
    lead:
      first === undefined
        ? paragraph(NOTHING)
        : [...leadOf(first), ...looksBlocks(looks, scenario)],
    sections: section("Fixes", fixes.length === 0 ? [] : [{ is: "fixes", fixes }]),
    further: [
      ...section(
        "Candidates, first to be killed at the top",
        candidateBlocks(first?.candidates, first?.picked, Infinity),
      ),
      ...section(`Decisions (${plural(kills, "kill")})`, list(linesOf(decisions), "middle")),
    ],
    closing: closing(
      [`${RELEASE}; it looks every ${interval}s, first after ${interval}s`],
      [],
      whole === null || first === undefined ? [] : [commandText(whole, "every decision")],
    ),
  };
}

const NOTHING =
  "At no look did all detectors of a group fire while the actions of its ruleset were not paused.";

function titleOf(
  first: RulesetDecision | undefined,
  kills: number,
  { scenario, looks }: RulesetAnswer,
): string {
  if (first === undefined) return `oomd kills nothing in ${scenario.seconds}s.`;
  const { at, picked, dry, action } = first;
  if (picked === null) return `oomd acts at ${at}s, and ${action} finds nothing to kill.`;
  const verb = mayKillNothing(looks) ? "might kill" : dry ? "would kill" : "kills";
  const more = kills > 1 ? `, and ${kills - 1} more later` : "";
  const victims = victimsText(looks, picked);
  return `oomd ${verb} ${victims === "" ? "/" : victims} ${momentText(looks, at)}${more}.`;
}

function leadOf(decision: RulesetDecision): readonly Block[] {
  const { ruleset, group, action, message, picked, next } = decision;
  return [
    ...paragraph(
      `Group "${group}" of ruleset "${ruleset}" fired; ${action}: ${message ?? "no candidate"}.`,
    ),
    ...candidateBlocks(decision.candidates, picked),
    ...paragraph(picked === null ? undefined : nextWords(next)),
  ];
}

/** A mark on the first that is picked: it is made, and the scenario replayed. */
export function rulesetFixes(
  { scenario, version, looks }: Replayed,
  decisions: readonly RulesetDecision[],
  engine: OomdEngine,
): readonly Fix[] {
  const first = firstPicked(decisions);
  if (first?.picked == null || first.spared?.avoid !== true) return [];
  const path = `/${first.picked}`;
  const changed = marking(scenario, path);
  const after = seenByAll(changed, looks).flatMap((seen) => [
    ...killerDecisions(seen, version, engine, Detail.Decision),
  ]);
  const picks = after.flatMap((decision) =>
    isRulesets(decision) && decision.picked !== null ? [decision.picked] : [],
  );
  if (picks.includes(first.picked)) return [];
  const [instead] = picks;
  return [
    {
      change: `setfattr -n user.oomd_avoid -v 1 /sys/fs/cgroup${path}`,
      effect: instead === undefined ? "nothing is killed" : `${instead} is killed instead`,
      cost: "its siblings are killed first",
    },
  ];
}

function marking(scenario: KillerScenario, path: string): KillerScenario {
  const steps = scenario.steps.map((step) => {
    const cgroup = step.cgroups?.[path];
    if (cgroup == null) return step;
    const marked = { ...cgroup, xattrs: { "user.oomd_avoid": "1" } };
    return { ...step, cgroups: { ...step.cgroups, [path]: marked } };
  });
  return { ...scenario, steps };
}

function linesOf(decisions: readonly RulesetDecision[]): readonly string[] {
  const lines = decisions.slice(0, LINES_MAX).map(({ at, ruleset, action, picked, dry }) => {
    const verb = dry ? "would kill" : "kills";
    const effect = picked === null ? "kills nothing" : `${verb} ${picked}`;
    return `${at}s: ${ruleset}: ${action}: ${effect}`;
  });
  const more = decisions.length - lines.length;
  return more > 0 ? [...lines, `${plural(more, "later decision")} left out`] : lines;
}
