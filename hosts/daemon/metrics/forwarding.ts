import { Counter, Gauge, type Registry } from "prom-client";

/** What the forwarder counts. */
export interface ForwardCounts {
  readonly outcomes: Readonly<Record<"done" | "refused" | "dropped", number>>;
  readonly failures: number;
  readonly waiting: number;
}

/** Read from the forwarder when Prometheus asks. */
export function forwardMetrics(registry: Registry, counts: ForwardCounts): void {
  const registers = [registry];
  new Counter({
    name: "plimsoll_forwarded_steps_total",
    help: "Steps for the edge function: done, refused by it, or dropped because too many waited.",
    labelNames: ["outcome"] as const,
    registers,
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(counts.outcomes)) this.inc({ outcome }, count);
    },
  });
  new Counter({
    name: "plimsoll_forward_failures_total",
    help: "Attempts to forward a step that are made again.",
    registers,
    collect() {
      this.reset();
      this.inc(counts.failures);
    },
  });
  new Gauge({
    name: "plimsoll_forward_waiting_steps",
    help: "Steps that wait to be forwarded.",
    registers,
    collect() {
      this.set(counts.waiting);
    },
  });
}
