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
  literal("a kubelet is of the release that its node tells, or else of the scheduler's");
  literal("a kubelet begins without a condition, and has nothing to reclaim but pods");
  literal("containers of a pod that is short of memory end and start again together");
  literal("a kubelet tells of pods every 10 s from its start on, where it could not at once");
  if (workloads.count == 0) literal("no workload is told: containers use nothing");
  else literal("a container uses what its workload says, on every node alike");
  if (usesDisk(false)) literal("a file system has an inode for every 16 KiB, or as many as told");
  if (usesDisk(true) && isWithoutDisk()) {
    literal("a node without ephemeral-storage has no file system: nobody sees its disk and inodes");
  }
  if (points.count != 0) literal("what a series says last lasts");
  if (objectsOf(Kind.PodDisruptionBudget).count != 0) {
    literal("a PodDisruptionBudget keeps the status that the objects tell");
  }
  if (areUnfollowed()) {
    literal("completion indexes and backoffLimitPerIndex of a Job are not followed");
    literal("podFailurePolicy and successPolicy of a Job are not followed");
  }
  if (caveats.isCreationIgnored)
    literal("what a change creates of a kind that is not played has no effect");
  if (areStrays()) {
    literal("a pod of a node that is not among the objects stays there: add the node to see it go");
  }
  if (caveats.areRecords) {
    literal("a pod uses what was recorded of the one whose place it takes, from the beginning");
  }
  if (caveats.unsupportedPods != 0) {
    literal("pods that need volumes, claims or gangs are not placed: their plugins are not run");
  }
  if (nodes.count > 1) literal("the scheduler tries one pod at a time, in the order of its queue");
}
