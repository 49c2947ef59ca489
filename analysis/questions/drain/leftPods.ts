/** Pods that a drain does not move to another node. */
import type { Drain } from "../../engine/drain.ts";
import type { PodName } from "../../engine/schedulingDecision.ts";
import { podText } from "../../text/podText.ts";

/** Evicted pods whose replacements the scheduler places on the drained node. */
export function returnedPods({ events, node }: Drain): readonly PodName[] {
  const returned = new Map<string, PodName>();
  for (const event of events) {
    const name = podText(event.pod);
    if (event.kind === "Scheduled" && event.replacement && event.node === node) {
      returned.set(name, event.pod);
    }
    if (event.kind === "Preempts") {
      for (const victim of event.victims) returned.delete(podText(victim));
    }
  }
  return [...returned.values()];
}

/** How many evicted pods no controller replaces, as those that have none. */
export function countNotRecreated({ events, pending }: Drain): number {
  const again = [
    ...events.filter((event) => event.kind === "Scheduled" && event.replacement),
    ...pending,
  ];
  const recreated = new Set(again.map(({ pod }) => podText(pod)));
  return events.filter(({ kind, pod }) => kind === "Evicted" && !recreated.has(podText(pod)))
    .length;
}

/** Pods that stay on the node, return to it or find none; kubectl that refuses leaves all. */
export function countLeft(drain: Drain): number {
  const { result, blocked = [], pending } = drain;
  if (result === "Refused") return Number.POSITIVE_INFINITY;
  return blocked.length + pending.length + returnedPods(drain).length;
}

export function isComplete(drain: Drain): boolean {
  return drain.result === "Drained" && countLeft(drain) === 0;
}
