import {
  type Action,
  type Admission,
  AGAIN,
  AHEAD,
  Detail,
  Document,
  NO_SUMMARY,
  Part,
} from "../../assembly/abi.ts";
import { Answer } from "./answer.ts";
import type { Decision, Policy, Signal } from "./decision.ts";
import { EngineError } from "./engineError.ts";
import { SplittingEngine } from "./moduleEngine.ts";
import type { ModuleExports } from "./moduleExports.ts";
import type { DocumentInput } from "./moduleInstance.ts";
import { sameBytes } from "./sameBytes.ts";
import { readTakenSteps, type TakenSteps } from "./takenSteps.ts";

const encoder = new TextEncoder();

export type { DocumentInput };

/** The pod `explain` is asked about. */
export type PodQuery =
  | { readonly namespace: string; readonly name: string }
  | { readonly uid: string };

/** What `explain` is asked about: a pod, a signal (`nodefs.available`) to rank by, or both. */
export type Query = PodQuery | SignalQuery | (PodQuery & SignalQuery);

/** The members of an object as the bytes they are written in: views, the last of each name. */
export type Members = ReadonlyMap<string, Uint8Array>;

/** Pods of a list that do not run on the node. */
export interface LeftOut {
  readonly otherNodes: number;
  /** Pods without a node: the scheduler has not placed them. */
  readonly unscheduled: number;
}

export const NONE_LEFT_OUT: LeftOut = { otherNodes: 0, unscheduled: 0 };

export interface NodePods {
  /** A PodList of the node's pods alone; the same bytes when it had no others. */
  readonly pods: Uint8Array;
  readonly leftOut: LeftOut;
  /** The number of pods in the list that name this node. */
  readonly count: number;
  /** The other nodes of the list, sorted. */
  readonly otherNodes: readonly string[];
}

interface PodsOfNodeAnswer {
  /** One for each of their pods. */
  readonly otherNodes: readonly string[];
  readonly named: number;
  readonly unscheduled: number;
}

interface SignalQuery {
  readonly signal: Signal;
}

interface MembersAnswer {
  /** Bytes from the start of the object. */
  readonly members: readonly {
    readonly name: string;
    readonly start: number;
    readonly end: number;
  }[];
  readonly readAhead?: boolean;
}

/** Whether a record brings no other document that a verb takes before its Summary. */
function isSummaryAlone(members: MembersAnswer["members"]): boolean {
  return members.every(({ name }) => name !== "pods");
}

/**
 * One node: a policy, a pod table, a state.
 * Every verb throws `EngineError` when the module refuses, and leaves the state as it was.
 */
export class EvictionEngine extends SplittingEngine<ModuleExports> {
  /** The Summary that the module has read ahead, as `record` answered it. */
  #ahead: Uint8Array | null = null;
  /** What is known of the last step, and not by the module. */
  #known: Partial<Decision> = {};
  /** The frozen bytes that equal the tables; null when the tables have changed since. */
  #frozen: Uint8Array | null = null;
  /** The configuration in force, where it came as bytes. */
  #configuration: Uint8Array | null = null;

  /**
   * A KubeletConfiguration with Plimsoll's options → the effective policy. The state
   * starts again; the pod table and the last Summary stay, since they are the node's and not the
   * policy's. For another node, bring its `pods` before the next step.
   */
  configure(configuration: DocumentInput): Policy {
    this.reconfigure(configuration);
    return this.report<Policy>(Detail.Decision).parse();
  }

  /** The same, without the policy that is in force then: writing it takes longer than the rest. */
  reconfigure(configuration: DocumentInput): void {
    this.module.call("configure", configuration);
    // A copy: its owner may write over these bytes.
    this.#configuration = configuration instanceof Uint8Array ? configuration.slice() : null;
  }

  /**
   * Whether the policy in force is of this very text. A host that then restores a state need not
   * have the text read again.
   */
  isConfiguredWith(configuration: DocumentInput): boolean {
    return configuration instanceof Uint8Array && sameBytes(configuration, this.#configuration);
  }

  /** A v1 PodList replaces the pod table; returns how many pods it holds. */
  pods(podList: DocumentInput): number {
    this.#ahead = null;
    this.#frozen = null;
    return this.module.call("pods", podList);
  }

  /**
   * The pods of one node in a v1 PodList. A list in which no pod names a node is the node's own; in
   * any other, a pod of no node counts only when the kubelet itself has started it (a static pod).
   * It changes nothing.
   */
  podsOfNode(podList: Uint8Array, node: string): NodePods {
    const name = encoder.encode(node);
    const document = new Uint8Array(podList.length + name.length);
    document.set(podList);
    document.set(name, podList.length);
    const size = this.module.call("podsOfNode", document, name.length);
    const answer = new Answer<PodsOfNodeAnswer>(this.module.output()).parse();
    const { otherNodes, named: count, unscheduled } = answer;
    const isWhole = size === podList.length;
    return {
      pods: isWhole ? podList : this.module.left(size),
      leftOut: isWhole ? NONE_LEFT_OUT : { otherNodes: otherNodes.length, unscheduled },
      count,
      otherNodes: [...new Set(otherNodes)].sort(),
    };
  }

  /**
   * The members of a request, or of any object of documents. Their values are not checked: the
   * verb that reads a document says what is wrong in it.
   */
  members(object: Uint8Array): Members {
    return this.#membersOf("members", object).members;
  }

  /**
   * The same of a record of a capture, read once: its Summary is decoded on the way, and `observe`
   * of the bytes that are answered takes the step without reading them again.
   */
  record(line: Uint8Array): Members {
    this.#ahead = null;
    const { members, readAhead } = this.#membersOf("record", line);
    if (readAhead) this.#ahead = members.get("summary") ?? null;
    return members;
  }

  /**
   * A Summary with what the policy reads and nothing else, compact; numbers as they were written.
   * One that the module refuses comes back as it is: the next step on it is refused as before.
   */
  reduceSummary(summary: Uint8Array): Uint8Array {
    return this.#reduce(summary, Document.Summary);
  }

  /** The same of a PodList. */
  reducePods(podList: Uint8Array): Uint8Array {
    return this.#reduce(podList, Document.PodList);
  }

  #reduce(document: Uint8Array, kind: Document): Uint8Array {
    try {
      this.module.call("reduce", document, kind);
    } catch (error) {
      if (error instanceof EngineError) return document;
      throw error;
    }
    return this.module.output();
  }

  /**
   * Where the next document is taken from, as long as `inputCapacity`. One that is written there,
   * and then given to a verb as a view from its first byte on, is not copied. The Summary of such a
   * record stays valid until the next but one is written; a record with a list of pods is copied.
   * `clear` does not wipe what was written here behind a document.
   */
  place(): Uint8Array {
    return this.module.place();
  }

  #membersOf(verb: "members" | "record", object: Uint8Array) {
    this.module.call(verb, object);
    const { members, readAhead } = new Answer<MembersAnswer>(this.module.output()).parse();
    // Another document of it would be written over the first ones.
    const isPassing = this.module.isInPlace(object) && !(readAhead && isSummaryAlone(members));
    const bytes = isPassing ? object.slice() : object;
    const spans = members.map(({ name, start, end }) => [name, bytes.subarray(start, end)]);
    return { members: new Map(spans as [string, Uint8Array][]), readAhead };
  }

  /**
   * One synchronize step at `now` (nanoseconds since the epoch) → what it asks of the host.
   * `null` observes the Summary decoded or thawed last again.
   */
  observe(summary: DocumentInput | null, now: bigint): Action {
    const given = summary ?? AGAIN;
    const isAhead = given === this.#ahead;
    this.#ahead = null;
    const action = this.module.call("observe", isAhead ? AHEAD : given, now);
    this.#known = {};
    // The next Summary of the node is nearly the same text, and is read by what differs.
    this.module.turn("keep");
    return action;
  }

  /** A step whose Summary could not be read: nothing is decided. Spec 3.2. */
  missed(now: bigint): void {
    this.module.call("observe", NO_SUMMARY, now);
    this.#known = {};
  }

  /** Continues a step that asked for node-level reclaim; `null` when no Summary could be read. */
  reclaimed(summary: DocumentInput | null): Action {
    return this.module.call("reclaimed", summary ?? NO_SUMMARY);
  }

  /** Continues it where nothing is known of it: on the Summary that the step began with. */
  reclaimedNothing(): Action {
    const action = this.module.call("reclaimed", AGAIN);
    this.#known = { reclaimAssumed: true };
    return action;
  }

  /**
   * Many steps in one call, on what `packSteps` wrote. It ends before a step that is refused, or
   * throws if that is the first one.
   */
  steps(packed: Uint8Array): TakenSteps {
    this.#ahead = null;
    this.#known = {};
    const taken = this.module.call("steps", packed);
    return { ...readTakenSteps(this.module.output()), taken };
  }

  /** A v1 Pod → would the node admit it now; `report` says why. Spec 5.1. */
  admit(pod: DocumentInput): Admission {
    return this.module.call("admit", pod);
  }

  /**
   * What the last verb that was not refused answered: Policy, PodTable, Decision or
   * PodAdmitResult. After `missed` a decision that only says so. OutOfOrder when the answer is not
   * there any more: after `restore`, `thaw` and a Summary that was refused.
   */
  report<T = Decision>(detail: Detail = Detail.Decision): Answer<T> {
    return new Answer<T>(this.module.answer("report", detail), this.#known as Partial<T>);
  }

  /** The last decision with its counterfactuals, about one pod, ranked by a signal of choice. */
  explain(query: Query): Answer<Decision> {
    this.module.call("explain", query);
    return new Answer<Decision>(this.module.output(), this.#known);
  }

  /** The grace clocks, conditions and last observations, as opaque versioned bytes. */
  save(): Uint8Array {
    return this.module.answer("save");
  }

  restore(state: Uint8Array): void {
    this.module.call("restore", state);
  }

  /** A decoded document as opaque versioned bytes: decode once, run a thousand policies. */
  freeze(part: Part): Uint8Array {
    const frozen = this.module.answer("freeze", part);
    if (part === Part.Pods) this.#frozen = frozen;
    return frozen;
  }

  thaw(snapshot: Uint8Array): void {
    this.#ahead = null;
    this.#frozen = null;
    this.module.call("thaw", snapshot);
    this.#frozen = snapshot;
  }

  /**
   * Whether these very bytes were thawed last, or are the pods that were frozen last, and no other
   * list came since. A host that then does not thaw them again leaves the text of the Summary
   * before in place, and the next one is read by what differs.
   */
  hasThawed(snapshot: Uint8Array): boolean {
    return this.#frozen === snapshot;
  }

  override clear(): void {
    this.#ahead = null;
    this.#frozen = null;
    this.#configuration = null;
    super.clear();
  }
}
