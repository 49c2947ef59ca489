/** Who takes part in a cycle or a cascade: what a change that ends it may be about. */
import type { SimulatorEvent, SimulatorVerdict } from "../../engine/simulatorEvent.ts";

/** A workload, or a pod that nothing owns. */
export interface Workload {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

export interface Participants {
  /** Workloads whose pods are evicted, rejected or killed, the most affected first. */
  readonly workloads: readonly Workload[];
  /** Where that happens, and those that come under pressure; most often first. */
  readonly nodes: readonly string[];
  /** Such as `MemoryPressure`, of those nodes. */
  readonly conditions: ReadonlySet<string>;
  /** Reasons of rejections, such as `OutOfmemory`. */
  readonly reasons: ReadonlySet<string>;
}

/** Kinds of events with which pods end that were not meant to. */
const ENDS = new Set(["Evicted", "Rejected", "OOMKilled", "Killed", "Preempted", "Terminating"]);
/** More than a cycle has; of a run without one, the last ones are enough. */
const KEPT_MAX = 100_000;

interface Kept {
  readonly index: number;
  readonly event: SimulatorEvent;
}

/** Takes the events of a run as they come, and keeps those that matter. */
export class EventCollector {
  #index = 0;
  #kept: Kept[] = [];

  /** How many events have come. */
  get events(): number {
    return this.#index;
  }

  take(event: SimulatorEvent): void {
    const index = this.#index++;
    if (!ENDS.has(event.kind) && event.kind !== "Condition") return;
    this.#kept.push({ index, event });
    if (this.#kept.length > 2 * KEPT_MAX) this.#kept = this.#kept.slice(-KEPT_MAX);
  }

  /** The participants of the cycle, or of the whole run without a cycle. */
  participantsIn({ cycle, nodes }: SimulatorVerdict): Participants {
    const [first, last] = cycle ?? [0, this.#index];
    const of = this.#kept.filter(({ index }) => index >= first && index <= last);
    const ended = of.map(({ event }) => event).filter(({ kind }) => ENDS.has(kind));
    const names = counted(ended.flatMap(({ node }) => node ?? []));
    const conditions = of.flatMap(({ event }) => conditionOf(event) ?? []);
    const atEnd = nodes.filter(({ name }) => names.includes(name));
    const workloads = counted(ended.flatMap((event) => JSON.stringify(workloadOf(event)) ?? []));
    return {
      workloads: workloads.map((text) => JSON.parse(text) as Workload),
      nodes: names,
      conditions: new Set([...conditions, ...atEnd.flatMap((node) => node.conditions)]),
      reasons: new Set(ended.flatMap(({ reason }) => reason ?? [])),
    };
  }
}

function workloadOf({ pod, owner }: SimulatorEvent): Workload | undefined {
  if (pod === undefined) return undefined;
  const { namespace } = pod;
  if (owner === undefined) return { kind: "Pod", namespace, name: pod.name };
  return { kind: owner.kind, namespace, name: owner.name };
}

/** The name of a condition that has become true. */
function conditionOf({ kind, reason = "", message = "" }: SimulatorEvent): string | undefined {
  if (kind !== "Condition") return undefined;
  return /\b(MemoryPressure|DiskPressure|PIDPressure)(?:=True)?\b/.exec(
    `${reason} ${message}`,
  )?.[1];
}

/** Each once, the most frequent first; equally frequent ones in the order in which they came. */
function counted(texts: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([text]) => text);
}
