/**
 * The text between the name and the numbers of a node's scores is the same for every node: put
 * together once for a table, and copied in words of eight bytes.
 *
 * ```
 *  text: 0      8
 *        ┌──────┬──────────────────────────────────────────┐
 *        │ size │ ,"weight":3},"NodeAffinity":{"raw": …    │
 *        └──────┴──────────────────────────────────────────┘
 * ```
 */
import { writeAscii, writeInteger } from "../../base/text.ts";
import { REPORT_SCRATCH_OFFSET } from "../../objects/memory.ts";
import { pluginName } from "../model/plugin.ts";

/** Lists are sorted there, but not meanwhile. */
const TEXTS: usize = REPORT_SCRATCH_OFFSET;
const TEXT_BYTES: usize = 128;
const HEAD_BYTES: usize = 8;

/** Texts by their index: before a node's name, before a normalized score, before each plugin. */
export const NODE_TEXT: u32 = 0;
export const NORMALIZED_TEXT: u32 = 1;
export const PLUGIN_TEXT: u32 = 2;

let count: u32 = 0;
let lastWeight: i32 = 0;

export function startScoreTexts(): void {
  count = 0;
  finishText(textPlace(), writeAscii(textPlace(), '{"name":"'));
  finishText(textPlace(), writeAscii(textPlace(), ',"normalized":'));
}

/** The next plugin that scores. */
export function addScoreText(plugin: i32, weight: i32): void {
  const start = textPlace();
  let at = start;
  at = count == PLUGIN_TEXT ? startOfScores(at) : writeAscii(endOfWeight(at), ",");
  at = writeAscii(writeAscii(writeAscii(at, '"'), pluginName(plugin)), '":{"raw":');
  finishText(start, at);
  lastWeight = weight;
}

/** What follows the last plugin, up to the total; answers its index. */
export function endScoreTexts(): u32 {
  const start = textPlace();
  let at = start;
  at = count == PLUGIN_TEXT ? startOfScores(at) : endOfWeight(at);
  finishText(start, writeAscii(at, '},"total":'));
  return count - 1;
}

function startOfScores(at: usize): usize {
  return writeAscii(at, '","scores":{');
}

function textPlace(): usize {
  return TEXTS + usize(count) * TEXT_BYTES + HEAD_BYTES;
}

function endOfWeight(at: usize): usize {
  return writeAscii(writeInteger(writeAscii(at, ',"weight":'), i64(lastWeight)), "}");
}

function finishText(start: usize, end: usize): void {
  store<u32>(start - HEAD_BYTES, u32(end - start));
  count++;
}

/** Copies a text, and up to seven bytes behind it; answers its end. @inline */
export function copyScoreText(at: usize, index: u32): usize {
  const text = TEXTS + usize(index) * TEXT_BYTES;
  const size = usize(load<u32>(text));
  for (let done: usize = 0; done < size; done += 8) {
    store<u64>(at + done, load<u64>(text + HEAD_BYTES + done));
  }
  return at + size;
}

/** Writes a score or a total: 32 bits are divided several times as fast as 64. */
export function writeScore(at: usize, value: i64): usize {
  if (u64(value) >= 10000) return writeInteger(at, value);
  const small = u32(value);
  if (small >= 1000) store<u8>(at++, 0x30 + u8(small / 1000));
  if (small >= 100) store<u8>(at++, 0x30 + u8((small / 100) % 10));
  if (small >= 10) store<u8>(at++, 0x30 + u8((small / 10) % 10));
  store<u8>(at, 0x30 + u8(small % 10));
  return at + 1;
}
