/** How far the tables of the policy were written since the engine was made or cleared. */
import { useArena } from "../base/arena.ts";
import { wipeRows } from "../base/used.ts";
import { usedPodRows } from "../node/used.ts";
import {
  EVICTIONS_OFFSET,
  POLICY_TEXT_HALF_BYTES,
  POLICY_TEXT_OFFSET,
  RANKED_SIZE,
  RANKING_MERGE_OFFSET,
  RANKING_OFFSET,
  STATE_OFFSET,
  TALLY_OFFSET,
} from "./memory.ts";

/** Bytes of the fuller half. */
const policyTextBytes: usize = memory.data(4, 4);

let tallyRows: u32 = 0;

/** Notes how many rows of the tally were written. */
export function noteTally(rows: u32): void {
  tallyRows = max(tallyRows, rows);
}

/** Keeps texts of a configuration in the half that starts at `start`. */
export function usePolicyTexts(start: usize): void {
  useArena(start, start + POLICY_TEXT_HALF_BYTES, policyTextBytes);
}

/** Wipes the policy, its findings, the state and the step. */
export function wipeEviction(): void {
  memory.fill(STATE_OFFSET, 0, POLICY_TEXT_OFFSET - STATE_OFFSET);
  wipeRows(POLICY_TEXT_OFFSET, load<u32>(policyTextBytes), 1);
  wipeRows(POLICY_TEXT_OFFSET + POLICY_TEXT_HALF_BYTES, load<u32>(policyTextBytes), 1);
  wipeRows(RANKING_OFFSET, usedPodRows(), RANKED_SIZE);
  wipeRows(RANKING_MERGE_OFFSET, usedPodRows(), RANKED_SIZE);
  wipeRows(EVICTIONS_OFFSET, usedPodRows(), 16);
  wipeRows(TALLY_OFFSET, tallyRows, 16);
  tallyRows = 0;
  store<u32>(policyTextBytes, 0);
}
