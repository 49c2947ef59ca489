/** What follows from a signal's row. Spec 1.1. */
import {
  FILE_SYSTEMS,
  FileSystem,
  NODE_CONDITIONS,
  NodeCondition,
  RESOURCES,
  Resource,
  SIGNALS_SINCE,
} from "./signalTable.ts";

/** @inline */
export function resourceOf(signal: i32): Resource {
  return <Resource>i32(unchecked(RESOURCES[signal]));
}

export function nodeConditionOf(signal: i32): NodeCondition {
  return <NodeCondition>i32(unchecked(NODE_CONDITIONS[signal]));
}

export function fileSystemOf(signal: i32): FileSystem {
  return <FileSystem>i32(unchecked(FILE_SYSTEMS[signal]));
}

/** Memory thresholds precede all others, which the kubelet guarantees. Spec 3.9. */
export function isMemorySignal(signal: i32): bool {
  return resourceOf(signal) == Resource.Memory;
}

/** Whether a kubelet with these behaviors knows the signal. Spec 0.3, 9. */
export function isSignalKnown(signal: i32, behaviors: u32): bool {
  const since = unchecked(SIGNALS_SINCE[signal]);
  return since == 0 || (behaviors & since) != 0;
}
