/**
 * What a Summary says of each signal. One row a signal:
 *
 * ```
 *  0           8           16      24     28
 *  ┌───────────┬───────────┬───────┬──────┬──────┐
 *  │available  │capacity   │time   │flags │ zero │
 *  └───────────┴───────────┴───────┴──────┴──────┘
 * ```
 * Amounts are bytes, inodes or processes; time is in nanoseconds since the epoch. Spec 1.2.
 */
import { OBSERVATIONS_OFFSET } from "../memory.ts";
import { SIGNAL_COUNT } from "./signalTable.ts";

export enum ObservationFlag {
  Present = 1,
  /** The stats carry a time; one without always counts as updated. */
  TimeSet = 2,
}

export const KNOWN_OBSERVATION_FLAGS: u32 = (ObservationFlag.TimeSet << 1) - 1;

@unmanaged
export class Observation {
  available: i64;
  capacity: i64;
  time: i64;
  flags: u32;
  reserved: u32;
}

export const OBSERVATION_SIZE: usize = 32;
export const OBSERVATION_TABLE_BYTES: usize = OBSERVATION_SIZE * usize(SIGNAL_COUNT);

/** The Summary of the step. */
export const OBSERVED: usize = OBSERVATIONS_OFFSET;
/** The Summary as it was read, before what-if credits. */
export const RECORDED: usize = OBSERVATIONS_OFFSET + 0x200;
/** The Summary after node-level reclaim. */
export const AFTER_RECLAIM: usize = OBSERVATIONS_OFFSET + 0x400;

/** What-if credits of the step, an i64 a signal. */
export const CREDITED: usize = OBSERVATIONS_OFFSET + 0x600;
/** A Summary that was read ahead, as it was read. */
export const READ_AHEAD: usize = OBSERVATIONS_OFFSET + 0x800;

export function observationAt(table: usize, signal: i32): Observation {
  return changetype<Observation>(table + OBSERVATION_SIZE * usize(signal));
}

export function isObserved(table: usize, signal: i32): bool {
  return (observationAt(table, signal).flags & ObservationFlag.Present) != 0;
}

export function clearObservations(table: usize): void {
  memory.fill(table, 0, OBSERVATION_TABLE_BYTES);
}
