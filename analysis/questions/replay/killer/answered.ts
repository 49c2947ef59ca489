/** The answer about a scenario of a killer in user space, in words, whichever killer it is of. */

import { Detail } from "../../../../assembly/abi.ts";
import type { KillerDecision } from "../../../engine/oomdDecision.ts";
import type { OomdEngine } from "../../../engine/oomdEngine.ts";
import type { KillerScenario } from "../../../read/killer/scenario.ts";
import { readableText } from "../../../read/readable.ts";
import type { Document } from "../../../text/document.ts";
import { GatheredDecisions } from "./answer.ts";
import { killerDecisions } from "./decisions.ts";
import { killerDocument } from "./document.ts";
import { earlyoomDocument, earlyoomFixes, isEarlyooms } from "./earlyoom.ts";
import { killerFixes } from "./fixes.ts";
import { isRulesets, rulesetDocument, rulesetFixes } from "./rulesets.ts";

interface Asked {
  readonly name: string;
  readonly scenario: KillerScenario;
  /** The release that is followed; absent for the newest. */
  readonly version: string | undefined;
  /** The same command with all rows. */
  readonly whole: string | null;
}

export function answerKiller(asked: Asked, engine: OomdEngine): Document {
  const { scenario } = asked;
  if (scenario.killer === "earlyoom") return answerEarlyoom(asked, engine);
  if (scenario.killer === "oomd") return answerRulesets(asked, engine);
  const { version } = asked;
  const gathered = new GatheredDecisions();
  for (const decision of readableDecisions(asked, engine)) {
    if (!isEarlyooms(decision) && !isRulesets(decision)) gathered.take(decision);
  }
  const { first, kills, leftOut, runs } = gathered;
  const fixes = first === null ? [] : killerFixes(scenario, version, first, engine);
  return killerDocument({ ...asked, first, fixes, kills, leftOut, decisions: runs });
}

function answerEarlyoom({ name, scenario, version }: Asked, engine: OomdEngine): Document {
  const all = [...readableDecisions({ scenario, version }, engine)];
  const asked = { name, scenario, version, decisions: all.filter(isEarlyooms) };
  return earlyoomDocument({ ...asked, fixes: earlyoomFixes(asked, engine) });
}

function answerRulesets({ name, scenario, version, whole }: Asked, engine: OomdEngine): Document {
  const all = [...readableDecisions({ scenario, version }, engine)];
  const decisions = all.filter(isRulesets);
  const fixes = rulesetFixes(scenario, version, decisions, engine);
  return rulesetDocument({ name, scenario, decisions, fixes, whole });
}

function* readableDecisions(
  { scenario, version }: Pick<Asked, "scenario" | "version">,
  engine: OomdEngine,
): Generator<KillerDecision, void, undefined> {
  for (const decision of killerDecisions(scenario, version, engine, Detail.Counterfactuals)) {
    yield readableText<KillerDecision>(JSON.stringify(decision));
  }
}
