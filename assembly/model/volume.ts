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

import { Quantity } from "../kubernetes/quantity.ts";
import { STAGE_DISTANCE, VOLUME_SIZE, VOLUMES_OFFSET } from "../memory.ts";
import { Behaviour } from "./behaviour.ts";
import { behavesAs } from "./policy.ts";

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

/** Whether a pod's limit counted the volume, where it counted parts: before 1.21. Spec 3.8. */
export function isLimitedVolume(volume: Volume): bool {
  const flags = volume.flags;
  const always = VolumeFlag.GitRepo | VolumeFlag.ConfigMap | VolumeFlag.DownwardApi;
  if ((flags & always) != 0) return true;
  return (flags & VolumeFlag.EmptyDir) != 0 && (flags & VolumeFlag.MemoryMedium) == 0;
}

/** Whether disk ranking counts the volume; huge pages counted before 1.21. Spec 4.3. */
export function isLocalVolume(volume: Volume): bool {
  const flags = volume.flags;
  if ((flags & (VolumeFlag.HostPath | VolumeFlag.GitRepo | VolumeFlag.ConfigMap)) != 0) return true;
  if ((flags & VolumeFlag.EmptyDir) == 0 || (flags & VolumeFlag.MemoryMedium) != 0) return false;
  return (flags & VolumeFlag.OtherMedium) == 0 || !behavesAs(Behaviour.HugePagesVolumesUncounted);
}
