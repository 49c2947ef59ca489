import { instantiateSync } from "@assemblyscript/loader";
import {
  ABI_VERSION,
  type Action,
  type Admission,
  AGAIN,
  Detail,
  NO_SUMMARY,
  type Part,
} from "../../assembly/abi.ts";
import { Answer } from "./answer.ts";
import type { Decision, ErrorAnswer, Policy, Signal } from "./decision.ts";
import { EngineDiscarded, EngineError } from "./engineError.ts";
import type { ModuleExports, Verb } from "./moduleExports.ts";

const encoder = new TextEncoder();

/** A document as it came (bytes), as text, or as a value that is written as JSON here. */
export type DocumentInput = Uint8Array | string | object;

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
 * One node: a policy, a pod table, a state. The only code that touches the module's memory.
 * Every verb throws `EngineError` when the module refuses, and leaves the state as it was.
 */
export class Engine {
  /** Bytes; a longer document is answered with `InputTooLarge`. */
  readonly inputCapacity: number;
  readonly #exports: ModuleExports;
  readonly #inputOffset: number;
  /**
   * One view for the whole life of the instance: its memory is reserved when it is built
   * (initial = maximum), so it never grows and the view is never detached.
   */
  readonly #memory: Uint8Array;
  #discarded: EngineDiscarded | null = null;

  /** Throws when the module was built for another boundary than this host. */
  constructor(module: WebAssembly.Module) {
    // The loader wraps each export in a closure; the instance's own are half the cost of a call.
    this.#exports = instanceOf(module).exports as unknown as ModuleExports;
    const version = this.#exports.abiVersion?.();
    if (version !== ABI_VERSION) {
      throw new Error(
        `plimsoll.wasm speaks version ${version ?? "none"} of the module boundary and this host ` +
          `speaks ${ABI_VERSION}; use the module that was published with the host.`,
      );
    }
    this.#memory = new Uint8Array(this.#exports.memory.buffer);
    this.#inputOffset = this.#exports.inputOffset() >>> 0;
    this.inputCapacity = this.#exports.inputCapacity() >>> 0;
  }

  /**
   * A KubeletConfiguration with Plimsoll's options beside it → the effective policy. The state
   * begins anew; the pod table and the last Summary stay, since they are the node's and not the
   * policy's. For another node, bring its `pods` before the next step.
   */
  configure(configuration: DocumentInput): Policy {
    this.#call("configure", configuration);
    return this.report<Policy>(Detail.Decision).parse();
  }

  /** A v1 PodList replaces the pod table; returns how many pods it holds. */
  pods(podList: DocumentInput): number {
    return this.#call("pods", podList);
  }

  /**
   * One synchronize step at `now` (nanoseconds since the epoch) → what it asks of the host.
   * `null` observes the Summary decoded or thawed last again.
   */
  observe(summary: DocumentInput | null, now: bigint): Action {
    return this.#call("observe", summary ?? AGAIN, now);
  }

  /** A step whose Summary could not be had: nothing is decided. Spec 3.2. */
  missed(now: bigint): void {
    this.#call("observe", NO_SUMMARY, now);
  }

  /** Continues a step that asked for node-level reclaim; `null` when no Summary could be had. */
  reclaimed(summary: DocumentInput | null): Action {
    return this.#call("reclaimed", summary ?? NO_SUMMARY);
  }

  /** A v1 Pod → would the node admit it now; `report` says why. Spec 5.1. */
  admit(pod: DocumentInput): Admission {
    return this.#call("admit", pod);
  }

  /**
   * What the last verb that was not refused answered: Policy, PodTable, Decision or
   * AdmissionAnswer. After `missed` a decision that only says so. OutOfOrder when the answer is not
   * there any more: after `restore`, `thaw` and a Summary that was refused.
   */
  report<T = Decision>(detail: Detail = Detail.Decision): Answer<T> {
    this.#check("report", this.#invoke("report", detail));
    return new Answer<T>(this.#output());
  }

  /** The last decision with its counterfactuals, about one pod, ranked by a signal of choice. */
  explain(query: Query): Answer<Decision> {
    this.#call("explain", query);
    return new Answer<Decision>(this.#output());
  }

  /** The grace clocks, conditions and last observations, as opaque versioned bytes. */
  save(): Uint8Array {
    this.#check("save", this.#invoke("save"));
    return this.#output();
  }

  restore(state: Uint8Array): void {
    this.#call("restore", state);
  }

  /** A decoded document as opaque versioned bytes: decode once, run a thousand policies. */
  freeze(part: Part): Uint8Array {
    this.#check("freeze", this.#invoke("freeze", part));
    return this.#output();
  }

  thaw(snapshot: Uint8Array): void {
    this.#call("thaw", snapshot);
  }

  /**
   * Forgets everything and wipes it from the module's memory: policy, documents, state, answers.
   * Between two tenants of one engine this is what keeps them apart; the cost is that of what the
   * first one used.
   */
  clear(): void {
    this.#check("clear", this.#invoke("clear"));
  }

  /** A number stands for a document that there is not: `AGAIN` or `NO_SUMMARY`. */
  #call(verb: Verb, document: DocumentInput | number, now?: bigint): number {
    const size = typeof document === "number" ? document : this.#write(document);
    return this.#check(verb, this.#invoke(verb, size, now));
  }

  /** Copies a document into the module's memory; returns its size in bytes. */
  #write(document: DocumentInput): number {
    const bytes = bytesOf(document);
    // A document that does not fit is not copied: the verb answers its size with InputTooLarge.
    if (bytes.length <= this.inputCapacity) this.#memory.set(bytes, this.#inputOffset);
    return bytes.length;
  }

  #invoke(verb: Verb, argument?: number, now?: bigint): number {
    if (this.#discarded !== null) throw this.#discarded;
    const call = this.#exports[verb] as (argument?: number, now?: bigint) => number;
    try {
      return call(argument, now);
    } catch (cause) {
      // A wrong argument is the caller's mistake; a trap or an exhausted stack is ours.
      if (cause instanceof TypeError) throw cause;
      this.#discarded = new EngineDiscarded(verb, cause);
      throw this.#discarded;
    }
  }

  #check(verb: Verb, status: number): number {
    if (status >= 0) return status;
    // Told once: asking takes the refusal out of the way of later reports.
    const described = this.#invoke("report", Detail.Decision) >= 0;
    throw new EngineError(
      described
        ? new Answer<ErrorAnswer>(this.#output()).parse()
        : { plimsoll: "error/1", status, document: "none", reason: `${verb} was refused` },
    );
  }

  /** A copy: the next verb writes over the output region. */
  #output(): Uint8Array {
    const start = this.#exports.outputOffset() >>> 0;
    return this.#memory.slice(start, start + this.#exports.outputSize());
  }
}

/**
 * A platform that runs scripts in a realm of their own may have compiled the module outside; the
 * loader would take that one for bytes.
 */
function instanceOf(module: WebAssembly.Module): WebAssembly.Instance {
  const isOfThisRealm = module instanceof WebAssembly.Module;
  return isOfThisRealm ? instantiateSync(module, {}).instance : new WebAssembly.Instance(module);
}

function bytesOf(document: DocumentInput): Uint8Array {
  if (document instanceof Uint8Array) return document;
  return encoder.encode(typeof document === "string" ? document : JSON.stringify(document));
}
