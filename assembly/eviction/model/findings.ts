/**
 * Errors and warnings about a configuration. Their texts are composed in the policy's text region.
 *
 * ```
 *  0       4       8      12      16          20
 *  ┌───────┬───────┬──────┬───────┬───────────┬─────────────┐
 *  │rule   │error? │path  │size   │message    │size         │
 *  └───────┴───────┴──────┴───────┴───────────┴─────────────┘
 * ```
 */
import { reserveText } from "../../base/arena.ts";
import { Quantity, writeQuantity } from "../../base/kubernetes/quantity.ts";
import { SCRATCH_BYTES, SCRATCH_OFFSET } from "../../base/memory.ts";
import { copyText, writeAscii } from "../../base/text.ts";
import { FINDINGS_BYTES, FINDINGS_OFFSET, POLICY_STAGE_DISTANCE } from "../memory.ts";
import { stagedPolicy } from "./policy.ts";

export enum Rule {
  UnsupportedSignal,
  InvalidThreshold,
  InvalidGracePeriod,
  MissingGracePeriod,
  InvalidMinimumReclaim,
  InvalidDuration,
  InvalidEnforcement,
  InvalidReservation,
  InvalidOption,
  DefaultsWiped,
  Unprotected,
  SwitchedOff,
  SoftNotAboveHard,
  NeverMet,
  AlwaysMet,
  NeverClears,
  ReservationTooSmall,
  InodesLookLikeBytes,
  UnusedGracePeriod,
  UnusedMinimumReclaim,
  SoftIsHard,
  ContainerFsIgnored,
  NoCondition,
  SoftGraceTooShort,
  UnknownMember,
  TooManyThresholds,
  ReservedBeyondCapacity,
  NearestRelease,
}

export const RULE_NAMES: StaticArray<string> = [
  "unsupported-signal",
  "invalid-threshold",
  "invalid-grace-period",
  "missing-grace-period",
  "invalid-minimum-reclaim",
  "invalid-duration",
  "invalid-enforcement",
  "invalid-reservation",
  "invalid-option",
  "defaults-wiped",
  "unprotected-signal",
  "switched-off",
  "soft-not-above-hard",
  "never-met",
  "always-met",
  "never-clears",
  "reservation-too-small",
  "inodes-look-like-bytes",
  "unused-grace-period",
  "unused-minimum-reclaim",
  "soft-is-hard",
  "containerfs-ignored",
  "no-condition",
  "soft-grace-short",
  "unknown-member",
  "too-many-thresholds",
  "reserved-beyond-capacity",
  "nearest-release",
];

@unmanaged
export class Finding {
  rule: u32;
  isError: u32;
  path: u32;
  pathSize: i32;
  message: u32;
  messageSize: i32;
}

export const FINDINGS_MAX: u32 = u32(FINDINGS_BYTES / offsetof<Finding>());

/** A path and a message are composed here before they are kept. */
const TEXT_BYTES: i32 = 4096;
const pathText: usize = SCRATCH_OFFSET + SCRATCH_BYTES - 2 * 4096;
const messageText: usize = pathText + usize(TEXT_BYTES);
let pathEnd: usize = 0;
let messageEnd: usize = 0;

export function findingAt(index: u32, staged: bool): Finding {
  const base = staged ? FINDINGS_OFFSET + POLICY_STAGE_DISTANCE : FINDINGS_OFFSET;
  return changetype<Finding>(base + offsetof<Finding>() * usize(index));
}

/** Starts a finding about a member, such as `evictionHard`. */
export function startFinding(member: string): void {
  pathEnd = writeAscii(pathText, member);
  messageEnd = messageText;
}

/** Adds `["key"]` to the path. Keys longer than the room are cut. */
export function pathKey(key: usize, size: i32): void {
  const room = i32(pathText + usize(TEXT_BYTES) - pathEnd) - 8;
  pathEnd = writeAscii(pathEnd, '["');
  pathEnd = copyText(pathEnd, key, fitting(key, size, room));
  pathEnd = writeAscii(pathEnd, '"]');
}

export function pathLiteralKey(key: string): void {
  pathEnd = writeAscii(pathEnd, '["');
  pathEnd = writeAscii(pathEnd, key);
  pathEnd = writeAscii(pathEnd, '"]');
}

export function say(literal: string): void {
  if (roomLeft() > literal.length) messageEnd = writeAscii(messageEnd, literal);
}

/** Adds a text; a very long one is cut, so any input gets an answer. */
export function sayText(text: usize, size: i32): void {
  messageEnd = copyText(messageEnd, text, fitting(text, size, roomLeft() - 64));
}

/** How many bytes of a text to keep: never a part of a character, nothing when there is no room. */
function fitting(text: usize, size: i32, room: i32): i32 {
  if (size <= room) return size;
  let kept = max(room, 0);
  while (kept > 0 && (load<u8>(text + usize(kept)) & 0xc0) == 0x80) kept--;
  return kept;
}

function roomLeft(): i32 {
  return i32(messageText + usize(TEXT_BYTES) - messageEnd);
}

/** Bytes of a quantity's text in addition to the text it was parsed from. */
const QUANTITY_BYTES: i32 = 64;

/** Where a writer may put up to `SAID_BYTES` more; `said` takes the end. */
export const SAID_BYTES: i32 = 512;

export function sayingAt(): usize {
  if (roomLeft() < SAID_BYTES) messageEnd = messageText + usize(TEXT_BYTES - SAID_BYTES);
  return messageEnd;
}

export function said(end: usize): void {
  messageEnd = end;
}

/** A quantity as the kubelet prints it; a very long one is cut. */
export function sayQuantity(quantity: Quantity): void {
  if (quantity.size + QUANTITY_BYTES > SAID_BYTES) sayText(quantity.text, quantity.size);
  else said(writeQuantity(sayingAt(), quantity));
}

/** Keeps the finding; drops it when the table or the text region is full. */
export function finishFinding(rule: Rule, isError: bool): void {
  const count = stagedPolicy.errorCount + stagedPolicy.warningCount;
  if (count == FINDINGS_MAX) return;
  const pathSize = i32(pathEnd - pathText);
  const messageSize = i32(messageEnd - messageText);
  const copy = reserveText(pathSize + messageSize);
  if (copy == 0) return;
  memory.copy(copy, pathText, usize(pathSize));
  memory.copy(copy + usize(pathSize), messageText, usize(messageSize));
  const finding = findingAt(count, true);
  finding.rule = u32(rule);
  finding.isError = u32(isError);
  finding.path = u32(copy);
  finding.pathSize = pathSize;
  finding.message = u32(copy) + u32(pathSize);
  finding.messageSize = messageSize;
  if (isError) stagedPolicy.errorCount++;
  else stagedPolicy.warningCount++;
}

/** Whether some error of the staged policy is one that a kubelet would stop on. */
export function isKubeletAtFault(): bool {
  for (let index: u32 = 0; index < stagedPolicy.errorCount + stagedPolicy.warningCount; index++) {
    const finding = findingAt(index, true);
    if (finding.isError != 0 && finding.rule != u32(Rule.InvalidOption)) return true;
  }
  return false;
}
