/** Taints of a node, and tolerations of a pod. */
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
import { isNull, QUOTE } from "../../base/json/scan.ts";
import { skipValue } from "../../base/json/skip.ts";
import { isWordEmpty, readWord, wordIs } from "../../base/json/words.ts";
import { beginList, endList, push } from "../model/list.ts";
import { Effect, LASTS, secondsWord, TolerationOperator } from "../model/taint.ts";
import { integerRead, readInteger64, readTextInto, setListRead, textRead } from "./values.ts";

let key: u32 = 0;
let operator: TolerationOperator = TolerationOperator.Equal;
let value: u32 = 0;
let effect: Effect = Effect.Any;
let seconds: u32 = LASTS;

/** Key, value and effect of each. */
export function readTaints(at: usize): usize {
  const list = beginList();
  at = openArray(at);
  while (atElement(at)) {
    at = readOne(at);
    push(key);
    push(value);
    push(effect);
    at = nextElement(at);
  }
  setListRead(endList(list));
  return closeArray(at);
}

/** Key, operator, value, effect and seconds of each. */
export function readTolerations(at: usize): usize {
  const list = beginList();
  at = openArray(at);
  while (atElement(at)) {
    at = readOne(at);
    push(key);
    push(operator);
    push(value);
    push(effect);
    push(seconds);
    at = nextElement(at);
  }
  setListRead(endList(list));
  return closeArray(at);
}

function readOne(at: usize): usize {
  key = 0;
  operator = TolerationOperator.Equal;
  value = 0;
  effect = Effect.Any;
  seconds = LASTS;
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    at = nextMember(readMember(at));
  }
  return closeObject(at);
}

function readMember(at: usize): usize {
  if (isNull(at)) return at + 4;
  if (keyIs("key")) {
    at = readTextInto(at);
    key = textRead;
  } else if (keyIs("value")) {
    at = readTextInto(at);
    value = textRead;
  } else if (keyIs("operator")) {
    at = readWord(at);
    operator = operatorRead();
  } else if (keyIs("effect")) {
    at = readWord(at);
    effect = effectRead();
  } else if (keyIs("tolerationSeconds")) {
    at = readInteger64(at);
    seconds = secondsWord(integerRead);
  } else return skipValue(at);
  return at;
}

function operatorRead(): TolerationOperator {
  if (isWordEmpty() || wordIs("Equal")) return TolerationOperator.Equal;
  if (wordIs("Exists")) return TolerationOperator.Exists;
  if (wordIs("Lt")) return TolerationOperator.Lt;
  return wordIs("Gt") ? TolerationOperator.Gt : TolerationOperator.Other;
}

function effectRead(): Effect {
  if (isWordEmpty()) return Effect.Any;
  if (wordIs("NoSchedule")) return Effect.NoSchedule;
  if (wordIs("PreferNoSchedule")) return Effect.PreferNoSchedule;
  return wordIs("NoExecute") ? Effect.NoExecute : Effect.Other;
}
