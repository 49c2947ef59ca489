/**
 * Pods that fit nowhere since anything changed, by what the scheduler sees of them: others of the
 * same template need not be tried. A slot keeps one of the templates that share it.
 *
 * ```
 *  0      4        8           12           16
 *  ┌──────┬────────┬───────────┬────────────┬────────┐
 *  │ spec │ labels │ namespace │ controller │ moment │
 *  └──────┴────────┴───────────┴────────────┴────────┘
 * ```
 */
import { Pod } from "../../objects/model/pod.ts";

const SLOTS: u32 = 1024;
const SLOT_BYTES: usize = 20;
const REFUSED: usize = memory.data(1024 * 20, 4);

/** Counts what changed: evictions, placements, preemptions. */
let moment: u32 = 0;

/** Something changed, so pods that were refused may fit now. */
export function forgetRefused(): void {
  if (++moment == 0) memory.fill(REFUSED, 0, usize(SLOTS) * SLOT_BYTES);
  moment = max(moment, 1);
}

/** Whether a pod like this one was refused, and nothing has changed since. */
export function isRefused(pod: Pod): bool {
  if (pod.nominatedNodeName != 0) return false;
  const slot = slotOf(pod);
  return (
    load<u32>(slot, 16) == moment &&
    load<u32>(slot) == pod.spec &&
    load<u32>(slot, 4) == pod.labels &&
    load<u32>(slot, 8) == pod.namespace &&
    load<u32>(slot, 12) == pod.controller
  );
}

/** Notes that a pod fits on no node and can preempt no pod. */
export function noteRefused(pod: Pod): void {
  if (pod.nominatedNodeName != 0) return;
  const slot = slotOf(pod);
  store<u32>(slot, pod.spec);
  store<u32>(slot, pod.labels, 4);
  store<u32>(slot, pod.namespace, 8);
  store<u32>(slot, pod.controller, 12);
  store<u32>(slot, moment, 16);
}

function slotOf(pod: Pod): usize {
  let hash = pod.spec * 0x9e3779b1;
  hash = (hash ^ pod.labels) * 0x85ebca6b;
  hash = (hash ^ pod.namespace) * 0xc2b2ae35;
  hash = (hash ^ pod.controller) * 0x9e3779b1;
  return REFUSED + usize((hash >> 16) % SLOTS) * SLOT_BYTES;
}
