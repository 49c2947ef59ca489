import {
  type Action,
  type Admission,
  AGAIN,
  Detail,
  NO_SUMMARY,
  type Part,
} from "../../assembly/abi.ts";
import { Answer } from "./answer.ts";
import type { Decision, Policy, Signal } from "./decision.ts";
import type { ModuleExports } from "./moduleExports.ts";
import { type DocumentInput, ModuleInstance } from "./moduleInstance.ts";

export type { DocumentInput };

/** The pod `explain` is asked about. */
export type PodQuery =
  | { readonly namespace: string; readonly name: string }
  | { readonly uid: string };

/** What `explain` is asked about: a pod, a signal (`nodefs.available`) to rank by, or both. */
export type Query = PodQuery | SignalQuery | (PodQuery & SignalQuery);

interface SignalQuery {
  readonly signal: Signal;
}

/**
 * One node: a policy, a pod table, a state.
 * Every verb throws `EngineError` when the module refuses, and leaves the state as it was.
 */
export class Engine {
  readonly #module: ModuleInstance<ModuleExports>;

  /** Throws when the module was built for another boundary than this host. */
  constructor(module: WebAssembly.Module) {
    this.#module = new ModuleInstance<ModuleExports>(module);
  }

  /** Bytes; a longer document is answered with `InputTooLarge`. */
  get inputCapacity(): number {
    return this.#module.inputCapacity;
  }

  /**
   * A KubeletConfiguration with Plimsoll's options beside it → the effective policy. The state
   * begins anew; the pod table and the last Summary stay, since they are the node's and not the
   * policy's. For another node, bring its `pods` before the next step.
   */
  configure(configuration: DocumentInput): Policy {
    this.#module.call("configure", configuration);
    return this.report<Policy>(Detail.Decision).parse();
  }

  /** A v1 PodList replaces the pod table; returns how many pods it holds. */
  pods(podList: DocumentInput): number {
    return this.#module.call("pods", podList);
  }

  /**
   * One synchronize step at `now` (nanoseconds since the epoch) → what it asks of the host.
   * `null` observes the Summary decoded or thawed last again.
   */
  observe(summary: DocumentInput | null, now: bigint): Action {
    return this.#module.call("observe", summary ?? AGAIN, now);
  }

  /** A step whose Summary could not be had: nothing is decided. Spec 3.2. */
  missed(now: bigint): void {
    this.#module.call("observe", NO_SUMMARY, now);
  }

  /** Continues a step that asked for node-level reclaim; `null` when no Summary could be had. */
  reclaimed(summary: DocumentInput | null): Action {
    return this.#module.call("reclaimed", summary ?? NO_SUMMARY);
  }

  /** A v1 Pod → would the node admit it now; `report` says why. Spec 5.1. */
  admit(pod: DocumentInput): Admission {
    return this.#module.call("admit", pod);
  }

  /**
   * What the last verb that was not refused answered: Policy, PodTable, Decision or
   * AdmissionAnswer. After `missed` a decision that only says so. OutOfOrder when the answer is not
   * there any more: after `restore`, `thaw` and a Summary that was refused.
   */
  report<T = Decision>(detail: Detail = Detail.Decision): Answer<T> {
    return new Answer<T>(this.#module.answer("report", detail));
  }

  /** The last decision with its counterfactuals, about one pod, ranked by a signal of choice. */
  explain(query: Query): Answer<Decision> {
    this.#module.call("explain", query);
    return new Answer<Decision>(this.#module.output());
  }

  /** The grace clocks, conditions and last observations, as opaque versioned bytes. */
  save(): Uint8Array {
    return this.#module.answer("save");
  }

  restore(state: Uint8Array): void {
    this.#module.call("restore", state);
  }

  /** A decoded document as opaque versioned bytes: decode once, run a thousand policies. */
  freeze(part: Part): Uint8Array {
    return this.#module.answer("freeze", part);
  }

  thaw(snapshot: Uint8Array): void {
    this.#module.call("thaw", snapshot);
  }

  /**
   * Forgets everything and wipes it from the module's memory: policy, documents, state, answers.
   * Between two tenants of one engine this is what keeps them apart; the cost is that of what the
   * first one used.
   */
  clear(): void {
    this.#module.answer("clear");
  }
}
