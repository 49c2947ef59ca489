/** What was decided, and why. The digest covers detail 0. */
import { Detail } from "../../abi.ts";
import { addBytes } from "../../base/json/bytes.ts";
import {
  addInteger,
  addLiteral,
  addText,
  beginArray,
  beginObject,
  beginText,
  booleanMember,
  endArray,
  endObject,
  endText,
  integerMember,
  key,
  member,
  word,
} from "../../base/json/write.ts";
import { CgroupFlag, cgroupAt, Preference } from "../model/cgroup.ts";
import { By, decision, isBySwap } from "../model/decision.ts";
import { NO_LIMIT, oomRuleAt } from "../model/oomRule.ts";
import { program } from "../model/program.ts";
import { candidateAt } from "../stages/candidates.ts";
import { orderedAt } from "../stages/order.ts";
import { currentOf, difference, lastOf, scannedOf, seenOf, swapOf } from "../stages/sample.ts";
import { mayKill, processesOf } from "../stages/select.ts";
import { insteadWith, nextAfterChosen, sparingSwapLimit } from "../stages/spare.ts";
import { addPercentage } from "./amounts.ts";
import { actionName, addKill, addPath, addReason } from "./lines.ts";
import { percentMember, secondsMember, writeDigest } from "./members.ts";

export function writeDecision(detail: i32): void {
  beginObject();
  member("plimsoll", "oomd/1");
  member("killer", "systemd-oomd");
  versionMember();
  secondsMember("at", decision.atMs);
  member("by", byName());
  ruleMembers();
  pathMember("target", decision.target);
  pathMember("victim", decision.victim);
  integerMember("considered", decision.considered);
  orderMember();
  if (program.isDryRun == 0) integerMember("processes", decision.killed);
  reasonMembers();
  writeDigest();
  if (detail >= Detail.Arithmetic) arithmeticMembers();
  if (detail >= Detail.Counterfactuals && decision.chosen >= 0) sparedMember();
  endObject();
}

function versionMember(): void {
  key("version");
  beginText();
  addInteger(program.release / 100);
  if (program.release % 100 != 0) {
    addLiteral(".");
    addInteger(program.release % 100);
  }
  endText();
}

function byName(): string {
  if (decision.by == By.Rule) return "rule";
  return decision.by == By.Swap ? "swap" : "pressure";
}

function ruleMembers(): void {
  if (decision.by != By.Rule) return;
  const rule = oomRuleAt(decision.rule);
  key("rule");
  beginText();
  addText(rule.name, rule.nameSize);
  endText();
  member("action", actionName(rule.action));
}

function pathMember(name: string, row: i32): void {
  key(name);
  if (row < 0) word("null");
  else writePath(u32(row));
}

function writePath(row: u32): void {
  beginText();
  addPath(row);
  endText();
}

/** As many as the program lists. */
function orderMember(): void {
  key("order");
  beginArray();
  for (let place: u32 = 0; place < decision.listed; place++) writePath(orderedAt(place));
  endArray();
}

function reasonMembers(): void {
  key("reason");
  beginText();
  addReason();
  endText();
  key("message");
  // 262 writes no line about a kill by a rule.
  if (decision.victim < 0 || (decision.by == By.Rule && program.isDryRun == 0)) word("null");
  else {
    beginText();
    addKill();
    endText();
  }
}

function arithmeticMembers(): void {
  if (decision.by == By.Rule) ruleArithmetic();
  else if (decision.by == By.Pressure) {
    percentMember("pressure", decision.pressure);
    secondsMember("overLimitSeconds", decision.atMs - decision.overMs);
    secondsMember("durationSeconds", i64(decision.durationUs / 1000));
  } else {
    integerMember("memoryUsedBytes", decision.memoryUsed);
    integerMember("memoryTotalBytes", decision.memoryTotal);
    integerMember("swapUsedBytes", decision.swapUsed);
    integerMember("swapTotalBytes", decision.swapTotal);
    integerMember("leastSwapBytes", decision.swapFloor);
  }
  if (decision.by != By.Rule) percentMember("limit", decision.limit);
  candidatesMember();
  if (decision.chosen >= 0) pathMember("next", nextAfterChosen());
}

function ruleArithmetic(): void {
  const rule = oomRuleAt(decision.rule);
  percentMember("pressure", decision.pressure);
  if (rule.pressureAbove != NO_LIMIT) percentMember("limit", rule.pressureAbove);
  integerMember("swapUsedBytes", decision.swapUsed);
  integerMember("swapTotalBytes", decision.swapTotal);
  if (rule.swapMax != NO_LIMIT) percentMember("swapLimit", rule.swapMax);
  if (isBySwap()) integerMember("leastSwapBytes", decision.swapFloor);
  secondsMember("overLimitSeconds", decision.atMs - decision.overMs);
  secondsMember("durationSeconds", i64(decision.durationUs / 1000));
}

/** In their order, and behind them those that ManagedOOMPreference=omit leaves out. */
function candidatesMember(): void {
  key("candidates");
  beginArray();
  for (let place: u32 = 0; place < decision.orderCount; place++) writeCandidate(orderedAt(place));
  for (let index: u32 = 0; index < program.candidateCount; index++) {
    const row = candidateAt(index);
    if (cgroupAt(row).preference == Preference.Omit && isBelowTarget(row)) writeCandidate(row);
  }
  endArray();
}

function isBelowTarget(row: u32): bool {
  if (decision.target < 0) return true;
  const top = cgroupAt(u32(decision.target));
  const place = cgroupAt(row).place;
  return place >= top.place && place < top.end;
}

function writeCandidate(row: u32): void {
  const cgroup = cgroupAt(row);
  beginObject();
  key("path");
  writePath(row);
  member("preference", preferenceName(cgroup.preference));
  if (isBySwap()) integerMember("swapBytes", swapOf(row));
  else {
    integerMember("pgscan", seenOf(cgroup));
    integerMember("lastPgscan", lastOf(cgroup));
    integerMember("scanned", difference(seenOf(cgroup), lastOf(cgroup)));
  }
  integerMember("currentBytes", currentOf(row));
  integerMember("processes", i32(row) == decision.chosen ? decision.killed : processesOf(row));
  key("sentence");
  beginText();
  addSentence(row);
  endText();
  endObject();
}

function preferenceName(preference: u32): string {
  if (preference == Preference.Omit) return "omit";
  return preference == Preference.Avoid ? "avoid" : "none";
}

/** What it is compared by, and what became of it. */
function addSentence(row: u32): void {
  const cgroup = cgroupAt(row);
  if (cgroup.preference == Preference.Avoid) addLiteral("avoid; ");
  if (isBySwap()) {
    addBytes(swapOf(row));
    addLiteral(" of swap");
  } else {
    addInteger(i64(scannedOf(cgroup)));
    addLiteral(" pages scanned, ");
    addBytes(currentOf(row));
    addLiteral(" in use");
  }
  if (cgroup.preference == Preference.Omit) addLiteral("; left out by omit");
  else if (i32(row) == decision.chosen) addOutcome();
  else if (!mayKill(row)) addPassedOver();
}

function addOutcome(): void {
  if (program.isDryRun != 0) addLiteral("; would be killed");
  else addLiteral(decision.killed > 0 ? "; killed" : "; chosen, and has no process");
}

function addPassedOver(): void {
  if (!isBySwap()) return addLiteral("; skipped: it used and scanned nothing");
  addLiteral("; skipped: not above ");
  addBytes(decision.swapFloor);
}

/** Each was tried: the limit spares all at this look, a mark the one that was chosen. */
function sparedMember(): void {
  key("spared");
  beginObject();
  if (decision.by != By.Rule) {
    key("limit");
    beginText();
    addPercentage(decision.by == By.Swap ? sparingSwapLimit() : decision.pressure);
    endText();
  }
  const omitted = insteadWith(CgroupFlag.Omit);
  booleanMember("omit", omitted != decision.chosen);
  const avoided = insteadWith(CgroupFlag.Avoid);
  booleanMember("avoid", avoided != decision.chosen);
  endObject();
}
