import type { PolicyText } from "../../../analysis/engine/configuredEngine.ts";
import type { Policy } from "../../../analysis/engine/decision.ts";
import type { CaptureHeader } from "../../../analysis/read/capture/capture.ts";
import type { GuardRailReports } from "../acting/guardRailReports.ts";
import type { PolicyChanges } from "../loop/watchedPolicy.ts";
import type { DaemonStep, Observer } from "../step.ts";
import type { KubeletPolicy } from "./kubeletPolicy.ts";

export interface KubeletWatchParts {
  readonly kubelet: KubeletPolicy;
  readonly guardRailReports: GuardRailReports;
  /** Files that the policy was read from. */
  readonly files: PolicyChanges | null;
  /** The policy that follows from the kubelet's (`--act-before`); null when it does not follow. */
  readonly derive: ((summary: Uint8Array, time: bigint) => Promise<PolicyText>) | null;
}

/**
 * Checks once a minute, outside the loop, whether the kubelet's configuration has changed: a
 * policy that follows from it is derived again, and one that is no longer earlier is reported.
 */
export class KubeletWatch implements Observer, PolicyChanges {
  readonly #parts: KubeletWatchParts;
  #measured: { readonly summary: Uint8Array; readonly time: bigint } | null = null;
  #json = "";
  #derivedFrom: string | null;
  /** What could not be derived from when it was last tried. */
  #failedFrom: string | null = null;
  #checked = "";
  #isLooking = false;

  constructor(parts: KubeletWatchParts) {
    this.#parts = parts;
    this.#derivedFrom = JSON.stringify(parts.kubelet.known);
  }

  configured(_: Policy, _origins: readonly string[], _header: CaptureHeader, json: string): void {
    this.#json = json;
  }

  /** Returns at once; what is asked of the kubelet is waited for elsewhere. */
  step({ snapshot: { summary, time } }: DaemonStep): void {
    if (summary !== null) this.#measured = { summary, time };
    if (this.#isLooking) return;
    this.#isLooking = true;
    this.#look()
      .catch((error) => this.#say(`the kubelet's configuration cannot be evaluated (${error})`))
      .finally(() => {
        this.#isLooking = false;
      });
  }

  /** A derivation that failed is reported once, and tried again with each step. */
  async changed(): Promise<PolicyText | null> {
    const { kubelet, files, derive } = this.#parts;
    const known = JSON.stringify(kubelet.known);
    if (derive === null || this.#measured === null || known === this.#derivedFrom) {
      this.#failedFrom = null;
      return (await files?.changed()) ?? null;
    }
    try {
      const derived = await derive(this.#measured.summary, this.#measured.time);
      this.#derivedFrom = known;
      this.#failedFrom = null;
      return derived;
    } catch (error) {
      if (this.#failedFrom === known) return null;
      this.#failedFrom = known;
      throw error;
    }
  }

  async #look(): Promise<void> {
    const { kubelet } = this.#parts;
    const configuration = await kubelet.configuration();
    if (typeof configuration === "string") return this.#say(configuration);
    const key = `${JSON.stringify(configuration)}\n${this.#json}`;
    if (key === this.#checked || this.#measured === null) return;
    // A policy that follows from it is applied with the next step, and looked at then.
    const text = JSON.stringify(configuration);
    const isDerived = this.#parts.derive === null || text === this.#derivedFrom;
    if (!isDerived && text !== this.#failedFrom) return;
    const { summary, time } = this.#measured;
    const { sentences } = await kubelet.objections(this.#json, summary, time);
    this.#checked = key;
    this.#say(sentences[0] ?? null);
  }

  #say(reason: string | null): void {
    this.#parts.guardRailReports.report("earlier-than-kubelet", reason);
  }
}
