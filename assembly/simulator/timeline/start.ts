/** The cluster as the documents have it becomes the first moment of the scenario. */
import { Status } from "../../abi.ts";
import { failureStatus } from "../../base/json/failure.ts";
import { areNodesHeld } from "../kubelet/limits.ts";
import { changeAt, changes } from "../model/change.ts";
import { fillKubelets } from "../model/kubelet.ts";
import { fillLifecycles } from "../model/podLifecycle.ts";
import { readStarts } from "../model/starts.ts";
import { addTimer, Timer } from "../model/timers.ts";
import { startNodes } from "./startNodes.ts";
import { startOwners } from "./startOwners.ts";
import { startPods } from "./startPods.ts";

/** False after a failure. */
export function startScenario(): bool {
  if (!fillKubelets() || !fillLifecycles()) return false;
  readStarts();
  startOwners(0);
  startPods(0);
  if (!areNodesHeld()) return false;
  startNodes(0);
  if (failureStatus() != Status.Ok) return false;
  for (let row: u32 = 0; row < changes.count; row++) {
    addTimer(changeAt(row).at, Timer.Change, row, 0);
  }
  return true;
}
