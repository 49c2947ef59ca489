/** Feeds documents to one engine and says what it did wrong. */
import { readFileSync } from "node:fs";
import { EngineError } from "../../analysis/engine/engineError.ts";
import { EvictionEngine } from "../../analysis/engine/evictionEngine.ts";
import { Action, Detail, Part, Status } from "../../assembly/abi.ts";
import { type Kind, OPAQUE_KINDS, putReference, REFERENCE } from "./kinds.ts";
import { objection } from "./oracle.ts";

export interface Case {
  readonly kind: Kind;
  readonly bytes: Uint8Array;
  /** Nanoseconds since the epoch. */
  readonly now: bigint;
  /** Also looks at what costs more than reading: tables, policy and reports. */
  readonly thorough: boolean;
}

/** These answer with a decision; the others prepare the next one. */
const STEP_KINDS = ["summary", "reclaimed", "query"];
const DETAILS = [Detail.Decision, Detail.Arithmetic, Detail.Counterfactuals];
const MODULE = new URL("../../dist/plimsoll-eviction.wasm", import.meta.url);

/** The engine of `dist`, or another one that a test of these tests brings. */
export type EngineMaker = () => EvictionEngine;

export function engineMaker(): EngineMaker {
  const module = new WebAssembly.Module(readFileSync(MODULE));
  return () => new EvictionEngine(module);
}

/** What an engine knows: its state, its tables, and what its next step would say. */
interface Knowledge {
  readonly state: Uint8Array;
  readonly pods: Uint8Array;
  readonly summary: Uint8Array;
  readonly decision: Uint8Array;
}

export class Session {
  readonly #make: EngineMaker;
  readonly #reference: Knowledge;
  readonly #fullDisk = Buffer.from(JSON.stringify(REFERENCE.fullDisk));
  #engine: EvictionEngine;

  constructor(make: EngineMaker) {
    this.#make = make;
    this.#engine = make();
    putReference(this.#engine);
    this.#reference = this.#knowledge();
  }

  /** One sentence about what is wrong, or undefined. */
  examine(subject: Case): string | undefined {
    let sentence: string | undefined;
    try {
      sentence = this.#examine(subject);
    } catch (error) {
      sentence = `${error instanceof Error ? error.message : error}`;
    }
    if (sentence !== undefined) {
      // Nothing about the old instance is trusted any more.
      this.#engine = this.#make();
      putReference(this.#engine);
    }
    return sentence;
  }

  #examine({ kind, bytes, now, thorough }: Case): string | undefined {
    kind.prepare?.(this.#engine);
    const state = kind.prepare ? this.#engine.save() : this.#reference.state;
    const { status, answer } = this.#attempt(() => kind.read(this.#engine, bytes, now));
    const wrong = OPAQUE_KINDS.includes(kind.name)
      ? opaqueObjection(status, kind.refusals)
      : objection(bytes, status, kind.refusals);
    if (wrong !== undefined) return wrong;
    if (answer !== undefined) {
      if (!isSame(this.#engine.save(), state)) return `${Status[status]} changed the state`;
      const poor = poorAnswer(answer, bytes);
      if (poor !== undefined) return poor;
    } else if (thorough) this.#report(kind, status, bytes);
    if (answer !== undefined && kind.name === "summary") this.#restoreSummary();
    if (answer === undefined || kind.prepare) this.#reset();
    return answer !== undefined && thorough ? this.#difference() : undefined;
  }

  #attempt(verb: () => number): { status: number; answer?: EngineError } {
    try {
      return { status: verb() };
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      return { status: error.status, answer: error };
    }
  }

  /** Writes every report about what was accepted, and about the next step if it was none. */
  #report(kind: Kind, action: number, bytes: Uint8Array): void {
    const isStep = STEP_KINDS.includes(kind.name);
    if (!isStep) {
      if (!OPAQUE_KINDS.includes(kind.name)) this.#written(Detail.Decision);
      const now = REFERENCE.now + 60_000_000_000n;
      this.#engine.observe(this.#fullDisk, now);
    }
    for (const detail of DETAILS) this.#written(detail);
    const isSuspended = action === Action.ReclaimNodeLevelResources;
    if (isStep && isSuspended && kind.name !== "reclaimed") {
      // Depth counts inside what is not read: here all pods are not, so it is reached earlier.
      const { status } = this.#attempt(() => this.#engine.reclaimed(bytes));
      if (status < Status.Ok && status !== Status.TooDeep) throw new Error("refused after reclaim");
      this.#written(Detail.Counterfactuals);
    }
    this.#freezeAndThaw();
  }

  /** What the core writes is UTF-8 and JSON, whatever texts it quotes; refusals are parsed, too. */
  #written(detail: Detail): void {
    this.#engine.report(detail).parse();
  }

  /** A Summary is thawed over the pod list it was frozen with, so the list goes first. */
  #freezeAndThaw(): void {
    const parts = [Part.Pods, Part.Summary];
    const frozen = parts.map((part) => this.#engine.freeze(part));
    for (const bytes of frozen) this.#engine.thaw(bytes);
    for (const part of parts) {
      if (isSame(this.#engine.freeze(part), frozen[part] as Uint8Array)) continue;
      throw new Error(`freezing and thawing changed the ${Part[part]}`);
    }
  }

  #knowledge(): Knowledge {
    const engine = this.#engine;
    const state = engine.save();
    const [pods, summary] = [engine.freeze(Part.Pods), engine.freeze(Part.Summary)];
    engine.observe(null, REFERENCE.now);
    const decision = engine.report(Detail.Arithmetic).bytes;
    engine.restore(state);
    return { state, pods, summary, decision };
  }

  /** What a refusal changed that it must not change. */
  #difference(): string | undefined {
    const now = this.#knowledge();
    const parts = Object.keys(now) as (keyof Knowledge)[];
    const changed = parts.find((part) => !isSame(now[part], this.#reference[part]));
    return changed && `a refusal changed what is known: the ${changed}`;
  }

  /**
   * A Summary is decoded in its place, so a refused one leaves none: it must not be possible to
   * observe the half of it that was read.
   */
  #restoreSummary(): void {
    const { status } = this.#attempt(() => this.#engine.observe(null, REFERENCE.now));
    if (status !== Status.OutOfOrder) throw new Error("half of a refused Summary was observed");
    this.#engine.thaw(this.#reference.summary);
  }

  #reset(): void {
    const { state, pods, summary } = this.#reference;
    this.#engine.configure(REFERENCE.configuration);
    this.#engine.thaw(pods);
    this.#engine.thaw(summary);
    this.#engine.restore(state);
  }
}

function opaqueObjection(status: number, refusals: readonly Status[]): string | undefined {
  if (status >= Status.Ok || refusals.includes(status)) return undefined;
  return `${Status[status] ?? status} is not an answer to these bytes`;
}

/** A refusal says where and why in terms of the document it was given. */
function poorAnswer(answer: EngineError, bytes: Uint8Array): string | undefined {
  const { status, reason, offset = 0 } = answer;
  if (reason === "") return `${Status[status]} has no reason`;
  // The engine passes one space for an empty document.
  if (offset >= 0 && offset <= Math.max(1, bytes.length)) return undefined;
  return `${Status[status]} at byte ${offset} of ${bytes.length}`;
}

function isSame(left: Uint8Array, right: Uint8Array): boolean {
  return Buffer.compare(left, right) === 0;
}
