import type { Decision, Eviction } from "../engine/decision.ts";

/** What the kubelet calls the signal of an eviction for a local storage limit. */
const LIMIT_SIGNALS: Readonly<Record<NonNullable<Eviction["cause"]>, string>> = {
  emptyDirLimit: "emptydirfs.limit",
  podEphemeralStorageLimit: "ephemeralpodfs.limit",
  containerEphemeralStorageLimit: "ephemeralcontainerfs.limit",
};

/** The label `eviction_signal` of the kubelet's metrics; empty where no signal was chosen. */
export function evictionSignal(
  { cause }: Pick<Eviction, "cause">,
  { signal }: Pick<Decision, "signal">,
): string {
  return cause === undefined ? (signal ?? "") : LIMIT_SIGNALS[cause];
}
