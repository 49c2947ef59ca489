/**
 * What the eviction policy adds to the memory of `base/` and `node/`: the policy and its texts, the
 * state and its copy, the step, and the order of pods. `initial = maximum` pages, so a host
 * may keep one view.
 */
import { PODS_MAX, THRESHOLDS_MAX } from "../abi.ts";
import { SMALL_TABLES_BYTES, SMALL_TABLES_OFFSET } from "../base/memory.ts";
import { LARGE_NODE_TABLES_END, SMALL_NODE_TABLES_END } from "../node/memory.ts";

export const THRESHOLD_SIZE: usize = 256;
export const RANKED_SIZE: usize = 32;

export const STATE_OFFSET: usize = SMALL_NODE_TABLES_END;
export const STATE_BYTES: usize = 0x20000;
/** A second state, for re-running a step with a change. */
export const STATE_COPY_OFFSET: usize = STATE_OFFSET + STATE_BYTES;
export const POLICY_OFFSET: usize = STATE_COPY_OFFSET + STATE_BYTES;
export const POLICY_BYTES: usize = 0x1000;
export const THRESHOLDS_OFFSET: usize = POLICY_OFFSET + POLICY_BYTES;
const THRESHOLDS_BYTES: usize = THRESHOLD_SIZE * THRESHOLDS_MAX;
export const FINDINGS_OFFSET: usize = THRESHOLDS_OFFSET + THRESHOLDS_BYTES;
export const FINDINGS_BYTES: usize = 0x4000;
/** A policy is parsed into a second record, and replaces the one in force only when valid. */
export const POLICY_STAGE_OFFSET: usize = FINDINGS_OFFSET + FINDINGS_BYTES;
export const POLICY_REGION_BYTES: usize = POLICY_STAGE_OFFSET - POLICY_OFFSET;
export const POLICY_STAGE_DISTANCE: usize = POLICY_REGION_BYTES;
/** The thresholds as configured, while the table contains mirrored ones. */
export const CONFIGURED_THRESHOLDS_OFFSET: usize = POLICY_STAGE_OFFSET + POLICY_REGION_BYTES;
export const STEP_OFFSET: usize = CONFIGURED_THRESHOLDS_OFFSET + THRESHOLDS_BYTES;
export const STEP_BYTES: usize = 0x100;
/** Two halves: texts of the policy in force, and of the one being parsed. */
export const POLICY_TEXT_OFFSET: usize = STEP_OFFSET + STEP_BYTES;
export const POLICY_TEXT_HALF_BYTES: usize = 0x20000;
export const SMALL_EVICTION_TABLES_END: usize = POLICY_TEXT_OFFSET + 2 * POLICY_TEXT_HALF_BYTES;
/** No small table lies behind it; a test looks. */
export const SMALL_TABLES_END: usize = SMALL_TABLES_OFFSET + SMALL_TABLES_BYTES;

export const RANKING_OFFSET: usize = LARGE_NODE_TABLES_END;
/** Where sorted runs are merged to. */
export const RANKING_MERGE_OFFSET: usize = RANKING_OFFSET + RANKED_SIZE * PODS_MAX;
export const EVICTIONS_OFFSET: usize = RANKING_MERGE_OFFSET + RANKED_SIZE * PODS_MAX;
/** Evictions of many steps, counted by pod and threshold. */
export const TALLY_OFFSET: usize = EVICTIONS_OFFSET + 16 * PODS_MAX;
/** Must fit the pages in contract/modules.yaml; a test compares the two. */
export const REGIONS_END: usize = TALLY_OFFSET + 16 * PODS_MAX;
