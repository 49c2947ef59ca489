/** The module's side: the same documents, and its placements. */

import { SchedulerEngine } from "../../../analysis/engine/schedulerEngine.ts";
import type { SchedulingDecision } from "../../../analysis/engine/schedulingDecision.ts";
import { SchedulerAction } from "../../../assembly/abi.ts";
import { documentsOf, type KubernetesObject } from "./workloads.ts";

export interface Read {
  readonly engine: SchedulerEngine;
  readonly micros: number;
  readonly bytes: number;
}

/** A new instance with the objects in it. */
export function readObjects(
  module: WebAssembly.Module,
  objects: readonly KubernetesObject[],
  release: string,
  settings: object = {},
): Read {
  const engine = new SchedulerEngine(module);
  engine.configure({ ...settings, plimsoll: { kubernetesVersion: release } });
  const documents = documentsOf(objects, engine.inputCapacity);
  const start = performance.now();
  for (const document of documents) engine.objects(document);
  return {
    engine,
    micros: 1000 * (performance.now() - start),
    bytes: documents.reduce((sum, { length }) => sum + length, 0),
  };
}

/** Microseconds of the first `count` decisions of the queue, each assumed before the next. */
export function decide(engine: SchedulerEngine, count: number): number {
  const start = performance.now();
  for (let pods = 0; pods < count; pods++) {
    if (engine.schedule() === SchedulerAction.Scheduled) engine.assume();
  }
  return 1000 * (performance.now() - start);
}

/** The nodes of the first `count` pods of the queue; empty for a pod that fits nowhere. */
export function placementsOf(engine: SchedulerEngine, count: number): readonly string[] {
  return Array.from({ length: count }, () => {
    const action = engine.schedule();
    const { node = "" } = engine.report().parse() as SchedulingDecision;
    if (action === SchedulerAction.Scheduled) engine.assume();
    return node;
  });
}
