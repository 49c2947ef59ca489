/** Compares the events of the processes with the module's. */
import { compareScenario, type OracleEvent } from "../compare.ts";
import type { Scenario } from "../scenario.ts";

/**
 * Seconds between an event and its twin, at most: processes start when they are ready, and their
 * calls and watches take time on a busy machine.
 */
const NEAR = 1;
/** So far ahead that no cycle is proven: the module plays as long as the processes. */
const FAR = "500h";

export interface Agreement {
  readonly events: number;
  /** The most seconds between an event and its twin; undefined where one has none. */
  readonly farthest: number | undefined;
  /** Where the sides part, or part by more than a second. */
  readonly difference?: string;
}

export function compareWithProcesses(
  module: WebAssembly.Module,
  scenario: Scenario,
  real: readonly OracleEvent[],
): Agreement {
  const [first] = scenario.nodes;
  const change = { at: FAR, cordon: first?.node.metadata.name ?? "" };
  const whole = { ...scenario, changes: [...scenario.changes, change] };
  const { events, farthest, difference } = compareScenario(module, whole, real, {
    driftAt: () => NEAR,
  });
  if (farthest !== undefined) return { events, farthest };
  if (difference === undefined) {
    return { events, farthest, difference: `an event is more than ${NEAR} s off` };
  }
  const { index, ours, real: theirs } = difference;
  return { events, farthest, difference: `event ${index}:\n  ours: ${ours}\n  real: ${theirs}` };
}
