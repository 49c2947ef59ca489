/** What the editor offers; what a value means is for the core to say. */
import { MEMBER_ROWS } from "../../shared/contract/configuration.ts";
import { SIGNAL_ROWS } from "../../shared/contract/signals.ts";

/** How an amount of a signal is written; a share of the capacity goes for every signal. */
export type Unit = (typeof SIGNAL_ROWS)[number]["unit"];

/** Signals that thresholds are written for; the kubelet derives the others. */
export const OFFERED_SIGNALS = SIGNAL_ROWS.filter(({ derived }) => !derived);

/** Amounts to begin with, by unit. */
export const AMOUNTS: Readonly<Record<Unit, readonly string[]>> = {
  bytes: ["100Mi", "500Mi", "1Gi", "5%", "10%", "15%"],
  inodes: ["5%", "10%", "100k"],
  processes: ["5%", "10%", "1000"],
};

export const DURATIONS: readonly string[] = ["30s", "1m30s", "2m0s", "5m0s"];

/** A member of a KubeletConfiguration that bears on eviction. */
export interface MemberRow {
  readonly member: string;
  /** Amounts or durations by signal, entries by name, items of a list, or one value. */
  readonly holds: "amounts" | "durations" | "entries" | "items" | "value";
  /** Of entries. */
  readonly names: readonly string[];
  readonly values: readonly string[];
  readonly about: string;
}

export const MEMBERS: readonly MemberRow[] = MEMBER_ROWS;
