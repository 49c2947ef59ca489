/**
 * The lower part of every module's memory: what all policies need. Every region is reserved at
 * build time, so addresses are constants and nothing is allocated. The first 64 KiB stay zero: a
 * reader that follows the position 0, which means "failed", finds NUL and stops.
 *
 * ```
 *  0      64K    192K      448K           1,032K   13M            37M
 *  ┌──────┬──────┬─────────┬──────────────┬────────┬──────────────┬─────────
 *  │ zero │ data │ failure,│ small tables │ output │ input, two   │ large
 *  │      │ of   │ scratch,│ of the       │        │ places, each │ tables of
 *  │      │ asc  │ split   │ policy       │        │ + 64 NUL     │ the policy
 *  └──────┴──────┴─────────┴──────────────┴────────┴──────────────┴─────────
 * ```
 */
import { INPUT_CAPACITY_BYTES, OUTPUT_CAPACITY_BYTES } from "../abi.ts";

/**
 * What asc places itself: literals, tables and scratch. The release build has it here (`memoryBase`
 * in asconfig.json), since small addresses make small code. The core's own tests have a heap behind
 * it, and so have it behind all regions.
 */
export const STATIC_OFFSET: usize = 0x10000;
export const STATIC_BYTES: usize = 0x20000;

export const FAILURE_OFFSET: usize = STATIC_OFFSET + STATIC_BYTES;
export const FAILURE_BYTES: usize = 0x100;
export const SCRATCH_OFFSET: usize = FAILURE_OFFSET + FAILURE_BYTES;
export const SCRATCH_BYTES: usize = 0x37800;
/** What is known of a text that is being split, between two parts of it. */
export const SPLIT_OFFSET: usize = SCRATCH_OFFSET + SCRATCH_BYTES;
export const SPLIT_BYTES: usize = 0x8800;

/** An address below 1 MiB takes three bytes in code, a higher one four. */
export const SMALL_TABLES_OFFSET: usize = SPLIT_OFFSET + SPLIT_BYTES;
export const SMALL_TABLES_BYTES: usize = 0x92000;

export const OUTPUT_OFFSET: usize = SMALL_TABLES_OFFSET + SMALL_TABLES_BYTES;
export const INPUT_OFFSET: usize = OUTPUT_OFFSET + OUTPUT_CAPACITY_BYTES;
/** Scanners may read up to one word past the end; these bytes are NUL and stop them. */
export const INPUT_PADDING_BYTES: usize = 64;
/** The largest document of the first place that leaves the second alone: base/input.ts. */
export const KEPT_BYTES_MAX: usize = 0x400000;
export const SECOND_INPUT_OFFSET: usize = INPUT_OFFSET + KEPT_BYTES_MAX + INPUT_PADDING_BYTES;
export const LARGE_TABLES_OFFSET: usize =
  SECOND_INPUT_OFFSET + INPUT_CAPACITY_BYTES + INPUT_PADDING_BYTES;
