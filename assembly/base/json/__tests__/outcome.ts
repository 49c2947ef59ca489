/** What a reader made of a value: the value as text, `nothing` for null, or the failure. */
import { failurePlace, textAt } from "../../__tests__/input.ts";
import { valuePresent } from "../read.ts";

export const TARGET: usize = 0x100;
/** Texts are kept from here. */
export const ARENA: usize = 0x1000;
export const ARENA_BYTES: usize = 0x1000;

/** The failure or `nothing`; an empty text when there is a value. */
export function outcomeOf(end: usize): string {
  if (end == 0) return failurePlace();
  return valuePresent ? "" : "nothing";
}

/** The text whose address and size are at TARGET, or why there is none. */
export function keptText(end: usize): string {
  const outcome = outcomeOf(end);
  if (outcome.length > 0) return outcome;
  return textAt(load<u32>(TARGET), load<u32>(TARGET, 4));
}

/** A row's outcome that names no place is about the status alone. */
export function expectOutcome(outcome: string, row: string[]): void {
  const seen = row[1].includes(" at ") ? outcome : outcome.split(" at ")[0];
  expect(seen).toBe(row[1], row[0]);
}
