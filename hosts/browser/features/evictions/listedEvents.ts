import type { PodName, Signal } from "../../../../analysis/engine/decision.ts";
import { NODE_CONDITIONS } from "../../../../analysis/text/outcome.ts";
import type { DecidedEviction, Timeline } from "../../session/protocol.ts";
import { stretches } from "../../state/turningPoints.ts";

/** A pod that a run evicts, however often, or that is recorded as evicted; a condition. */
export interface ListedEvent {
  readonly step: number;
  readonly is: "eviction" | "recorded" | "spared" | "begins" | "ends";
  readonly pod?: PodName;
  readonly signal?: Signal;
  /** In how many steps it is evicted. */
  readonly count?: number;
  /** Whether the run without the changes does not evict it. */
  readonly isNew?: boolean;
  readonly condition?: string;
  /** Of a pod that is recorded as evicted: what the policy does then. */
  readonly policy?: DecidedEviction["policy"];
  /** The capture records evictions, but not this one. */
  readonly isPolicyOnly?: boolean;
}

/** `before`: the run without what was changed; null where nothing is, or it is not known. */
export function listedEvents(
  timeline: Timeline,
  before: Timeline | null,
  recorded: readonly DecidedEviction[] = [],
): readonly ListedEvent[] {
  const now = evictionsOf(timeline);
  const then = before === null ? null : evictionsOf(before);
  const ended = new Set(recorded.map(({ pod }) => pod.uid));
  const evicted = [...now.values()].flatMap((each): ListedEvent[] => {
    const { uid = "" } = each.pod ?? {};
    if (ended.has(uid)) return [];
    const isNew = then !== null && !then.has(uid);
    return [{ ...each, ...(isNew && { isNew }), ...(ended.size > 0 && { isPolicyOnly: true }) }];
  });
  const spared = [...(then ?? new Map()).values()]
    .filter(({ pod }) => !now.has(pod?.uid ?? ""))
    .map((each): ListedEvent => ({ ...each, is: "spared" }));
  const happened = recorded.map(({ step, pod, policy }): ListedEvent => {
    return { step, pod, policy, is: "recorded" };
  });
  const all = [...evicted, ...spared, ...happened, ...conditionsOf(timeline)];
  return all.sort((a, b) => a.step - b.step);
}

function evictionsOf({ events }: Timeline): Map<string, ListedEvent> {
  const found = new Map<string, ListedEvent>();
  for (const { step, signal, evicted } of events) {
    for (const pod of evicted) {
      const known = found.get(pod.uid);
      const first = known ?? {
        step,
        is: "eviction",
        pod,
        ...(signal === undefined ? {} : { signal }),
      };
      found.set(pod.uid, { ...first, count: (known?.count ?? 0) + 1 });
    }
  }
  return found;
}

function conditionsOf({ conditions }: Timeline): readonly ListedEvent[] {
  return NODE_CONDITIONS.flatMap((condition, index) =>
    stretches(conditions, 1 << index).flatMap(({ from, to }): ListedEvent[] => [
      { step: from, is: "begins", condition },
      ...(to < conditions.length ? [{ step: to, is: "ends" as const, condition }] : []),
    ]),
  );
}
