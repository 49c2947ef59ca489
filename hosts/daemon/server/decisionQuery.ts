import type { Detail } from "../../../assembly/abi.ts";
import type { Engine, PodQuery } from "../../shared/engine.ts";
import { EngineError } from "../../shared/engineError.ts";

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

/** An engine that has just been configured answers with its policy instead. */
const DECISION = Buffer.from('{"plimsoll":"decision/1"');

/** Asks the engine that decides; questions change nothing in its state. */
export function decisionQueryOf(engine: Engine): DecisionQuery {
  return {
    decision: (detail) => decisionOf(() => engine.report(detail).bytes),
    explain: (pod) => decisionOf(() => engine.explain(pod).bytes),
  };
}

function decisionOf(ask: () => Uint8Array): Uint8Array | null {
  try {
    const bytes = ask();
    return DECISION.equals(bytes.subarray(0, DECISION.length)) ? bytes : null;
  } catch (error) {
    if (error instanceof EngineError) return null;
    throw error;
  }
}
