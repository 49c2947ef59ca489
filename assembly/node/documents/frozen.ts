/**
 * A decoded document as opaque, versioned bytes. They are a function of the documents alone:
 * what depends on the policy is recomputed. A text is stored as its offset in the text at the end,
 * or as zeros if it is empty.
 *
 * ```
 *  0      4        8     12    16        24           32    36          40       44    48       64
 *  ┌──────┬────────┬─────┬─────┬─────────┬────────────┬─────┬───────────┬────────┬─────┬────────┐
 *  │magic │version │part │size │checksum │fingerprint │pods │containers │volumes │text │unknown │
 *  └──────┴────────┴─────┴─────┴─────────┴────────────┴─────┴───────────┴────────┴─────┴────────┘
 *  pods:                  pod rows │ container rows │ volume rows │ text
 *  Summary: observations │ pod stats │ container stats │ volume stats │ text
 * ```
 */
import { Part } from "../../abi.ts";
import { hashWords } from "../../base/arithmetic/hash.ts";
import {
  CONTAINER_SIZE,
  CONTAINER_STATS_SIZE,
  POD_STATS_SIZE,
  VOLUME_SIZE,
  VOLUME_STATS_SIZE,
} from "../memory.ts";
import { OBSERVATION_TABLE_BYTES } from "../model/observation.ts";
import { POD_SOURCE_BYTES } from "../model/pod.ts";
import { SIGNAL_COUNT } from "../model/signalTable.ts";

export const FROZEN_MAGIC: u32 = 0x5a464c50; // "PLFZ"
/** With another number of signals, the layout is another one. */
export const FROZEN_VERSION: u32 = 0x600 + SIGNAL_COUNT;
export const FROZEN_HEADER_BYTES: usize = 64;

@unmanaged
export class Frozen {
  magic: u32;
  version: u32;
  part: u32;
  /** The number of all bytes, including this header. */
  size: u32;
  checksum: u64;
  /** The fingerprint of the pod list that the part is, or belongs to. */
  podsFingerprint: u64;
  podCount: u32;
  containerCount: u32;
  volumeCount: u32;
  textBytes: u32;
  /** For a Summary: pods that the list lacks. */
  unknownPods: u32;
  reserved: u32;
  reserved2: u64;
}

/** The size computed from the counts of a header; too large counts were refused before. */
export function sizeOfFrozen(frozen: Frozen): usize {
  const pods = usize(frozen.podCount);
  const containers = usize(frozen.containerCount);
  const volumes = usize(frozen.volumeCount);
  const rows =
    frozen.part == u32(Part.Pods)
      ? POD_SOURCE_BYTES * pods + CONTAINER_SIZE * containers + VOLUME_SIZE * volumes
      : OBSERVATION_TABLE_BYTES +
        POD_STATS_SIZE * pods +
        CONTAINER_STATS_SIZE * containers +
        VOLUME_STATS_SIZE * volumes;
  return FROZEN_HEADER_BYTES + rows + usize(frozen.textBytes);
}

/**
 * Over everything but the checksum itself; the magic number and the version are compared as they
 * are. It detects damage, but not forgery, because anyone can compute it.
 */
export function checksumOf(frozen: usize, size: usize): u64 {
  const rest = offsetof<Frozen>("podsFingerprint");
  return load<u64>(frozen, offsetof<Frozen>("part")) ^ hashWords(frozen + rest, i32(size - rest));
}
