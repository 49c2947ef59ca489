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
import { earliestSeen, type Look, triedLooks } from "./looks.ts";
import { withoutReclaim } from "./reclaim.ts";
import { isRulesets, rulesetDocument, rulesetFixes } from "./rulesets.ts";
import { type UnseenSignal, unseenSignal } from "./unseen.ts";

interface Asked {
  readonly name: string;
  readonly scenario: KillerScenario;
  /** The release that is followed; absent for the newest. */
  readonly version: string | undefined;
  /** The same command with all rows. */
  readonly whole: string | null;
}

export function answerKiller(asked: Asked, engine: OomdEngine): Document {
  const { version, scenario: given } = asked;
  if (given.killer === "earlyoom") return answerEarlyoom(asked, engine);
  const looks = readableText<readonly Look[]>(JSON.stringify(triedLooks(given, version, engine)));
  const scenario = earliestSeen(given, looks);
  const seen = { ...asked, scenario, looks };
  if (given.killer === "oomd") return answerRulesets(seen, engine);
  const gathered = new GatheredDecisions();
  for (const decision of readableDecisions(seen, engine)) {
    if (!isEarlyooms(decision) && !isRulesets(decision)) gathered.take(decision);
  }
  const { first, kills, leftOut, runs } = gathered;
  const fixes = first === null ? [] : killerFixes({ scenario, version, looks }, first, engine);
  const waits = first === null ? withoutReclaim(scenario, version, engine) : null;
  return killerDocument({ ...seen, first, fixes, kills, leftOut, waits, decisions: runs });
}

function answerEarlyoom({ name, scenario, version }: Asked, engine: OomdEngine): Document {
  const all = [...readableDecisions({ scenario, version }, engine)];
  const decisions = all.filter(isEarlyooms);
  const asked = { name, scenario, version, decisions };
  const isSent = decisions.some(({ pid }) => pid !== null);
  const found = isSent ? null : unseenSignal(scenario, version, engine);
  const unseen = readableText<UnseenSignal | null>(JSON.stringify(found));
  return earlyoomDocument({ ...asked, unseen, fixes: earlyoomFixes(asked, engine) });
}

function answerRulesets(asked: Asked & { looks: readonly Look[] }, engine: OomdEngine): Document {
  const decisions = [...readableDecisions(asked, engine)].filter(isRulesets);
  const fixes = rulesetFixes(asked, decisions, engine);
  return rulesetDocument({ ...asked, decisions, fixes });
}

function* readableDecisions(
  { scenario, version }: Pick<Asked, "scenario" | "version">,
  engine: OomdEngine,
): Generator<KillerDecision, void, undefined> {
  for (const decision of killerDecisions(scenario, version, engine, Detail.Counterfactuals)) {
    yield readableText<KillerDecision>(JSON.stringify(decision));
  }
}
