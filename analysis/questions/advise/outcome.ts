import { Detail } from "../../../assembly/abi.ts";
import type { Decision, NodeCondition, Signal } from "../../engine/decision.ts";
import { EngineError } from "../../engine/engineError.ts";
import { quantityValue } from "../../read/kubelet/validation/quantity.ts";
import { Decisions } from "../replay/frozen/decisions.ts";
import { Run } from "../replay/frozen/run.ts";
import { EMPTY_TALLY, type Tally, tallied } from "../replay/tally.ts";
import { type AdvisedCapture, timeText } from "./advised.ts";

/** The first time that a run evicts a pod. */
export interface OutcomeEviction {
  readonly pod: string;
  readonly uid: string;
  readonly time: string;
  readonly step: number;
  /** `hard memory.available`. */
  readonly what: string;
  readonly signal: Signal | null;
  /** What was available then; null for a local storage limit. */
  readonly available: number | null;
}

/** When a condition began and ended. */
export interface ConditionTime {
  readonly condition: NodeCondition;
  readonly from: string;
  /** Null when it holds at the end. */
  readonly to: string | null;
}

/** The result of a capture under one configuration, evicted pods removed. */
export interface Outcome {
  readonly evictions: ReadonlyMap<string, OutcomeEviction>;
  readonly conditions: readonly ConditionTime[];
  readonly pressureSeconds: number;
  /** Memory that pods may request, as the core has it; null without a capacity. */
  readonly allocatableBytes: number | null;
  /** Why the kubelet would not start; null when it would. */
  readonly refusal: string | null;
}

const REFUSED: Outcome = {
  evictions: new Map(),
  conditions: [],
  pressureSeconds: 0,
  allocatableBytes: null,
  refusal: null,
};

/** Takes every step under a configuration, in the form the module takes. */
export function outcomeOf(advised: AdvisedCapture, json: string): Outcome {
  try {
    const run = new Run(advised.engine, advised.capture, closedLoop(json));
    return new Counting(advised, run).outcome();
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return { ...REFUSED, refusal: error.message };
  }
}

/** A pod that is evicted stays away: else a raised threshold would go on evicting it. */
function closedLoop(json: string): string {
  const { plimsoll, ...fields } = JSON.parse(json);
  return JSON.stringify({ ...fields, plimsoll: { ...plimsoll, whatIf: true } });
}

class Counting {
  readonly #advised: AdvisedCapture;
  readonly #run: Run;
  readonly #evictions = new Map<string, OutcomeEviction>();
  readonly #since = new Map<NodeCondition, string>();
  readonly #conditions: ConditionTime[] = [];
  #allocatable: number | null = null;
  #tally: Tally = EMPTY_TALLY;

  constructor(advised: AdvisedCapture, run: Run) {
    this.#advised = advised;
    this.#run = run;
  }

  outcome(): Outcome {
    const decisions = new Decisions(this.#run);
    for (const [index, step] of this.#advised.capture.steps.entries()) {
      const time = timeText(step.time);
      const decision = decisions.next();
      this.#tally = tallied(this.#tally, { time, decision });
      if (decision !== null) this.#take(decision, time, index);
    }
    for (const [condition, from] of this.#since)
      this.#conditions.push({ condition, from, to: null });
    return {
      evictions: this.#evictions,
      conditions: this.#conditions,
      pressureSeconds: [...this.#tally.conditionSeconds.values()].reduce(
        (sum, each) => sum + each,
        0,
      ),
      allocatableBytes: this.#allocatable,
      refusal: null,
    };
  }

  #take(decision: Decision, time: string, index: number): void {
    this.#allocatable ??= allocatableMemory(this.#run.decision(Detail.Arithmetic)?.parse());
    for (const pod of this.#tally.evictions) {
      if (this.#evictions.has(pod.uid)) continue;
      const available = pod.signal === null ? null : (decision.available ?? null);
      const { what, signal, uid } = pod;
      this.#evictions.set(uid, { pod: pod.pod, uid, time, step: index, what, signal, available });
    }
    for (const condition of decision.nodeConditions) {
      if (!this.#since.has(condition)) this.#since.set(condition, time);
    }
    for (const [condition, from] of this.#since) {
      if (decision.nodeConditions.includes(condition)) continue;
      this.#conditions.push({ condition, from, to: time });
      this.#since.delete(condition);
    }
  }
}

function allocatableMemory(decision: Decision | undefined): number | null {
  const memory = decision?.nodeAllocatable?.find(({ resource }) => resource === "memory");
  const bytes = quantityValue(memory?.allocatable ?? "");
  return bytes === undefined ? null : Number(bytes);
}
