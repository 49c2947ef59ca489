/** What a simulation assumes: printed with every result. */
import { literal } from "../../base/json/write.ts";
import { Kind } from "../../objects/model/kind.ts";
import { nodes } from "../../objects/model/node.ts";
import { objectsOf } from "../../objects/model/objectRow.ts";
import { pods } from "../../objects/model/pod.ts";
import { points } from "../model/amount.ts";
import { caveats } from "../model/caveats.ts";
import { kubeletAt } from "../model/kubelet.ts";
import { areUnfollowed } from "../model/owner.ts";
import { lifecycleAt, Stage } from "../model/podLifecycle.ts";
import { workloadAt, workloads } from "../model/workload.ts";

/** Whether a workload uses inodes, or the disk as well. */
function usesDisk(orBytes: bool): bool {
  for (let row: u32 = 0; row < workloads.count; row++) {
    const workload = workloadAt(row);
    if (workload.inodes != 0 || (orBytes && workload.disk != 0)) return true;
  }
  return false;
}

function isWithoutDisk(): bool {
  for (let row: u32 = 0; row < nodes.count; row++) {
    if (kubeletAt(row).capacityDisk == 0) return true;
  }
  return false;
}

function isEarlyoomThere(): bool {
  for (let row: u32 = 0; row < nodes.count; row++) {
    if (kubeletAt(row).earlyoom != 0) return true;
  }
  return false;
}

function areStrays(): bool {
  for (let row: u32 = 0; row < pods.count; row++) {
    if (lifecycleAt(row).stage == Stage.Running && lifecycleAt(row).node == 0) return true;
  }
  return false;
}

export function writeAssumptions(): void {
  literal("a call to the API server takes 1 ms, a pod starts in 2 s and ends in 1 s");
  literal(
    "a controller makes at most 20 pods a second, after 30 at once; no other client is limited",
  );
  literal("a pod that runs when the scenario begins has the age 0");
  literal("a kubelet has the release of its node's kubeletVersion, or else the scheduler's");
  literal("a kubelet begins without a condition, and has nothing to reclaim but pods");
  literal("all containers of a pod that is short of memory end and restart together");
  literal("a kubelet retries reports about pods every 10 s, counted from its start");
  if (isEarlyoomThere()) {
    literal("earlyoom ends a container at once; without swap, its limit of swap is always met");
  }
  if (workloads.count == 0) literal("the scenario has no workloads: containers use nothing");
  else literal("a container uses what its workload says, on any node");
  if (usesDisk(false))
    literal("a file system has one inode for each 16 KiB, unless `inodes` is set");
  if (usesDisk(true) && isWithoutDisk()) {
    literal(
      "a node without ephemeral-storage has no file system: its disk and inodes meet no threshold",
    );
  }
  if (points.count != 0) literal("a series keeps its last value");
  if (objectsOf(Kind.PodDisruptionBudget).count != 0) {
    literal("a PodDisruptionBudget keeps the status that it has in the objects");
  }
  if (areUnfollowed()) {
    literal("completion indexes and backoffLimitPerIndex of a Job are not followed");
    literal("podFailurePolicy and successPolicy of a Job are not followed");
  }
  if (caveats.isCreationIgnored)
    literal("an object that a change creates has no effect if its kind is not simulated");
  if (areStrays()) {
    literal(
      "a pod on a node that is not among the objects stays there: add the node to simulate it",
    );
  }
  if (caveats.areRecords) {
    literal("a replacement uses what was recorded of the pod before it, from the beginning");
  }
  if (caveats.unsupportedPods != 0) {
    literal("pods that need volumes, claims or gangs are not placed: their plugins are not run");
  }
  if (nodes.count > 1) literal("the scheduler tries one pod at a time, in the order of its queue");
}
