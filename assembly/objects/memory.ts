/**
 * Where objects of a cluster lie. Small fixed regions are next to those of `base/`; everything
 * whose number a document decides is allocated behind `OBJECTS_OFFSET` (allocation.ts).
 */
import { LARGE_TABLES_OFFSET, SMALL_TABLES_OFFSET } from "../base/memory.ts";

/** In a module that also has the tables of a node, those of objects follow them. */
const START: usize = isDefined(OBJECTS_START) ? OBJECTS_START : SMALL_TABLES_OFFSET;
const START_BYTES: usize = 0x100000;

/** Words of lists that are being read, and as much again for sorting them. */
export const LIST_SCRATCH_OFFSET: usize = START;
export const LIST_SCRATCH_BYTES: usize = 0x40000;
/**
 * The upper part of it is for texts that a report collects: what lists are made meanwhile, while
 * pods come and go, are few and begin at the lower end.
 */
export const REPORT_SCRATCH_OFFSET: usize = LIST_SCRATCH_OFFSET + 0x10000;
export const REPORT_SCRATCH_BYTES: usize = LIST_SCRATCH_BYTES - 0x10000;
export const SORT_SCRATCH_OFFSET: usize = LIST_SCRATCH_OFFSET + LIST_SCRATCH_BYTES;
/** Texts of the value that is being read, before they are interned. */
export const WORD_SCRATCH_OFFSET: usize = SORT_SCRATCH_OFFSET + LIST_SCRATCH_BYTES;
export const WORD_SCRATCH_BYTES: usize = 0x8000;
/** What rooms above may use of the small tables. */
export const OBJECTS_SMALL_END: usize = WORD_SCRATCH_OFFSET + WORD_SCRATCH_BYTES;

export const OBJECTS_OFFSET: usize = isDefined(OBJECTS_START)
  ? START + START_BYTES
  : LARGE_TABLES_OFFSET;
