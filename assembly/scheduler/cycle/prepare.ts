/**
 * What every decision begins with: the snapshot of the cluster, taken again when objects or the
 * configuration changed, and the tables derived from it.
 */
import { SchedulerAction } from "../../abi.ts";
import { adoptions } from "../../objects/documents/adopt.ts";
import { nodeAt } from "../../objects/model/node.ts";
import { podAt, pods } from "../../objects/model/pod.ts";
import { specs } from "../../objects/model/podSpec.ts";
import { decision } from "../model/decision.ts";
import { nominate, startNominations, withdrawNomination } from "../model/nominations.ts";
import { nodeRow, takeSnapshot } from "../model/snapshot.ts";
import { startImages } from "../scores/images.ts";
import { startTopology } from "../topology/topology.ts";
import { putPod } from "./moves.ts";
import { startBudgets } from "./preemption/budgets.ts";
import { startCandidates } from "./preemption/candidates.ts";
import { settlePreemption } from "./preemption/preempt.ts";
import { fillQueue, isNominated } from "./queue.ts";
import { startTemplates } from "./template.ts";

/** The state of objects and configuration that the snapshot was taken of. */
let seen: u32 = 0;
let isCurrent: bool = false;

/** The next decision takes the snapshot again. */
export function outdate(): void {
  isCurrent = false;
}

/**
 * Takes the snapshot again when objects or the configuration changed; false after a failure. `room`
 * is for how many pods there is to be room, where some are expected that are not there yet.
 */
export function prepare(room: u32 = 0): bool {
  if (isCurrent && seen == adoptions) return true;
  if (!takeSnapshot() || !startImages() || !startTemplates(specs.count)) return false;
  if (!startTopology() || !fillQueue()) return false;
  if (!startPreemption(max(room, pods.count))) return false;
  seen = adoptions;
  isCurrent = true;
  return true;
}

/** Room for what preemption works on, and the pods that were nominated before. */
function startPreemption(room: u32): bool {
  if (!startNominations(room) || !startBudgets() || !startCandidates(room)) return false;
  for (let row: u32 = 0; row < pods.count; row++) if (isNominated(podAt(row))) nominate(row);
  return true;
}

/** Applies an assumed decision: the pod is placed on its node, or its victims are gone. */
export function settle(): void {
  if (!decision.isAssumed) return;
  decision.isAssumed = false;
  const action = decision.action;
  decision.action = SchedulerAction.None;
  if (action == SchedulerAction.Unschedulable) return settlePreemption();
  podAt(decision.pod).assumedNodeName = nodeAt(nodeRow(decision.chosen)).name;
  withdrawNomination(decision.pod);
  putPod(decision.pod, decision.chosen);
}
