/** Huge pages, which a kubelet leaves out of its available memory. Spec 1.2.9. */
import { BEHAVIORS } from "../../engine/contract/behaviors.ts";
import { minorOf } from "../../text/release.ts";

const RULE = "HugePagesUnavailable";
/** The gates that decide, the one that counts first. */
const GATES = ["HugepageAwareEviction", "AllBeta"];

/** Whether a kubelet of this release does so, with the feature gates of its configuration. */
export function leavesOutHugePages(
  kubeletVersion: string,
  featureGates: Readonly<Record<string, unknown>> = {},
): boolean {
  const { since } = BEHAVIORS.find(({ name }) => name === RULE) as { readonly since: number };
  const named = GATES.find((gate) => typeof featureGates[gate] === "boolean");
  return (
    (minorOf(kubeletVersion) ?? 0) >= since && (named === undefined || featureGates[named] === true)
  );
}

/**
 * The capacity of which the working set is taken, so what is left is less by the huge pages and not
 * below zero. Where more is used than there is, what is left wraps in any case. Spec 1.2.2.
 */
export function capacityWithoutHugePages(
  capacity: bigint,
  workingSet: bigint,
  hugePages: bigint,
): bigint {
  const rest = capacity - hugePages;
  return rest < workingSet && capacity >= workingSet ? workingSet : rest;
}
