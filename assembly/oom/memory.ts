/**
 * What the kernel's OOM killer adds to the memory of `base/`: the machine, memory that falls, the
 * tasks in the order of the task list, their texts, and the order they would die in.
 */
import { TASKS_MAX, TEXT_CAPACITY_BYTES, THRESHOLDS_MAX } from "../abi.ts";
import { LARGE_TABLES_OFFSET, SMALL_TABLES_OFFSET } from "../base/memory.ts";

export const TASK_SIZE: usize = 96;

export const MACHINE_OFFSET: usize = SMALL_TABLES_OFFSET;
export const MACHINE_BYTES: usize = 0x100;

/** Memory that falls, and the thresholds it falls towards. */
export const RACE_OFFSET: usize = MACHINE_OFFSET + MACHINE_BYTES;
export const RACE_BYTES: usize = 0x100;
export const LIMIT_SIZE: usize = 32;
export const LIMITS_OFFSET: usize = RACE_OFFSET + RACE_BYTES;
export const LIMITS_BYTES: usize = LIMIT_SIZE * THRESHOLDS_MAX;

export const TASKS_OFFSET: usize = LARGE_TABLES_OFFSET;
/** Rows of tasks, first to die first. */
export const ORDER_OFFSET: usize = TASKS_OFFSET + TASK_SIZE * TASKS_MAX;
/** Where sorted runs are merged to. */
export const ORDER_MERGE_OFFSET: usize = ORDER_OFFSET + 4 * TASKS_MAX;
export const TEXT_OFFSET: usize = ORDER_MERGE_OFFSET + 4 * TASKS_MAX;
/** Must fit the pages in contract/modules.yaml; a test compares the two. */
export const REGIONS_END: usize = TEXT_OFFSET + TEXT_CAPACITY_BYTES;
