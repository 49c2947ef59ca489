import type { Decision } from "../../shared/decision.ts";

/** Something that can tell early that memory becomes scarce. */
export interface Sensor {
  readonly name: string;
  /** Calls `sensed` on every sign from now on. */
  watch(sensed: () => void): void;
  /** Told after each step. */
  observed?(decision: Decision): void;
  close(): void;
}
