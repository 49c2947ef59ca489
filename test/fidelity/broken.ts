/** Rules of the core, each with a way to break it. */
import { readFileSync } from "node:fs";

const STAGES = new URL("../../assembly/eviction/stages/", import.meta.url);

export interface Breakage {
  readonly name: string;
  /** What the kubelet does, and the specification's number of it. */
  readonly rule: string;
  /** Below assembly/eviction/stages. */
  readonly file: string;
  /** Stands there once. */
  readonly right: string;
  readonly wrong: string;
}

export const BREAKAGES: readonly Breakage[] = [
  {
    name: "equality",
    rule: "a threshold is met below its limit, not at it (3.3)",
    file: "thresholds.ts",
    right: "observation.capacity) > observation.available;",
    wrong: "observation.capacity) >= observation.available;",
  },
  {
    name: "grace",
    rule: "a grace period is over at its end, not after it (3.5)",
    file: "grace.ts",
    right: "elapsed >= thresholdAt(index)",
    wrong: "elapsed > thresholdAt(index)",
  },
  {
    name: "transition",
    rule: "a condition is off at the end of the transition period (3.6)",
    file: "conditions.ts",
    right: "elapsed < policy.",
    wrong: "elapsed <= policy.",
  },
  {
    name: "updated-stats",
    rule: "stats that are no newer drive no eviction (3.7)",
    file: "synchronize.ts",
    right: "step.updatedStats = thresholdsUpdatedStats(step.gracePeriodSatisfied, OBSERVED);",
    wrong: "step.updatedStats = step.gracePeriodSatisfied;",
  },
  {
    name: "min-reclaim",
    rule: "a crossed threshold stays met until its minimum reclaim is reached (3.4)",
    file: "synchronize.ts",
    right: "thresholdsMet(state.thresholdsMet, OBSERVED, true)",
    wrong: "thresholdsMet(state.thresholdsMet, OBSERVED, false)",
  },
  {
    name: "memory-first",
    rule: "memory is reclaimed before anything else (3.9)",
    file: "choose.ts",
    right: "memorySignals != 0 ? memorySignals : updated",
    wrong: "memorySignals | updated",
  },
  {
    name: "layout",
    rule: "a layout that the Summary does not show is not known (1.5)",
    file: "layout.ts",
    right: "if (!showsFileSystem()) return StepFailure.None;",
    wrong: "return StepFailure.None;",
  },
  {
    name: "soft-grace",
    rule: "a softly evicted pod gets the smaller of two grace periods (3.11)",
    file: "evict.ts",
    right: "min(configured, pod.terminationGracePeriodSeconds)",
    wrong: "max(configured, pod.terminationGracePeriodSeconds)",
  },
  {
    name: "priority",
    rule: "of pods over their request the one of lower priority goes first (4.1)",
    file: "rank.ts",
    right: "u64(u32(pod.priority) ^ 0x80000000)",
    wrong: "u64(u32(pod.priority))",
  },
  {
    name: "overhead",
    rule: "overhead counts only on top of a request (4.4)",
    file: "requests.ts",
    right: "quantitySign(target) != 0 && quantitySign(overhead) != 0",
    wrong: "quantitySign(overhead) != 0",
  },
  {
    name: "volumes",
    rule: "with an image filesystem the writable layer is not on nodefs (4.3)",
    file: "usage.ts",
    right: "fileSystem == FileSystem.NodeFs ? Measure.Logs | Measure.Volumes : Measure.Rootfs",
    wrong: "fileSystem == FileSystem.NodeFs ? ALL : Measure.Rootfs",
  },
  {
    name: "first-step",
    rule: "mirrored containerfs thresholds count from the second step on (1.6.6)",
    file: "synchronize.ts",
    right: "first ? firstStepThresholds() : allThresholds()",
    wrong: "allThresholds()",
  },
  {
    name: "admission",
    rule: "under MemoryPressure alone only BestEffort pods are rejected (5.1)",
    file: "admission.ts",
    right: "if (conditions != MEMORY_PRESSURE)",
    wrong: "if ((conditions & MEMORY_PRESSURE) == 0)",
  },
];

/** The text of the rule's file with the rule broken; throws when the rule is not there once. */
export function brokenText({ file, right, wrong }: Breakage): string {
  const pieces = readFileSync(new URL(file, STAGES), "utf8").split(right);
  if (pieces.length === 2) return pieces.join(wrong);
  throw new Error(`"${right}" does not stand once in ${file}; see BREAKAGES.`);
}
