/** Where texts of the document being read are kept: one run of bytes at a time. */
import { noteText } from "./used.ts";

let arenaNext: usize = 0;
let arenaEnd: usize = 0;
/** The farthest that anything was kept, be it given back since. */
let arenaPeak: usize = 0;

/** Texts read from now on are kept from `next` up to `end`. */
export function useArena(next: usize, end: usize): void {
  noteText(arenaPeak);
  arenaPeak = next;
  arenaNext = next;
  arenaEnd = end;
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
