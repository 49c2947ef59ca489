/**
 * Which pods of a node `kubectl drain` evicts, with its flags.
 * Spec: the sources of Kubernetes, kubectl/pkg/drain/filters.go.
 */
import { wordOf } from "../../objects/model/list.ts";
import { Pod, PodFlag, podHas } from "../../objects/model/pod.ts";
import { SpecFlag, specHas } from "../../objects/model/podSpec.ts";
import { internLiteral } from "../../objects/model/text.ts";

/** What kubectl does with a pod; errors come before warnings, in the order of its filters. */
export enum DrainFilter {
  Evicts = 0,
  /** A mirror pod: the kubelet's own file keeps it. */
  Skips,
  DaemonSetError,
  LocalStorageError,
  UnmanagedError,
  DaemonSetWarning,
  UnmanagedWarning,
  End,
}

export enum DrainFlag {
  IgnoreDaemonSets = 1,
  DeleteEmptyDir = 2,
  Force = 4,
}

const SENTENCES: StaticArray<string> = [
  "",
  "",
  "cannot delete DaemonSet-managed Pods (use --ignore-daemonsets to ignore)",
  "cannot delete Pods with local storage (use --delete-emptydir-data to override)",
  "cannot delete Pods that declare no controller (use --force to override)",
  "ignoring DaemonSet-managed Pods",
  "deleting Pods that declare no controller",
];

/** kubectl's own words, which the pods follow. */
export function drainSentence(filter: i32): string {
  return unchecked(SENTENCES[filter]);
}

export function isDrainError(filter: i32): bool {
  return filter >= DrainFilter.DaemonSetError && filter <= DrainFilter.UnmanagedError;
}

/** Whether kubectl asks for the eviction of the pod. */
export function isEvicted(filter: i32): bool {
  return filter == DrainFilter.Evicts || filter == DrainFilter.UnmanagedWarning;
}

/** If several filters report a pod, the last one counts, as in kubectl. */
export function filterOf(pod: Pod, flags: u32): DrainFilter {
  const hasEnded = podHas(pod, PodFlag.Terminated);
  if (!hasEnded && isOfDaemonSet(pod)) {
    return (flags & DrainFlag.IgnoreDaemonSets) != 0
      ? DrainFilter.DaemonSetWarning
      : DrainFilter.DaemonSetError;
  }
  if (podHas(pod, PodFlag.Mirror)) return DrainFilter.Skips;
  if (hasEnded) return DrainFilter.Evicts;
  const isLocal = specHas(pod.spec, SpecFlag.HasEmptyDir);
  if (isLocal && (flags & DrainFlag.DeleteEmptyDir) == 0) return DrainFilter.LocalStorageError;
  if (pod.controller != 0) return DrainFilter.Evicts;
  return (flags & DrainFlag.Force) != 0 ? DrainFilter.UnmanagedWarning : DrainFilter.UnmanagedError;
}

function isOfDaemonSet(pod: Pod): bool {
  if (pod.controller == 0) return false;
  return (
    wordOf(pod.controller, 0) == internLiteral("apps/v1") &&
    wordOf(pod.controller, 1) == internLiteral("DaemonSet")
  );
}
