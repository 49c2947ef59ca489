/**
 * Where the rows of tables refer to texts: an address and a size in bytes. Frozen rows have
 * offsets in their place, so that they mean the same wherever the text lies.
 */

/** The address of a quantity's text in its row. */
const QUANTITY_TEXT: u16 = 40;

/** uid, name, namespace, then the five quantities that come from the document. */
export const POD_TEXTS: StaticArray<u16> = [
  0,
  8,
  16,
  64 + QUANTITY_TEXT,
  128 + QUANTITY_TEXT,
  192 + QUANTITY_TEXT,
  256 + QUANTITY_TEXT,
  320 + QUANTITY_TEXT,
];

/** Name, then allocated memory; memory, storage and inodes requests, storage limit. */
export const CONTAINER_TEXTS: StaticArray<u16> = [
  0,
  16 + QUANTITY_TEXT,
  64 + QUANTITY_TEXT,
  128 + QUANTITY_TEXT,
  192 + QUANTITY_TEXT,
  256 + QUANTITY_TEXT,
];

/** Name, then size limit. */
export const VOLUME_TEXTS: StaticArray<u16> = [0, 32 + QUANTITY_TEXT];

/** The name of a container or volume that its pod's spec does not have. */
export const STATS_TEXTS: StaticArray<u16> = [8];

/** Adds `distance` to all references of `count` rows; an empty text has the address 0. */
export function moveTexts(
  rows: usize,
  rowBytes: usize,
  count: u32,
  texts: StaticArray<u16>,
  distance: usize,
): void {
  for (let index: u32 = 0; index < count; index++) {
    const row = rows + rowBytes * usize(index);
    for (let text = 0; text < texts.length; text++) {
      const at = row + usize(unchecked(texts[text]));
      store<u32>(at, load<i32>(at, 4) == 0 ? 0 : u32(usize(load<u32>(at)) + distance));
    }
  }
}
