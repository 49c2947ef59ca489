/**
 * A transform for asc that leaves out what nothing reads of its static arrays. Each has a header
 * for a collector of garbage, which the modules do not have; only the size counts, for `length`.
 *
 * ```
 *   offset 12 of 16
 *   ┌───────────┬────────────────┬───────┬────────┬────────
 *   │block size │of the collector│type id│ size   │ values …
 *   └───────────┴────────────────┴───────┴────────┴────────
 *    4           8                4       4
 * ```
 * What is zero is not in the module, so it is smaller by a segment for each array.
 */
import { Transform } from "assemblyscript/transform";

const ALIGNMENT = 16;
const BLOCK_HEADER_BYTES = 4;
const HEADER_BYTES = 20;
const UNREAD_BYTES = 16;

export class StaticHeaders extends Transform {
  afterCompile(module) {
    const segments = Array.from({ length: module.getNumDataSegments() }, (_, index) => {
      const segment = module.getDataSegmentInfo(module.getDataSegmentByIndex(index));
      const bytes = new Uint8Array(segment.data);
      if (isObject(segment.offset, bytes)) bytes.fill(0, 0, UNREAD_BYTES);
      return { ...segment, data: bytes, offset: module.i32.const(segment.offset) };
    });
    const { initial, max } = module.getMemoryInfo();
    module.setMemory(initial, max, null, segments);
  }
}

/** Whether a segment is one of asc's objects, rather than bytes of `memory.data`. */
function isObject(offset, bytes) {
  if (offset % ALIGNMENT !== ALIGNMENT - BLOCK_HEADER_BYTES) return false;
  if (bytes.length < HEADER_BYTES) return false;
  const words = new DataView(bytes.buffer);
  return words.getUint32(0, true) === bytes.length - BLOCK_HEADER_BYTES;
}
