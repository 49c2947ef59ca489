/** Texts in and out of the memory below the core's own, for tests. */

export const TEXT: usize = 0x1000;
export const OTHER_TEXT: usize = 0x2000;
export const OUTPUT: usize = 0x4000;
/** Room for records and results. */
export const FIRST: usize = 0x100;
export const SECOND: usize = 0x200;

/** Puts a text at an address and returns its size in bytes. */
export function put(at: usize, text: string): i32 {
  const size = String.UTF8.byteLength(text);
  String.UTF8.encodeUnsafe(changetype<usize>(text), text.length, at);
  return size;
}

/** The text that a writer wrote at OUTPUT. */
export function written(end: usize): string {
  return String.UTF8.decodeUnsafe(OUTPUT, end - OUTPUT);
}
