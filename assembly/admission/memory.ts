/** What admission adds to the memory of objects: nothing fixed, only how much there is of it. */
import { OBJECTS_OFFSET } from "../objects/memory.ts";

/** For a node's pods: some 2 KiB each, of ten thousand of them. */
const OBJECTS_BYTES: usize = 0x1800000;
/** Must fit the pages in contract/modules.yaml; a test compares the two. */
export const REGIONS_END: usize = OBJECTS_OFFSET + OBJECTS_BYTES;
