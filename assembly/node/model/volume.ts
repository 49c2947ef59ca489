/**
 * One row for each volume of a pod's spec, in spec order.
 *
 * ```
 *  0     8      12      32                  96
 *  ┌─────┬──────┬───────┬───────────────────┐
 *  │name │flags │ zero  │emptyDir sizeLimit │
 *  └─────┴──────┴───────┴───────────────────┘
 * ```
 */

import { Quantity } from "../../base/kubernetes/quantity.ts";
import { STAGE_DISTANCE, VOLUME_SIZE, VOLUMES_OFFSET } from "../memory.ts";

export enum VolumeFlag {
  HostPath = 1,
  GitRepo = 2,
  ConfigMap = 4,
  EmptyDir = 8,
  /** An emptyDir in memory. */
  MemoryMedium = 16,
  /** An emptyDir on any other medium than the default: huge pages. */
  OtherMedium = 64,
  SizeLimit = 32,
  DownwardApi = 128,
}

export const KNOWN_VOLUME_FLAGS: u32 = (VolumeFlag.DownwardApi << 1) - 1;

@unmanaged
export class Volume {
  name: u32;
  nameSize: i32;
  flags: u32;

  get sizeLimit(): Quantity {
    return changetype<Quantity>(changetype<usize>(this) + 32);
  }
}

export function volumeAt(index: u32): Volume {
  return changetype<Volume>(VOLUMES_OFFSET + VOLUME_SIZE * usize(index));
}

export function stagedVolumeAt(index: u32): Volume {
  return changetype<Volume>(VOLUMES_OFFSET + STAGE_DISTANCE + VOLUME_SIZE * usize(index));
}
