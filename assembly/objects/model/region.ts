/** Memory that is used again and again for one thing, and replaced when it has become too small. */
import { allocate } from "../allocation.ts";

@unmanaged
export class Region {
  at: u32;
  bytes: u32;
}

export function forgetRegion(region: Region): void {
  region.at = 0;
  region.bytes = 0;
}

/** Zeroed bytes for the region, or 0 after a failure. */
export function takeRegion(region: Region, bytes: usize): usize {
  if (bytes <= usize(region.bytes) && region.at != 0) {
    memory.fill(region.at, 0, bytes);
    return region.at;
  }
  // Half as much again, so a number that grows by one does not cost a new place each time.
  const taken = bytes + (region.at == 0 ? 0 : bytes >> 1);
  const at = allocate(taken);
  if (at == 0) return 0;
  region.at = u32(at);
  region.bytes = u32(taken);
  return at;
}
