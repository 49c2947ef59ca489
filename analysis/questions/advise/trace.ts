import { Detail } from "../../../assembly/abi.ts";
import type {
  Allocatable,
  Counterfactual,
  Decision,
  PodName,
  RankedPod,
  Signal,
  ThresholdArithmetic,
} from "../../engine/decision.ts";
import { EngineError } from "../../engine/engineError.ts";
import { podText } from "../../text/podText.ts";
import { Run } from "../replay/frozen/run.ts";
import { type AdvisedCapture, timeText } from "./advised.ts";
import type { Measurement } from "./series.ts";

/** A pod's memory in the steps that were looked at. */
export interface PodUse {
  readonly uid: string;
  readonly pod: string;
  readonly peak: number;
  /** The largest it had. */
  readonly request: number;
  /** The kubelet refuses to evict it. */
  readonly isCritical: boolean;
  /** The last step that was looked at and had it with stats. */
  readonly lastStep: number;
}

/** The changes that would have spared an evicted pod, as the core reports them. */
export interface SparedBy {
  readonly pod: string;
  readonly uid: string;
  /** The time of the step. */
  readonly time: string;
  readonly request: Counterfactual;
}

/** One capture as it was recorded, under the configuration that is in force. */
export interface Trace {
  readonly name: string;
  readonly steps: number;
  readonly from: string | null;
  readonly to: string | null;
  readonly series: ReadonlyMap<Signal, readonly Measurement[]>;
  readonly capacities: ReadonlyMap<Signal, number>;
  /** The thresholds as the last step resolved them. */
  readonly thresholds: readonly ThresholdArithmetic[];
  /** Node Allocatable of memory; undefined without an observation. */
  readonly memory: Allocatable | undefined;
  readonly pods: ReadonlyMap<string, PodUse>;
  readonly podSteps: number;
  readonly lastPodStep: number;
  readonly sparedBy: readonly SparedBy[];
}

/** A ranking of all pods costs more than a step; a day has thousands of steps. */
const POD_STEPS_MAX = 200;

/** Takes every step, and asks the core for its arithmetic. */
export function traceOf(advised: AdvisedCapture): Trace {
  return new Tracing(advised).trace();
}

class Tracing {
  readonly #advised: AdvisedCapture;
  readonly #run: Run;
  readonly #series = new Map<Signal, Measurement[]>();
  readonly #capacities = new Map<Signal, number>();
  readonly #pods = new Map<string, PodUse>();
  readonly #sparedBy = new Map<string, SparedBy>();
  #thresholds: readonly ThresholdArithmetic[] = [];
  #memory: Allocatable | undefined;
  #podSteps = 0;
  #lastPodStep = -1;

  constructor(advised: AdvisedCapture) {
    this.#advised = advised;
    this.#run = new Run(advised.engine, advised.capture, advised.json);
  }

  trace(): Trace {
    const { name, capture } = this.#advised;
    const { steps } = capture;
    const between = Math.max(1, Math.ceil(steps.length / POD_STEPS_MAX));
    for (const [index, { time }] of steps.entries()) {
      if (this.#run.step() === null) continue;
      const decision = this.#run.decision(Detail.Arithmetic)?.parse();
      if (decision === undefined) continue;
      this.#observe(decision, timeText(time));
      this.#spared(decision);
      if (index % between === 0 || index === steps.length - 1) this.#rank(index);
    }
    const [first, last] = [steps[0], steps.at(-1)];
    return {
      name,
      steps: steps.length,
      from: first === undefined ? null : timeText(first.time),
      to: last === undefined ? null : timeText(last.time),
      series: this.#series,
      capacities: this.#capacities,
      thresholds: this.#thresholds,
      memory: this.#memory,
      pods: this.#pods,
      podSteps: this.#podSteps,
      lastPodStep: this.#lastPodStep,
      sparedBy: [...this.#sparedBy.values()],
    };
  }

  #observe(decision: Decision, stepTime: string): void {
    const { observations = [], thresholds = [], nodeAllocatable = [] } = decision;
    if (thresholds.length > 0) this.#thresholds = thresholds;
    this.#memory ??= nodeAllocatable.find(({ resource }) => resource === "memory");
    for (const { signal, available, capacity, time } of observations) {
      const series = this.#series.get(signal) ?? [];
      this.#series.set(signal, series);
      this.#capacities.set(signal, capacity);
      const measured = time ?? stepTime;
      if (series.at(-1)?.time !== measured) series.push({ time: measured, available });
    }
  }

  #spared({ evictions, resource, time }: Decision): void {
    if (resource !== "memory") return;
    for (const pod of evictions) {
      if (this.#sparedBy.has(pod.uid) || pod.cause !== undefined) continue;
      const request = this.#counterfactual(pod);
      if (request === undefined) continue;
      this.#sparedBy.set(pod.uid, { pod: podText(pod), uid: pod.uid, time, request });
    }
  }

  #counterfactual(pod: PodName): Counterfactual | undefined {
    const { counterfactuals = [] } = this.#run.explain(pod)?.parse() ?? {};
    return counterfactuals.find(({ change, verified }) => change === "request" && verified);
  }

  #rank(index: number): void {
    this.#podSteps += 1;
    this.#lastPodStep = index;
    for (const pod of this.#ranking()) {
      if (!pod.hasStats) continue;
      const before = this.#pods.get(pod.uid);
      this.#pods.set(pod.uid, {
        uid: pod.uid,
        pod: podText(pod),
        peak: Math.max(before?.peak ?? 0, pod.usage),
        request: Math.max(before?.request ?? 0, pod.request),
        isCritical: pod.skipped !== undefined,
        lastStep: index,
      });
    }
  }

  /** A node without pods, or without memory in its Summary, has no ranking. */
  #ranking(): readonly RankedPod[] {
    try {
      const query = { signal: "memory.available" } as const;
      return this.#advised.engine.explain(query).parse().ranking ?? [];
    } catch (error) {
      if (error instanceof EngineError) return [];
      throw error;
    }
  }
}
