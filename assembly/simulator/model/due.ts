/** Which timers still count, and how those are sorted out that do not. */
import { DUE_OFFSET } from "../memory.ts";
import { Entry, entryAt, keepEntries, moveEntry } from "./heap.ts";
import { kubeletAt } from "./kubelet.ts";
import { lifecycleAt } from "./podLifecycle.ts";
import { Subject, subjectOf, timers } from "./timers.ts";

const TIMERS_MIN: u32 = 1024;

@unmanaged
export class Due {
  /** Entries that were left when they were sorted out last. */
  kept: u32;
}

const due = changetype<Due>(DUE_OFFSET);

/** Whether something will come of a timer. */
export function isDue(entry: Entry): bool {
  switch (subjectOf(entry.kind)) {
    case Subject.Pod:
      return entry.version == lifecycleAt(entry.subject).version;
    case Subject.PodTaints:
      return entry.version == lifecycleAt(entry.subject).taintVersion;
    case Subject.Step:
      return entry.version == kubeletAt(entry.subject).stepVersion;
    case Subject.NodeMemory:
      return entry.version == kubeletAt(entry.subject).memoryVersion;
    case Subject.Heartbeat:
      return entry.version == kubeletAt(entry.subject).beatVersion;
    case Subject.MissedHeartbeats:
      return entry.version == kubeletAt(entry.subject).lookVersion;
    default:
      return true;
  }
}

/** Takes out timers of which nothing will come, when there are twice as many as the last time. */
export function sortOutTimers(): void {
  if (timers.count < max(TIMERS_MIN, 2 * due.kept)) return;
  let kept: u32 = 0;
  for (let index: u32 = 0; index < timers.count; index++) {
    if (isDue(entryAt(timers, index))) moveEntry(timers, kept++, index);
  }
  keepEntries(timers, kept);
  due.kept = kept;
}
