import type { Decision } from "../../../analysis/engine/decision.ts";

/** Notices early that memory becomes scarce. */
export interface Sensor {
  readonly name: string;
  /** Calls `sensed` on every sign from now on. */
  watch(sensed: () => void): void;
  /** Called after each step. */
  observed?(decision: Decision): void;
  close(): void;
}
