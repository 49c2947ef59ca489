/** Rules of systemd-oomd by name, as their files have them. */
import { Status } from "../../abi.ts";
import { fail } from "../../base/json/failure.ts";
import {
  atElement,
  closeArray,
  closeObject,
  keyAt,
  keyIs,
  keySize,
  nextElement,
  nextMember,
  openArray,
  openObject,
  scanMember,
} from "../../base/json/member.ts";
import { QUOTE } from "../../base/json/scan.ts";
import { readWord, wordAt, wordIs, wordSize } from "../../base/json/words.ts";
import { equalText } from "../../base/text.ts";
import {
  OOM_RULE_SIZE,
  OOM_RULES_MAX,
  RULES_OF_ONE,
  SETTINGS_TEXT_BYTES,
  SETTINGS_TEXT_OFFSET,
} from "../memory.ts";
import { Message } from "../model/monitored.ts";
import { NO_LIMIT, OomRule, oomRuleAt, RuleAction } from "../model/oomRule.ts";
import { program } from "../model/program.ts";
import { OomdReason } from "../reasons.ts";
import { readPercentage, readTimeSpan } from "./settings.ts";

/** The maximum, which can never be exceeded. */
const WHOLE: u32 = 10_000;

let lasts: bool = true;

export function readOomRules(at: usize): usize {
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (at == 0) return 0;
    if (program.oomRuleCount == OOM_RULES_MAX) {
      return fail(Status.TableFull, OomdReason.OomRules, at);
    }
    const rule = oomRuleAt(program.oomRuleCount);
    memory.fill(changetype<usize>(rule), 0, OOM_RULE_SIZE);
    if (!keepName(rule)) return fail(Status.TableFull, OomdReason.OomRules, at);
    program.oomRuleCount++;
    at = nextMember(readRule(at, rule));
  }
  return closeObject(at);
}

function keepName(rule: OomRule): bool {
  if (usize(program.settingsTextBytes) + usize(keySize) > SETTINGS_TEXT_BYTES) return false;
  const copy = SETTINGS_TEXT_OFFSET + usize(program.settingsTextBytes);
  memory.copy(copy, keyAt, usize(keySize));
  rule.name = u32(copy);
  rule.nameSize = keySize;
  program.settingsTextBytes += u32(keySize);
  return true;
}

function readRule(at: usize, rule: OomRule): usize {
  const row = changetype<usize>(rule);
  rule.pressureAbove = NO_LIMIT;
  rule.swapMax = NO_LIMIT;
  lasts = true;
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (keyIs("MemoryPressureAbove")) {
      at = readPercentage(at, row + offsetof<OomRule>("pressureAbove"));
    } else if (keyIs("SwapUsageMax")) {
      at = readPercentage(at, row + offsetof<OomRule>("swapMax"));
    } else if (keyIs("Action")) at = readAction(at, rule);
    else if (keyIs("LastingSec")) at = readLasting(at, row + offsetof<OomRule>("lastingUs"));
    else at = fail(Status.WrongType, OomdReason.OomRule, at);
    at = nextMember(at);
  }
  const hasLimit = rule.pressureAbove != NO_LIMIT || rule.swapMax != NO_LIMIT;
  const canBeMet = rule.pressureAbove != WHOLE && rule.swapMax != WHOLE;
  rule.isVoid = u32(!hasLimit || !canBeMet || rule.action == RuleAction.None || !lasts);
  return closeObject(at);
}

function readAction(at: usize, rule: OomRule): usize {
  const start = at;
  at = readWord(at);
  if (at == 0) return 0;
  if (wordIs("kill-all")) rule.action = RuleAction.KillAll;
  else if (wordIs("kill-by-pgscan")) rule.action = RuleAction.KillByPgscan;
  else if (wordIs("kill-by-swap")) rule.action = RuleAction.KillBySwap;
  else return fail(Status.WrongType, OomdReason.OomRule, start);
  return at;
}

function readLasting(at: usize, target: usize): usize {
  const start = at;
  at = readWord(at);
  if (at == 0) return 0;
  if (!wordIs("infinity")) return readTimeSpan(start, target);
  lasts = false;
  return at;
}

/** Names of rules; one that is not defined, or void, is left out. */
export function readRuleNames(at: usize, message: Message): usize {
  const numbers = changetype<usize>(message) + offsetof<Message>("first");
  at = openArray(at);
  while (atElement(at)) {
    const start = at;
    at = readWord(at);
    if (at == 0) return 0;
    const number = numberOf(wordAt(), wordSize());
    if (number >= 0) {
      if (message.ruleCount == RULES_OF_ONE) {
        return fail(Status.TableFull, OomdReason.OomRules, start);
      }
      store<u8>(numbers + usize(message.ruleCount++), u8(number));
    }
    at = nextElement(at);
  }
  return closeArray(at);
}

/** The number of the rule of a name, or -1. */
function numberOf(name: usize, size: i32): i32 {
  for (let index: u32 = 0; index < program.oomRuleCount; index++) {
    const rule = oomRuleAt(index);
    if (rule.isVoid == 0 && equalText(rule.name, rule.nameSize, name, size)) return i32(index);
  }
  return -1;
}
