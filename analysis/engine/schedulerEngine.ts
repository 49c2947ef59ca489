import { Detail, type SchedulerAction } from "../../assembly/abi.ts";
import { Answer } from "./answer.ts";
import type { Drain, DrainRequest } from "./drain.ts";
import { SplittingEngine } from "./moduleEngine.ts";
import type { DocumentInput } from "./moduleInstance.ts";
import type { PodName, SchedulingDecision } from "./schedulingDecision.ts";
import type { SplitExports } from "./splitter.ts";

/** The verbs of `plimsoll-scheduler.wasm`, in addition to what every module exports. */
interface SchedulerExports extends SplitExports {
  configure(size: number): number;
  objects(size: number): number;
  schedule(size: number): number;
  assume(): number;
  summary(): number;
  drain(size: number): number;
}

/** The objects and the configuration in the module. */
export interface SchedulerSummary {
  /** How many there are of each kind. */
  readonly objects: Readonly<Record<string, number>>;
  /** Kinds that scheduling does not depend on. */
  readonly passedOver: readonly { readonly kind: string; readonly count: number }[];
  /** Pods in the queue. */
  readonly pending: number;
  /** Pods that wait for a scheduler which the configuration does not have; absent for none. */
  readonly pendingOfOtherSchedulers?: number;
  /** The configuration in force. */
  readonly configuration: EffectiveConfiguration;
}

/** The configuration of the scheduler as it is in force. */
export interface EffectiveConfiguration {
  readonly kubernetesMinor: number;
  readonly percentageOfNodesToScore: number;
  /** The value that decisions are made with, whatever the configuration has. */
  readonly parallelism: 1;
  /** What the document says, if it does. */
  readonly configuredParallelism?: number;
  /** Addresses of extenders, which are not asked: no pod can be evaluated. */
  readonly extenders: readonly string[];
  readonly profiles: readonly EffectiveProfile[];
}

export interface EffectiveProfile {
  readonly schedulerName: string;
  /** The percentage of this profile; without it, that of the configuration. */
  readonly percentageOfNodesToScore?: number;
  /** Plugins that keep pods of the profile from being judged. */
  readonly notEvaluated?: readonly string[];
}

/**
 * One cluster and its scheduler. Every verb throws `EngineError` when the module refuses, and
 * leaves the cluster as it was, but for `drain`.
 */
export class SchedulerEngine extends SplittingEngine<SchedulerExports> {
  /**
   * A KubeSchedulerConfiguration in JSON, with a member `plimsoll` for what it does not say:
   * `{"plimsoll":{"kubernetesVersion":"1.35"}}`. Without one, the scheduler's defaults.
   */
  configure(configuration: DocumentInput | null): void {
    this.module.call("configure", configuration ?? 0);
  }

  /** An object, a list, or several of either; later ones replace by kind, namespace and name. */
  objects(document: DocumentInput): void {
    this.module.call("objects", document);
  }

  /** Decides on the next pending pod in the order of the queue, on a named one, or on a v1 Pod. */
  schedule(pod: PodName | DocumentInput | null = null): SchedulerAction {
    return this.module.call("schedule", pod ?? 0);
  }

  /**
   * Applies the last decision: the pod is placed on its node, or is nominated to its node
   * and the pods that it preempts are gone.
   */
  assume(): void {
    this.module.call("assume", 0);
  }

  /** The last decision; with the nodes that were tried, and with what would place the pod. */
  report(detail: Detail = Detail.Decision): Answer<SchedulingDecision> {
    return new Answer<SchedulingDecision>(this.module.answer("report", detail));
  }

  /**
   * Drains a node as `kubectl drain` does. The cluster is then as it would be: the node cordoned,
   * pods gone from it and others in their place. Unlike other verbs it leaves the cluster amid the
   * drain when the answer does not fit (`OutputTooLarge`) or memory is short: clear it then.
   */
  drain(request: DrainRequest): Answer<Drain> {
    this.module.call("drain", request);
    return new Answer<Drain>(this.module.output());
  }

  summary(): Answer<SchedulerSummary> {
    return new Answer<SchedulerSummary>(this.module.answer("summary"));
  }
}
