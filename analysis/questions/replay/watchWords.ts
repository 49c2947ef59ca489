/** What a screen says of a node that is watched, where there is nothing to show. */
export const WAITING = "Waiting for the first snapshot of the node.";
export const NO_CANDIDATE = "Next candidate   none: no pod can be evicted";
export const NO_EVENT = "No pressure and no evictions yet.";
