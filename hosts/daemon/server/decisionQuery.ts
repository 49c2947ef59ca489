import type { PodQuery } from "../../../analysis/engine/evictionEngine.ts";
import type { Detail } from "../../../assembly/abi.ts";

/**
 * Asks about the step that was taken last. The answers are the core's JSON, byte for byte; null
 * when nothing has been observed yet, or when there is no such pod.
 */
export interface DecisionQuery {
  decision(detail: Detail): Uint8Array | null;
  explain(pod: PodQuery): Uint8Array | null;
}

/** What is kept of the last minutes, as the lines of a capture. */
export interface Recording {
  kept(): Iterable<Uint8Array>;
}
