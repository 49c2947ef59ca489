import { Counter, type Registry } from "prom-client";
import { GUARD_RAILS } from "../acting/guardRails.ts";
import type { Act, DaemonStep, Observer } from "../step.ts";

type ActOutcome = "done" | "failed" | "unknown" | "observed" | "withheld";

/** What the daemon was asked to do, and the outcome. */
export function actMetrics(registry: Registry, acts: boolean): Observer {
  const made = new Counter({
    name: "plimsoll_acts_total",
    help:
      "Acts by outcome: done, failed, unknown (it counts as done), only observed, or " +
      "withheld by a guard rail.",
    labelNames: ["kind", "outcome"] as const,
    registers: [registry],
  });
  const withheld = new Counter({
    name: "plimsoll_acts_withheld_total",
    help: "Acts withheld by a guard rail.",
    labelNames: ["kind", "guard_rail"] as const,
    registers: [registry],
  });
  // A series that is there from the start has a rate from its first increase on.
  for (const { name } of GUARD_RAILS) withheld.inc({ kind: "evict", guard_rail: name }, 0);
  return {
    step(step: DaemonStep) {
      for (const act of step.acts) {
        made.inc({ kind: act.kind, outcome: outcomeOf(act, acts) });
        if (act.withheldBy !== undefined) {
          withheld.inc({ kind: act.kind, guard_rail: act.withheldBy });
        }
      }
    },
  };
}

function outcomeOf({ outcome, withheldBy }: Act, acts: boolean): ActOutcome {
  if (withheldBy !== undefined) return "withheld";
  if (!acts) return "observed";
  if (outcome.unknown === true) return "unknown";
  return outcome.done ? "done" : "failed";
}
