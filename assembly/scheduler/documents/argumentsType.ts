/** The members that every arguments object may have: apiVersion and kind. */
import { Status } from "../../abi.ts";
import { fail } from "../../base/json/failure.ts";
import { keyIs } from "../../base/json/member.ts";
import { isNull } from "../../base/json/scan.ts";
import { skipValue } from "../../base/json/skip.ts";
import { readWord, wordAt, wordSize } from "../../base/json/words.ts";
import { equalAscii } from "../../base/text.ts";
import { pluginName } from "../model/plugin.ts";
import { SchedulerReason } from "../reasons.ts";
import { refuseUnknown } from "./argumentRefusals.ts";

/** Reads a member that no reader of these arguments knows: their type, or one that is unknown. */
export function readType(at: usize, plugin: i32, within: string): usize {
  if (isNull(at)) return at + 4;
  if (keyIs("apiVersion")) return skipValue(at);
  if (!keyIs("kind")) {
    refuseUnknown(within);
    return skipValue(at);
  }
  const start = at;
  at = readWord(at);
  const name = pluginName(plugin);
  const isOwn =
    wordSize() == name.length + 4 &&
    equalAscii(wordAt(), name.length, name) &&
    equalAscii(wordAt() + usize(name.length), 4, "Args");
  if (at == 0 || isOwn) return at;
  return fail(Status.InvalidConfiguration, SchedulerReason.ArgumentsKind, start);
}
