/** A fingerprint while it is taken: two lanes, which every word of the state goes through. */
import { FINGERPRINT_OFFSET } from "../memory.ts";
import { clock } from "../model/timers.ts";

@unmanaged
export class Fingerprint {
  low: u64;
  high: u64;
  /**
   * The same without rhythms: the phases of heartbeats and of the steps of eviction managers, which
   * a call that takes a millisecond shifts. Equal only as long as no kubelet had anything to do or
   * to report meanwhile, so no phase has mattered.
   */
  steadyLow: u64;
  steadyHigh: u64;
  /** How often what a kubelet did or reported depended on its phases. */
  phaseUses: u64;
}

export const fingerprint = changetype<Fingerprint>(FINGERPRINT_OFFSET);

export function notePhaseUse(): void {
  fingerprint.phaseUses++;
}

/** Two lanes of SplitMix64, with different seeds and multipliers. */
export function add(word: u64): void {
  let low = (fingerprint.low ^ word) + 0x9e3779b97f4a7c15;
  low = (low ^ (low >> 30)) * 0xbf58476d1ce4e5b9;
  fingerprint.low = low ^ (low >> 27);
  let high = (fingerprint.high + word) ^ 0xd6e8feb86659fd93;
  high = (high ^ (high >> 32)) * 0xd6e8feb86659fd93;
  fingerprint.high = high ^ (high >> 29);
}

export function addSince(moment: i64, limit: i64): void {
  add(u64(min(clock.now - moment, limit)));
}
