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
import { STAGE_DISTANCE, VOLUME_SIZE, VOLUMES_OFFSET } from "../memory.ts";
import { Quantity } from "../kubernetes/quantity.ts";

export enum VolumeFlag {
  HostPath = 1,
  GitRepo = 2,
  ConfigMap = 4,
  EmptyDir = 8,
  /** An emptyDir with a medium: Memory or huge pages. */
  Medium = 16,
  SizeLimit = 32,
}

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

/** Whether disk ranking counts the volume. Spec 4.3. */
export function isLocalVolume(volume: Volume): bool {
  const flags = volume.flags;
  if ((flags & (VolumeFlag.HostPath | VolumeFlag.GitRepo | VolumeFlag.ConfigMap)) != 0) return true;
  return (flags & (VolumeFlag.EmptyDir | VolumeFlag.Medium)) == u32(VolumeFlag.EmptyDir);
}
