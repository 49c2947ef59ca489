/** A controller makes a pod, as fast as its client lets it. */
import { NO_ROW } from "../../objects/model/table.ts";
import { takeCall, waitOf } from "../model/client.ts";
import { ownerAt } from "../model/owner.ts";
import { lifecycleAt } from "../model/podLifecycle.ts";
import { createPod, wakeOwner } from "./pods.ts";
import { useNextRecord } from "./records.ts";

/** Makes a pod when the controller's client lets it; if not, the owner looks again when it does. */
export function make(row: u32, name: u32, spec: u32, turn: u32, target: u32): bool {
  const kind = ownerAt(row).kind;
  const wait = waitOf(kind);
  if (wait > 0) {
    wakeOwner(row, wait);
    return false;
  }
  takeCall(kind);
  const made = createPod(row, name, spec, turn);
  if (made == NO_ROW) return false;
  lifecycleAt(made).target = target;
  useNextRecord(made);
  return true;
}
