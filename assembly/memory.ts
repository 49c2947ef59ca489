/**
 * The memory map. Every region is reserved at build time, so addresses are constants, nothing is
 * allocated and nothing grows. The first 64 KiB stay zero: a reader that follows the position 0,
 * which means "failed", finds NUL and stops.
 *
 * ```
 *  0      64K    192K      ~1M                                                        62M
 *  ┌──────┬──────┬─────────┬────────┬───────┬────────┬───────┬────────┬──────────────┐
 *  │ zero │ data │ engine: │ pods,  │ the   │ text,  │ stats │ output │ input        │
 *  │      │ of   │ policy, │ conts, │ same, │ 2      │       │        │ + 64 NUL     │
 *  │      │ asc  │ state … │ vols   │ staged│ halves │       │        │              │
 *  └──────┴──────┴─────────┴────────┴───────┴────────┴───────┴────────┴──────────────┘
 * ```
 */
import {
  CONTAINERS_MAX,
  INPUT_CAPACITY_BYTES,
  OUTPUT_CAPACITY_BYTES,
  PODS_MAX,
  TEXT_CAPACITY_BYTES,
  THRESHOLDS_MAX,
  VOLUMES_MAX,
} from "./abi.ts";

export const POD_SIZE: usize = 768;
export const CONTAINER_SIZE: usize = 320;
export const VOLUME_SIZE: usize = 96;
export const POD_STATS_SIZE: usize = 48;
export const CONTAINER_STATS_SIZE: usize = 56;
export const VOLUME_STATS_SIZE: usize = 32;
export const THRESHOLD_SIZE: usize = 256;
export const RANKED_SIZE: usize = 32;

/**
 * What asc places itself: literals, tables and scratch. The release build has it here (`memoryBase`
 * in asconfig.json), since small addresses make small code. The core's own tests have a heap behind
 * it, and so have it behind all regions.
 */
export const STATIC_OFFSET: usize = 0x10000;
export const STATIC_BYTES: usize = 0x20000;

export const FAILURE_OFFSET: usize = STATIC_OFFSET + STATIC_BYTES;
export const FAILURE_BYTES: usize = 0x100;
export const STATE_OFFSET: usize = FAILURE_OFFSET + FAILURE_BYTES;
export const STATE_BYTES: usize = 0x20000;
/** A second state, for re-running a step with a change. */
export const STATE_COPY_OFFSET: usize = STATE_OFFSET + STATE_BYTES;
export const POLICY_OFFSET: usize = STATE_COPY_OFFSET + STATE_BYTES;
export const POLICY_BYTES: usize = 0x1000;
export const THRESHOLDS_OFFSET: usize = POLICY_OFFSET + POLICY_BYTES;
const THRESHOLDS_BYTES: usize = THRESHOLD_SIZE * THRESHOLDS_MAX;
export const FINDINGS_OFFSET: usize = THRESHOLDS_OFFSET + THRESHOLDS_BYTES;
export const FINDINGS_BYTES: usize = 0x4000;
/** A policy is parsed beside the one in force, and replaces it only when it is valid. */
export const POLICY_STAGE_OFFSET: usize = FINDINGS_OFFSET + FINDINGS_BYTES;
export const POLICY_REGION_BYTES: usize = POLICY_STAGE_OFFSET - POLICY_OFFSET;
export const POLICY_STAGE_DISTANCE: usize = POLICY_REGION_BYTES;
/** Two halves: texts of the policy in force, and of the one being parsed. */
export const POLICY_TEXT_OFFSET: usize = POLICY_STAGE_OFFSET + POLICY_REGION_BYTES;
export const POLICY_TEXT_HALF_BYTES: usize = 0x20000;
/** The thresholds as configured, while mirrored ones stand in the table. */
export const CONFIGURED_THRESHOLDS_OFFSET: usize = POLICY_TEXT_OFFSET + 2 * POLICY_TEXT_HALF_BYTES;
export const OBSERVATIONS_OFFSET: usize = CONFIGURED_THRESHOLDS_OFFSET + THRESHOLDS_BYTES;
export const OBSERVATIONS_BYTES: usize = 0x1000;
export const STEP_OFFSET: usize = OBSERVATIONS_OFFSET + OBSERVATIONS_BYTES;
export const STEP_BYTES: usize = 0x100;
export const TABLES_HEADER_OFFSET: usize = STEP_OFFSET + STEP_BYTES;
export const STAGED_TABLES_HEADER_OFFSET: usize = TABLES_HEADER_OFFSET + 0x80;
export const STATS_HEADER_OFFSET: usize = TABLES_HEADER_OFFSET + 0x100;
export const SCRATCH_OFFSET: usize = STATS_HEADER_OFFSET + 0x100;
export const SCRATCH_BYTES: usize = 0x40000;
export const RANKING_OFFSET: usize = SCRATCH_OFFSET + SCRATCH_BYTES;
/** Where sorted runs are merged to. */
export const RANKING_SPARE_OFFSET: usize = RANKING_OFFSET + RANKED_SIZE * PODS_MAX;
/** Staged rows in order of uid, while a PodList is put in force. */
export const UID_ORDER_OFFSET: usize = RANKING_SPARE_OFFSET + RANKED_SIZE * PODS_MAX;
export const EVICTIONS_OFFSET: usize = UID_ORDER_OFFSET + 4 * PODS_MAX;
/** Rows of one pod in order of name, and a mark for each volume, while one pod is looked at. */
export const NAME_ORDER_OFFSET: usize = EVICTIONS_OFFSET + 16 * PODS_MAX;
export const VOLUME_MARKS_OFFSET: usize = NAME_ORDER_OFFSET + 4 * VOLUMES_MAX;

export const TABLES_OFFSET: usize = VOLUME_MARKS_OFFSET + VOLUMES_MAX;
export const PODS_OFFSET: usize = TABLES_OFFSET;
export const CONTAINERS_OFFSET: usize = PODS_OFFSET + POD_SIZE * PODS_MAX;
export const VOLUMES_OFFSET: usize = CONTAINERS_OFFSET + CONTAINER_SIZE * CONTAINERS_MAX;
export const TABLES_BYTES: usize = VOLUMES_OFFSET + VOLUME_SIZE * VOLUMES_MAX - TABLES_OFFSET;
/** A PodList is decoded here and replaces the tables only when all of it is valid. */
export const STAGE_DISTANCE: usize = TABLES_BYTES;
export const TEXT_OFFSET: usize = TABLES_OFFSET + 2 * TABLES_BYTES;
/** Two halves: names of the pod list in force, and of the one being decoded. */
export const TEXT_HALF_BYTES: usize = TEXT_CAPACITY_BYTES;

export const POD_STATS_OFFSET: usize = TEXT_OFFSET + 2 * TEXT_HALF_BYTES;
export const CONTAINER_STATS_OFFSET: usize = POD_STATS_OFFSET + POD_STATS_SIZE * PODS_MAX;
export const VOLUME_STATS_OFFSET: usize =
  CONTAINER_STATS_OFFSET + CONTAINER_STATS_SIZE * CONTAINERS_MAX;
export const STATS_TEXT_OFFSET: usize = VOLUME_STATS_OFFSET + VOLUME_STATS_SIZE * VOLUMES_MAX;
export const STATS_TEXT_BYTES: usize = 0x100000;

export const OUTPUT_OFFSET: usize = STATS_TEXT_OFFSET + STATS_TEXT_BYTES;
export const INPUT_OFFSET: usize = OUTPUT_OFFSET + OUTPUT_CAPACITY_BYTES;
/** Scanners may read up to one word past the end; these bytes are NUL and stop them. */
export const INPUT_PADDING_BYTES: usize = 64;
/** Must fit the memory of asconfig.json; a test compares the two. */
export const REGIONS_END: usize = INPUT_OFFSET + INPUT_CAPACITY_BYTES + INPUT_PADDING_BYTES;
