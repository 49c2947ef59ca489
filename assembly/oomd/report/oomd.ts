/** What an action of oomd decides. The digest covers detail 0. */
import { Detail } from "../../abi.ts";
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
  textMember,
  word,
} from "../../base/json/write.ts";
import { cgroupAt, ROOT } from "../model/cgroup.ts";
import {
  groupAt,
  Kind,
  oomd,
  Plugin,
  PluginFlag,
  pluginAt,
  pluginHas,
  pluginName,
  rulesetAt,
} from "../model/oomd.ts";
import { costRateOf, scanRateOf, swapUsage, usageOf } from "../stages/counters.ts";
import { listedAt } from "../stages/patterns.ts";
import { avg10Of, avg60Of, preferenceRank } from "../stages/ranks.ts";
import { addGeneral, addHundredths } from "./amounts.ts";
import { secondsMember, writeDigest } from "./members.ts";
import { addPreference, addWhy } from "./why.ts";

const MIB: u64 = 1 << 20;

export function writeOomd(detail: i32): void {
  const ruleset = rulesetAt(oomd.decidedRuleset);
  const plugin = pluginAt(oomd.plugin);
  beginObject();
  member("plimsoll", "oomd/1");
  member("killer", "oomd");
  member("version", "0.5.0");
  secondsMember("at", oomd.atMs);
  textMember("ruleset", ruleset.name, ruleset.nameSize);
  const group = groupAt(oomd.decidedGroup);
  textMember("group", group.name, group.nameSize);
  member("action", pluginName(plugin.kind));
  pathMember("picked", oomd.chosen);
  whyMember(plugin);
  if (!pluginHas(plugin, PluginFlag.Dry)) integerMember("processes", oomd.killed);
  booleanMember("dry", pluginHas(plugin, PluginFlag.Dry));
  messageMember(plugin);
  writeDigest();
  if (detail >= Detail.Arithmetic) {
    candidatesMember(plugin);
    if (oomd.chosen >= 0) pathMember("next", oomd.next);
  }
  if (detail >= Detail.Counterfactuals && oomd.chosen >= 0) sparedMember();
  endObject();
}

/** As oomd prints paths: without a slash at their start. */
function addRelative(row: u32): void {
  const cgroup = cgroupAt(row);
  if (row != ROOT) addText(usize(cgroup.path) + 1, cgroup.pathSize - 1);
}

function pathMember(name: string, row: i32): void {
  key(name);
  if (row < 0) word("null");
  else writePath(u32(row));
}

function writePath(row: u32): void {
  beginText();
  addRelative(row);
  endText();
}

function whyMember(plugin: Plugin): void {
  key("why");
  if (oomd.chosen < 0) word("null");
  else {
    beginText();
    addWhy(plugin, u32(oomd.chosen));
    endText();
  }
}

/** The line by which oomd says what it chose. */
function messageMember(plugin: Plugin): void {
  key("message");
  if (oomd.chosen < 0) return word("null");
  const row = u32(oomd.chosen);
  beginText();
  addLiteral('Picked \\"');
  addRelative(row);
  addLiteral('\\" (');
  addInteger(i64(usageOf(row) / MIB));
  addLiteral("MB) ");
  addWhy(plugin, row);
  endText();
}

/** The siblings that were compared last, first to be killed first. */
function candidatesMember(plugin: Plugin): void {
  key("candidates");
  beginArray();
  for (let index: u32 = 0; index < oomd.listCount; index++) {
    writeCandidate(plugin, listedAt(oomd.listStart + index));
  }
  endArray();
}

function writeCandidate(plugin: Plugin, row: u32): void {
  beginObject();
  key("path");
  writePath(row);
  key("preference");
  beginText();
  addPreference(row);
  endText();
  integerMember("currentBytes", usageOf(row));
  if (plugin.kind == Kind.KillBySwapUsage) integerMember("swapBytes", swapUsage(row));
  if (plugin.kind == Kind.KillByPgScan) integerMember("scanned", scanRateOf(row));
  if (plugin.kind == Kind.KillByMemorySizeOrGrowth) {
    integerMember("effectiveBytes", cgroupAt(row).effective);
  }
  key("sentence");
  beginText();
  addSentence(plugin, row);
  endText();
  endObject();
}

function addSentence(plugin: Plugin, row: u32): void {
  if (preferenceRank(row) != 0) {
    addPreference(row);
    addLiteral("; ");
  }
  if (plugin.kind == Kind.KillByPressure) {
    addLiteral("pressure ");
    addHundredths(avg10Of(plugin, row));
    addLiteral(" in 10s, ");
    addHundredths(avg60Of(plugin, row));
    addLiteral(" in 60s");
  } else if (plugin.kind == Kind.KillByPgScan) {
    addInteger(scanRateOf(row));
    addLiteral(" pages scanned");
  } else if (plugin.kind == Kind.KillByIoCost) {
    addLiteral("io cost ");
    addGeneral(costRateOf(row));
  } else addWhy(plugin, row);
}

/** Whether a mark on the chosen one changes who is killed: it was tried. */
function sparedMember(): void {
  key("spared");
  beginObject();
  booleanMember("avoid", oomd.instead != oomd.chosen);
  pathMember("instead", oomd.instead);
  endObject();
}
