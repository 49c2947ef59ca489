/** Places of cgroups in the order of the tree. */
import { TREE_OFFSET } from "../memory.ts";

export function rowAt(place: u32): u32 {
  return load<u32>(TREE_OFFSET + 4 * usize(place));
}
