import { Detail, Timeline } from "../../assembly/abi.ts";
import { Answer } from "./answer.ts";
import { SplittingEngine } from "./moduleEngine.ts";
import type { DocumentInput } from "./moduleInstance.ts";
import type { PodName } from "./schedulingDecision.ts";
import type { RefusedPod, SimulatorEvent, SimulatorVerdict, Situation } from "./simulatorEvent.ts";
import type { SplitExports } from "./splitter.ts";

/** The verbs of `plimsoll-simulator.wasm`, in addition to what every module exports. */
interface SimulatorExports extends SplitExports {
  configure(size: number): number;
  objects(size: number): number;
  scenario(size: number): number;
  run(until: bigint): number;
  scheduling(size: number): number;
  situation(size: number): number;
}

/**
 * A cluster in virtual time: kubelets, scheduler and controllers, and what its workloads use. Verbs
 * are called in their order: `configure`, `objects`, `scenario`, `run`. Each throws `EngineError`
 * when the module refuses.
 */
export class SimulatorEngine extends SplittingEngine<SimulatorExports> {
  /** A KubeSchedulerConfiguration in JSON; without one, the scheduler's defaults. */
  configure(configuration: DocumentInput | null): void {
    this.module.call("configure", configuration ?? 0);
  }

  /** An object, a list, or several of either; later ones replace by kind, namespace and name. */
  objects(document: DocumentInput): void {
    this.module.call("objects", document);
  }

  /** What workloads use and what is done to the cluster; after all objects, before `run`. */
  scenario(scenario: DocumentInput | null): void {
    this.module.call("scenario", scenario ?? 0);
  }

  /**
   * Simulates up to a moment, in nanoseconds since the start, or until the verdict is known.
   * Yields what has happened: lines of JSON, each a `SimulatorEvent` with a line feed behind it.
   */
  *run(until: bigint): Generator<Uint8Array, void, undefined> {
    for (;;) {
      const status = this.module.call("run", until);
      const lines = this.module.output();
      if (lines.length > 0) yield lines;
      if (status !== Timeline.GoesOn) return;
    }
  }

  /** The verdict on what was simulated; with every pod at detail 1. */
  report(detail: Detail.Decision | Detail.Arithmetic = Detail.Decision): Answer<SimulatorVerdict> {
    return new Answer<SimulatorVerdict>(this.module.answer("report", detail));
  }

  /** What the kubelet of a node sees at the moment up to which the cluster was simulated. */
  situation(node: string): Answer<Situation> {
    this.module.call("situation", { node });
    return new Answer<Situation>(this.module.output());
  }

  /**
   * What the scheduler says now of a pod that waits. The scenario does not go on from there: run
   * it again for what follows.
   */
  scheduling(pod: PodName): Answer<RefusedPod> {
    this.module.call("scheduling", pod);
    return new Answer<RefusedPod>(this.module.output());
  }
}

const decoder = new TextDecoder();

/** The events of the lines that `run` yields. */
export function eventsOf(lines: Uint8Array): readonly SimulatorEvent[] {
  const texts = decoder.decode(lines).split("\n");
  return texts.flatMap((text) => (text === "" ? [] : [JSON.parse(text) as SimulatorEvent]));
}
