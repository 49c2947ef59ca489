import type { CaptureHeader } from "../../shared/capture.ts";
import type { Policy } from "../../shared/decision.ts";
import type { DaemonStep, Onlooker } from "../daemon/step.ts";

/** Several onlookers as one; none of them is waited for. */
export abstract class OnlookerGroup implements Onlooker {
  readonly #members: readonly Onlooker[];

  protected constructor(members: readonly Onlooker[]) {
    this.#members = members;
  }

  configured(policy: Policy, origins: readonly string[], header: CaptureHeader): void {
    for (const each of this.#members) void each.configured?.(policy, origins, header);
  }

  step(step: DaemonStep): void {
    for (const each of this.#members) void each.step?.(step);
  }

  trouble(sentence: string): void {
    for (const each of this.#members) void each.trouble?.(sentence);
  }
}
