/** The spec that is being read: its words, until it is interned. */
import { SpecFlag, SpecWord } from "../model/podSpec.ts";

export const SPEC_WORDS: usize = memory.data(SpecWord.End * 4, 4);

export function clearSpecWords(): void {
  memory.fill(SPEC_WORDS, 0, SpecWord.End * 4);
}

export function setSpecWord(word: SpecWord, value: u32): void {
  store<u32>(SPEC_WORDS + (usize(word) << 2), value);
}

export function specWordRead(word: SpecWord): u32 {
  return load<u32>(SPEC_WORDS + (usize(word) << 2));
}

export function addSpecFlag(flag: u32): void {
  setSpecWord(SpecWord.Flags, specWordRead(SpecWord.Flags) | flag);
}

/** Whether a flag was seen. */
export function hasSpecFlag(flag: SpecFlag): bool {
  return (specWordRead(SpecWord.Flags) & u32(flag)) != 0;
}
