/** What systemd's manager reports: which cgroups are monitored, for what, with which limit. */
import { Status } from "../../abi.ts";
import { fail } from "../../base/json/failure.ts";
import {
  atElement,
  closeArray,
  closeObject,
  keyIs,
  nextElement,
  nextMember,
  openArray,
  openObject,
  scanMember,
} from "../../base/json/member.ts";
import { readText, readUnsigned, valuePresent } from "../../base/json/read.ts";
import { QUOTE } from "../../base/json/scan.ts";
import { skipValue } from "../../base/json/skip.ts";
import { readWord, wordIs } from "../../base/json/words.ts";
import { MESSAGE_SIZE, MONITORED_MAX } from "../memory.ts";
import { Message, messageAt } from "../model/monitored.ts";
import { program } from "../model/program.ts";
import { OomdReason } from "../reasons.ts";
import { readRuleNames } from "./oomRules.ts";
import { isPath } from "./path.ts";
import { readPercentage } from "./settings.ts";

const SHARE_END: u64 = 1 << 32;

const number: usize = memory.data(8, 8);

export function readManaged(at: usize): usize {
  at = openArray(at);
  while (atElement(at)) {
    at = nextElement(readMessage(at));
  }
  return closeArray(at);
}

function readMessage(at: usize): usize {
  const start = at;
  if (program.messageCount == MONITORED_MAX) {
    return fail(Status.TableFull, OomdReason.Monitored, at);
  }
  const message = messageAt(program.messageCount);
  memory.fill(changetype<usize>(message), 0, MESSAGE_SIZE);
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    at = nextMember(readMessageMember(at, message));
  }
  at = closeObject(at);
  if (at == 0) return 0;
  if (!isPath(message.path, message.pathSize)) {
    return fail(Status.WrongType, OomdReason.Path, start);
  }
  program.messageCount++;
  return at;
}

function readMessageMember(at: usize, message: Message): usize {
  const row = changetype<usize>(message);
  if (keyIs("path")) return readText(at, row + offsetof<Message>("path"));
  if (keyIs("mode")) return readMode(at, message);
  if (keyIs("property")) return readProperty(at, message);
  if (keyIs("limit")) return readLimit(at, row + offsetof<Message>("limit"));
  if (keyIs("duration")) return readUnsigned(at, row + offsetof<Message>("durationUs"));
  if (keyIs("rules")) return readRuleNames(at, message);
  return skipValue(at);
}

function readMode(at: usize, message: Message): usize {
  const start = at;
  at = readWord(at);
  if (at == 0) return 0;
  message.isKill = u8(wordIs("kill"));
  if (message.isKill == 0 && !wordIs("auto")) {
    return fail(Status.WrongType, OomdReason.Mode, start);
  }
  return at;
}

function readProperty(at: usize, message: Message): usize {
  const start = at;
  at = readWord(at);
  if (at == 0) return 0;
  message.isSwap = u8(wordIs("ManagedOOMSwap"));
  message.isRules = u8(wordIs("OOMRules"));
  if (message.isSwap + message.isRules == 0 && !wordIs("ManagedOOMMemoryPressure")) {
    return fail(Status.WrongType, OomdReason.Property, start);
  }
  return at;
}

/** A percentage, or the share of 2^32 - 1 that the manager sends. */
function readLimit(at: usize, target: usize): usize {
  if (load<u8>(at) == QUOTE) return readPercentage(at, target);
  const start = at;
  at = readUnsigned(at, number);
  if (at == 0 || !valuePresent) return at;
  const share = load<u64>(number);
  if (share >= SHARE_END) return fail(Status.WrongType, OomdReason.Percentage, start);
  store<u32>(target, u32((share * 10_000 + 2_147_483_647) / 4_294_967_295));
  return at;
}
