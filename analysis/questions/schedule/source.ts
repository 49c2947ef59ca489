import type { SchedulerSummary } from "../../engine/schedulerEngine.ts";
import { plural } from "../../text/amount.ts";
import { formatRelease } from "../../text/release.ts";

/** What was read: the objects that decide, and the release that is followed. */
export function sourceOf({ objects, configuration }: SchedulerSummary): string {
  const counts = [
    plural(objects.Node ?? 0, "node"),
    plural(objects.Pod ?? 0, "pod"),
    ...(objects.PodDisruptionBudget === undefined
      ? []
      : [plural(objects.PodDisruptionBudget, "budget")]),
  ];
  const release = formatRelease(configuration.kubernetesMinor);
  return `cluster objects · ${counts.join(", ")} · kube-scheduler ${release}`;
}

/** Scheduling depends on all pods; a namespace only limits which are shown. */
export function onlyNamespace(namespace: string): string {
  return `only pods of namespace ${namespace} are shown; those of others are scheduled with them`;
}
