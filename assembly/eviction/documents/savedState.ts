/**
 * The engine's state as opaque, versioned bytes: its region up to the last credit, then a
 * checksum, which detects damage but not forgery.
 */

import { Status } from "../../abi.ts";
import { hashWords } from "../../base/arithmetic/hash.ts";
import { settleInput } from "../../base/input.ts";
import { fail } from "../../base/json/failure.ts";
import { INPUT_OFFSET, OUTPUT_OFFSET } from "../../base/memory.ts";
import { STATE_BYTES, STATE_OFFSET } from "../memory.ts";
import { policy } from "../model/policy.ts";
import { STATE_HEAD_BYTES, STATE_MAGIC, STATE_VERSION, State, stateBytes } from "../model/state.ts";
import { EvictionReason } from "../reasons.ts";
import { isStateSound } from "./verifyState.ts";

const CHECKSUM_BYTES: i32 = 8;

/** A state that is being restored, where it is not in force yet. */
export const givenState: State = changetype<State>(INPUT_OFFSET);

/** Writes a state, the one in force or the one before the step, to the output region. */
export function saveState(from: usize): i32 {
  const size = stateBytes(changetype<State>(from));
  memory.copy(OUTPUT_OFFSET, from, size);
  store<u64>(OUTPUT_OFFSET + size, hashWords(OUTPUT_OFFSET, i32(size)));
  return i32(size) + CHECKSUM_BYTES;
}

/** Whether the bytes in the input region are a state of this configuration; a status. */
export function verifyState(size: i32): i32 {
  settleInput(size);
  const body = size - CHECKSUM_BYTES;
  if (body < i32(STATE_HEAD_BYTES) || usize(body) > STATE_BYTES)
    return refuseState(EvictionReason.State);
  if (givenState.magic != STATE_MAGIC || givenState.version != STATE_VERSION) {
    return refuseState(EvictionReason.State);
  }
  if (load<u64>(INPUT_OFFSET + usize(body)) != hashWords(INPUT_OFFSET, body)) {
    return refuseState(EvictionReason.State);
  }
  if (givenState.policyFingerprint != policy.fingerprint)
    return refuseState(EvictionReason.StatePolicy);
  return isStateSound(givenState, usize(body)) ? Status.Ok : refuseState(EvictionReason.State);
}

/** Puts a verified state in force. */
export function takeState(): void {
  memory.fill(STATE_OFFSET, 0, STATE_BYTES);
  memory.copy(STATE_OFFSET, INPUT_OFFSET, stateBytes(givenState));
}

export function refuseState(reason: i32): i32 {
  fail(Status.InvalidState, reason, 0);
  return Status.InvalidState;
}
