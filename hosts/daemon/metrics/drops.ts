import { Counter, type Registry } from "prom-client";
import type { Dropping } from "../boundedOutput.ts";

/** Read from whatever drops when Prometheus asks. */
export function dropMetrics(registry: Registry, droppings: readonly Dropping[]): void {
  new Counter({
    name: "plimsoll_dropped_total",
    help: "Lines of an output, and steps of the recorder, dropped because they waited too long.",
    labelNames: ["output"] as const,
    registers: [registry],
    collect() {
      this.reset();
      for (const { name, dropped } of droppings) this.inc({ output: name }, dropped);
    },
  });
}
