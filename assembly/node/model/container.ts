/**
 * One row for each container of a pod's spec, regular and init, in the order of the document.
 *
 * ```
 *  0     8     12     16        64              128                         192     256
 *  ┌─────┬─────┬──────┬─────────┬───────────────┬───────────────────────────┬───────┬───────┐
 *  │name │kind │flags │allocated│memory request │ephemeral-storage request  │ limit │inodes │
 *  └─────┴─────┴──────┴─────────┴───────────────┴───────────────────────────┴───────┴───────┘
 * ```
 */

import { Quantity } from "../../base/kubernetes/quantity.ts";
import { CONTAINER_SIZE, CONTAINERS_OFFSET, STAGE_DISTANCE } from "../memory.ts";

export enum ContainerKind {
  Regular = 0,
  Init = 1,
  /** An init container with restartPolicy Always. */
  Sidecar = 2,
}

export enum ContainerFlag {
  MemoryRequest = 1,
  EphemeralStorageRequest = 2,
  EphemeralStorageLimit = 4,
  InodesRequest = 8,
  /** The container's status says what is allocated to it, be it nothing. */
  Allocated = 16,
  AllocatedMemory = 32,
}

export const KNOWN_CONTAINER_FLAGS: u32 = (ContainerFlag.AllocatedMemory << 1) - 1;

@unmanaged
export class Container {
  name: u32;
  nameSize: i32;
  kind: u32;
  flags: u32;

  /** The memory request that is allocated; a resize changes nothing else that is read here. */
  get allocatedMemory(): Quantity {
    return changetype<Quantity>(changetype<usize>(this) + 16);
  }
  get memoryRequest(): Quantity {
    return changetype<Quantity>(changetype<usize>(this) + 64);
  }
  get ephemeralStorageRequest(): Quantity {
    return changetype<Quantity>(changetype<usize>(this) + 128);
  }
  get ephemeralStorageLimit(): Quantity {
    return changetype<Quantity>(changetype<usize>(this) + 192);
  }
  get inodesRequest(): Quantity {
    return changetype<Quantity>(changetype<usize>(this) + 256);
  }
}

export function containerAt(index: u32): Container {
  return changetype<Container>(CONTAINERS_OFFSET + CONTAINER_SIZE * usize(index));
}

export function stagedContainerAt(index: u32): Container {
  return changetype<Container>(CONTAINERS_OFFSET + STAGE_DISTANCE + CONTAINER_SIZE * usize(index));
}

export function containerHas(container: Container, flag: ContainerFlag): bool {
  return (container.flags & u32(flag)) != 0;
}
