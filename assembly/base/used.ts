/**
 * How far the large regions were written since the engine was made or cleared: clearing then
 * costs as much as was used, not the whole memory.
 */
import {
  FAILURE_OFFSET,
  INPUT_OFFSET,
  OUTPUT_OFFSET,
  SECOND_INPUT_OFFSET,
  SMALL_TABLES_OFFSET,
} from "./memory.ts";

let outputBytes: u32 = 0;
let firstInputBytes: u32 = 0;
let secondInputBytes: u32 = 0;

export function noteOutput(bytes: i32): void {
  outputBytes = max(outputBytes, u32(bytes));
}

export function noteInput(isFirst: bool, bytes: i32): void {
  if (isFirst) firstInputBytes = max(firstInputBytes, u32(bytes));
  else secondInputBytes = max(secondInputBytes, u32(bytes));
}

/** Wipes the failure, scratch, the last documents and the last answer. */
export function wipeDocument(): void {
  memory.fill(FAILURE_OFFSET, 0, SMALL_TABLES_OFFSET - FAILURE_OFFSET);
  wipeRows(OUTPUT_OFFSET, outputBytes, 1);
  wipeRows(INPUT_OFFSET, firstInputBytes, 1);
  wipeRows(SECOND_INPUT_OFFSET, secondInputBytes, 1);
  outputBytes = 0;
  firstInputBytes = 0;
  secondInputBytes = 0;
}

export function wipeRows(table: usize, rows: u32, rowBytes: usize): void {
  memory.fill(table, 0, usize(rows) * rowBytes);
}
