/** What decides which files of cgroup v2 a kubelet writes for Memory QoS. Spec: KEP-2570. */
import { Behavior, behaviorsOfRelease, nearestMinor } from "./memory/releaseTable.ts";

/** A file that is not written; one that is reset to `max`. */
export const ABSENT: i64 = -1;
export const UNLIMITED: i64 = -2;
/** A share of the node's memory, of which nothing says how much it is. */
export const UNKNOWN: i64 = -3;

@unmanaged
export class MemorySettings {
  minor: i32;
  behaviors: u32;
  isOn: bool;
  /** The policy is TieredReservation. */
  isTiered: bool;
  /** `factor` is set, or has a default in this release. */
  hasFactor: bool;
  /** The text of the factor. */
  factorText: u32;
  factor: f64;
  /** 0 where nothing says how much pods may use. */
  allocatableBytes: i64;
  pageBytes: i64;
}

/** Files of a cgroup. */
@unmanaged
export class MemoryFiles {
  min: i64;
  low: i64;
  high: i64;
  max: i64;
}

export const settings = changetype<MemorySettings>(memory.data(64, 8));

export function startSettings(minor: i32): void {
  memory.fill(changetype<usize>(settings), 0, offsetof<MemorySettings>());
  settings.minor = nearestMinor(minor);
  settings.behaviors = behaviorsOfRelease(minor);
  settings.pageBytes = 4096;
}

/** @inline */
export function writesAs(behavior: Behavior): bool {
  return (settings.behaviors & behavior) != 0;
}

export function clearFiles(files: MemoryFiles): void {
  files.min = files.low = files.high = files.max = ABSENT;
}
