/** How many rows the pod tables hold, and which half of the text region their names are in. */
import {
  STAGED_TABLES_HEADER_OFFSET,
  TABLES_HEADER_OFFSET,
  TEXT_HALF_BYTES,
  TEXT_OFFSET,
} from "../memory.ts";

@unmanaged
export class Tables {
  podCount: u32;
  containerCount: u32;
  volumeCount: u32;
  textHalf: u32;
  textBytes: u32;
  /** Which behavior the derived columns were computed for; 0 is none. */
  derivedFor: u32;
  /** Changes with every pod list: a frozen Summary names the list it belongs to. */
  fingerprint: u64;
}

export const tables: Tables = changetype<Tables>(TABLES_HEADER_OFFSET);

/** The tables of the pod list being decoded. */
export const stagedTables: Tables = changetype<Tables>(STAGED_TABLES_HEADER_OFFSET);

export function textStart(half: u32): usize {
  return TEXT_OFFSET + usize(half) * TEXT_HALF_BYTES;
}
