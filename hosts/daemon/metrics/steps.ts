import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import type { DaemonStep, Observer } from "../step.ts";

/** From the tenth of a millisecond a decision takes to the seconds a slow kubelet does. */
const BUCKETS_SECONDS = [1e-4, 2.5e-4, 5e-4, 1e-3, 2.5e-3, 5e-3, 0.01, 0.025, 0.1, 0.5, 1, 5, 10];

/** How the loop itself does. */
export function stepMetrics(registry: Registry): Observer {
  const registers = [registry];
  const steps = new Counter({
    name: "plimsoll_steps_total",
    help: "Steps by what woke the daemon.",
    labelNames: ["woken_by"] as const,
    registers,
  });
  const decisions = new Counter({
    name: "plimsoll_decisions_total",
    help: "Decisions by their action.",
    labelNames: ["action"] as const,
    registers,
  });
  const duration = new Histogram({
    name: "plimsoll_step_duration_seconds",
    help: "Time a step took: to read the documents, and to decide.",
    labelNames: ["stage"] as const,
    buckets: BUCKETS_SECONDS,
    registers,
  });
  const failures = new Counter({
    name: "plimsoll_source_failures_total",
    help: "Documents that could not be read or were rejected.",
    labelNames: ["document"] as const,
    registers,
  });
  const errors = new Counter({
    name: "plimsoll_errors_total",
    help: "Errors in the log.",
    registers,
  });
  const observed = new Gauge({
    name: "plimsoll_last_observation_timestamp_seconds",
    help: "When the node was observed last, by the time of its snapshot.",
    registers,
  });
  return {
    step({ wokenBy, decision, problems, snapshot, ...step }: DaemonStep) {
      steps.inc({ woken_by: wokenBy });
      for (const { document } of problems) failures.inc({ document });
      duration.observe({ stage: "read" }, step.readMilliseconds / 1000);
      if (decision === null) return;
      duration.observe({ stage: "decide" }, step.decideMilliseconds / 1000);
      decisions.inc({ action: decision.action });
      observed.set(Number(snapshot.time / 1_000_000n) / 1000);
    },
    reportError() {
      errors.inc();
    },
  };
}
