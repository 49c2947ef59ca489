/** Where texts of the document being read are kept: one run of bytes at a time. */
let arenaStart: usize = 0;
let arenaNext: usize = 0;
let arenaEnd: usize = 0;
/** The farthest that anything was kept, be it given back since. */
let arenaPeak: usize = 0;
/** Where the most bytes that were ever kept in this region are noted, or 0. */
let arenaNoted: usize = 0;

/**
 * Texts read from now on are kept from `start` up to `end`. `noted` is the address of a `u32` that
 * grows to the bytes that were kept there at any time, or 0.
 */
export function useArena(start: usize, end: usize, noted: usize): void {
  noteArena();
  arenaStart = start;
  arenaPeak = start;
  arenaNext = start;
  arenaEnd = end;
  arenaNoted = noted;
}

function noteArena(): void {
  if (arenaNoted == 0) return;
  store<u32>(arenaNoted, max(load<u32>(arenaNoted), u32(arenaPeak - arenaStart)));
}

export function arenaPosition(): usize {
  return arenaNext;
}

/** Gives back what was kept since `position`. */
export function rewindArena(position: usize): void {
  arenaNext = position;
}

/** Room for a copy of `size` bytes, or 0 when the arena is full. */
export function reserveText(size: i32): usize {
  const start = arenaNext;
  if (arenaEnd - start < usize(size)) return 0;
  arenaNext = start + usize(size);
  if (arenaNext > arenaPeak) arenaPeak = arenaNext;
  return start;
}
