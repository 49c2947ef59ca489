/** What earlyoom decides at a look. The digest covers detail 0. */
import { Detail } from "../../abi.ts";
import {
  addInteger,
  addLiteral,
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
import { earlyoom, Process, ProcessFlag, processAt, Signal } from "../model/earlyoom.ts";
import { program } from "../model/program.ts";
import {
  insteadIfAvoided,
  isMemoryAbove,
  isSwapAbove,
  memoryWhole,
  scoreOf,
  signalAt,
  sizeOf,
  sparingMemoryLimit,
  worst,
} from "../stages/earlyoom.ts";
import { addFloat } from "./amounts.ts";
import { percentMember, secondsMember, writeDigest } from "./members.ts";

const RANKED_MAX = 10;
const PAGES_MIB: u64 = 256;

export function writeEarlyoom(detail: i32): void {
  beginObject();
  member("plimsoll", "oomd/1");
  member("killer", "earlyoom");
  versionMember();
  secondsMember("at", program.nowMs);
  key("signal");
  if (earlyoom.signal == Signal.None) word("null");
  else writeSignal();
  if (earlyoom.chosen >= 0) integerMember("pid", processAt(u32(earlyoom.chosen)).pid);
  else {
    key("pid");
    word("null");
  }
  percentMember("memory", percentOf(program.memAvailable, memoryWhole()));
  percentMember("swap", percentOf(program.swapFree, program.swapTotal));
  reasonMember();
  writeDigest();
  if (detail >= Detail.Arithmetic) rankingMember();
  if (detail >= Detail.Counterfactuals && earlyoom.chosen >= 0) sparedMember();
  endObject();
}

function versionMember(): void {
  key("version");
  beginText();
  addInteger(program.release / 10_000);
  addLiteral(".");
  addInteger((program.release / 100) % 100);
  if (program.release % 100 != 0) {
    addLiteral(".");
    addInteger(program.release % 100);
  }
  endText();
}

function writeSignal(): void {
  beginText();
  addLiteral(earlyoom.signal == Signal.Kill ? "SIGKILL" : "SIGTERM");
  endText();
}

/** Rounded down: a number that looks like a limit may be above it. */
function percentOf(part: u64, whole: u64): u32 {
  return whole == 0 ? 0 : u32((part * 10_000) / whole);
}

function reasonMember(): void {
  key("reason");
  beginText();
  const signal = signalAt(earlyoom.usableTerm, earlyoom.usableKill);
  if (signal == Signal.None) addAbove();
  else {
    const isKill = signal == Signal.Kill;
    addLiteral("low memory! at or below ");
    addLiteral(isKill ? "SIGKILL" : "SIGTERM");
    addLiteral(" limits: mem ");
    addFloat(isKill ? earlyoom.usableKill : earlyoom.usableTerm);
    addLiteral("%, swap ");
    addFloat(isKill ? earlyoom.freeKill : earlyoom.freeTerm);
    addLiteral("%");
  }
  endText();
}

/** Both have to be low. */
function addAbove(): void {
  const isMemory = isMemoryAbove();
  if (isMemory) {
    addLiteral("available memory is above its SIGTERM limit of ");
    addFloat(earlyoom.usableTerm);
    addLiteral("%");
  }
  if (isMemory && isSwapAbove()) addLiteral(", and ");
  if (isSwapAbove()) {
    addLiteral("free swap is above its SIGTERM limit of ");
    addFloat(earlyoom.freeTerm);
    addLiteral("%");
  }
}

/** The first to be chosen, each after those before it are gone. */
function rankingMember(): void {
  key("ranking");
  beginArray();
  for (let place = 0; place < RANKED_MAX; place++) {
    const row = worst(ProcessFlag.Ranked);
    if (row < 0) break;
    processAt(u32(row)).flags |= u32(ProcessFlag.Ranked);
    writeProcess(processAt(u32(row)));
  }
  endArray();
  for (let row: u32 = 0; row < earlyoom.processCount; row++) {
    processAt(row).flags &= ~u32(ProcessFlag.Ranked);
  }
}

function writeProcess(process: Process): void {
  beginObject();
  integerMember("pid", process.pid);
  textMember("name", process.name, process.nameSize);
  integerMember("score", scoreOf(process));
  integerMember("rssPages", process.rssPages);
  key("sentence");
  beginText();
  if (earlyoom.isByRss != 0) {
    addInteger(sizeOf(process));
    addLiteral(" KiB, ");
  }
  addLiteral("oom_score ");
  addInteger(scoreOf(process));
  if (scoreOf(process) != process.score) {
    addLiteral(" (");
    addInteger(process.score);
    addLiteral(scoreOf(process) > process.score ? " + 300)" : " - 300)");
  }
  addLiteral(", VmRSS ");
  addInteger(i64(process.rssPages / PAGES_MIB));
  addLiteral(" MiB");
  endText();
  endObject();
}

/** Each was tried. A limit of 0 would switch earlyoom off. */
function sparedMember(): void {
  key("spared");
  beginObject();
  const limit = sparingMemoryLimit();
  if (limit > 0) integerMember("memory", limit);
  booleanMember("avoid", insteadIfAvoided() != earlyoom.chosen);
  endObject();
}
