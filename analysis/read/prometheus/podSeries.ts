/** The pods of a node as their series show them: which there were, when, and what they used. */

import type { MissingWord } from "../capture/missing.ts";
import type { PriorityClasses } from "../objects/priorityClasses.ts";
import type { OriginRow } from "./origins.ts";
import { type NamedPod, PodFacts } from "./podFacts.ts";
import type { KeptSeries, SeriesStore } from "./store.ts";
import { type Track, timeText } from "./track.ts";

const RUNNING = "Running";
const ENDED: ReadonlySet<string> = new Set(["Succeeded", "Failed"]);

/** Series of one container. */
interface ContainerSeries {
  readonly memory: Track[];
  readonly rootfs: Track[];
  readonly logs: Track[];
  readonly processes: Track[];
}

/** Series of one pod. */
interface PodSeries extends NamedPod {
  /** When the pod existed, from kube_pod_info; null without kube-state-metrics. */
  readonly presence: Track | null;
  readonly phases: readonly { readonly phase: string; readonly track: Track }[];
  readonly memory: Track[];
  readonly processes: Track[];
  readonly storage: Track[];
  readonly containers: Map<string, ContainerSeries>;
  readonly changes: readonly number[];
  /** Items by what they depend on. */
  readonly items: Map<string, string>;
}

/** What a Summary and a PodList say of pods at one time, as texts of JSON. */
export interface PodsAt {
  readonly items: readonly string[];
  readonly stats: readonly object[];
  /** Running pods whose usage no sample has then. */
  readonly unmeasured: number;
}

export class PodTable {
  readonly #facts: PodFacts;
  readonly #pods: readonly PodSeries[];
  readonly #hasMemory: boolean;
  readonly #hasRequests: boolean;

  constructor(store: SeriesStore, classes: PriorityClasses) {
    this.#facts = new PodFacts(store, classes);
    this.#pods = podsOf(store, this.#facts);
    this.#hasMemory = this.#pods.some(hasMemory);
    this.#hasRequests = this.#facts.hasRequests;
  }

  get count(): number {
    return this.#pods.length;
  }

  at(time: number, interval: number): PodsAt {
    const items: string[] = [];
    const stats: object[] = [];
    let unmeasured = 0;
    for (const pod of this.#pods) {
      const isListed = pod.presence !== null && pod.presence.at(time, interval) !== null;
      const phase = phaseAt(pod, time, interval);
      if (ENDED.has(phase)) {
        if (isListed) items.push(this.#item(pod, phase, time));
        continue;
      }
      const used = statsAt(pod, time, interval);
      if (used !== null) stats.push(used);
      else if (this.#hasMemory || !isListed) {
        if (isListed && phase === RUNNING) unmeasured += 1;
        continue;
      }
      items.push(this.#item(pod, phase, time));
    }
    return { items, stats, unmeasured };
  }

  get origins(): readonly OriginRow[] {
    return this.#pods.flatMap((pod) => [...usageOrigins(pod), ...this.#facts.originsOf(pod)]);
  }

  get missing(): readonly MissingWord[] {
    const has = (part: (series: ContainerSeries) => readonly Track[]) =>
      this.#pods.some(({ containers }) => [...containers.values()].some((each) => part(each)[0]));
    const isPrioritized = this.#pods.every((pod) => this.#facts.hasPriority(pod));
    const hasProcesses =
      this.#pods.some(({ processes }) => processes[0]) || has(({ processes }) => processes);
    const words: [MissingWord, boolean][] = [
      ["podMemory", !this.#hasMemory],
      ["podStorage", !has(({ rootfs }) => rootfs) && !has(({ logs }) => logs)],
      ["podVolumes", true],
      ["podInodes", true],
      ["podProcesses", !hasProcesses],
      ["podRequests", !this.#hasRequests],
      ["podPriorities", !isPrioritized],
      ["gracePeriods", true],
      ["reclaimed", true],
    ];
    return words.filter(([, isMissing]) => isMissing).map(([word]) => word);
  }

  #item(pod: PodSeries, phase: string, time: number): string {
    const version = pod.changes.filter((change) => change <= time).length;
    const key = `${version} ${phase}`;
    const held = pod.items.get(key);
    if (held !== undefined) return held;
    const names = [...pod.containers.keys()].sort();
    const item = JSON.stringify(this.#facts.itemAt(pod, phase, names, time));
    pod.items.set(key, item);
    return item;
  }
}

function hasMemory({ memory, containers }: PodSeries): boolean {
  return memory.length > 0 || [...containers.values()].some((each) => each.memory.length > 0);
}

function podsOf(store: SeriesStore, facts: PodFacts): readonly PodSeries[] {
  const pods = new Map<string, PodSeries>();
  const byName = new Map<string, PodSeries[]>();
  const phases = groupedByUid(store.of("kube_pod_status_phase"));
  const begin = (pod: NamedPod, presence: Track | null): PodSeries => {
    const begun: PodSeries = {
      ...pod,
      presence,
      phases: (phases.get(pod.uid) ?? []).map(({ labels, track }) => ({
        phase: labels.phase ?? "",
        track,
      })),
      memory: [],
      processes: [],
      storage: [],
      containers: new Map(),
      changes: facts.changesOf(pod.uid),
      items: new Map(),
    };
    pods.set(pod.uid, begun);
    const name = `${pod.namespace}/${pod.name}`;
    byName.set(name, [...(byName.get(name) ?? []), begun]);
    return begun;
  };
  for (const { labels, track } of store.of("kube_pod_info")) {
    const { namespace = "", pod: name = "", uid = "", priority_class: priorityClass = "" } = labels;
    if (!pods.has(uid)) begin({ namespace, name, uid, priorityClass }, track);
  }
  const known = new Set(byName.keys());
  for (const [metric, place] of USAGE) {
    for (const kept of store.of(metric)) {
      for (const pod of ownersOf(kept, pods, byName, known, begin)) place(pod, kept);
    }
  }
  return [...pods.values()].sort((a, b) => (a.uid < b.uid ? -1 : 1));
}

function groupedByUid(series: readonly KeptSeries[]): ReadonlyMap<string, KeptSeries[]> {
  const grouped = new Map<string, KeptSeries[]>();
  for (const kept of series) {
    const uid = kept.labels.uid ?? "";
    grouped.set(uid, [...(grouped.get(uid) ?? []), kept]);
  }
  return grouped;
}

/**
 * The pods that a series may be of. The uid in a cgroup's name distinguishes pods of one name; that
 * of a static pod is not the one that the API server has.
 */
function ownersOf(
  { cgroup }: KeptSeries,
  pods: ReadonlyMap<string, PodSeries>,
  byName: ReadonlyMap<string, readonly PodSeries[]>,
  known: ReadonlySet<string>,
  begin: (pod: NamedPod, presence: null) => PodSeries,
): readonly PodSeries[] {
  if (cgroup === null || cgroup.pod === "") return [];
  const { namespace, pod: name, uid } = cgroup;
  const own = pods.get(uid);
  if (own !== undefined) return [own];
  const named = byName.get(`${namespace}/${name}`) ?? [];
  // Without kube-state-metrics only the cgroups show which pods there were.
  const isCounted = known.has(`${namespace}/${name}`) || uid === "";
  if (isCounted && named.length > 0) return named;
  return [begin({ namespace, name, uid: uid === "" ? `${namespace}/${name}` : uid }, null)];
}

type Place = (pod: PodSeries, kept: KeptSeries) => void;

const inContainer =
  (part: keyof ContainerSeries): Place =>
  (pod, { cgroup, track }) => {
    if (cgroup?.level === "container") containerOf(pod, cgroup.container)[part].push(track);
  };

/** Where the samples of each metric of usage belong; those with uids come first. */
const USAGE: readonly (readonly [metric: string, place: Place])[] = [
  [
    "container_memory_working_set_bytes",
    (pod, kept) => {
      if (kept.cgroup?.level === "pod") pod.memory.push(kept.track);
      else inContainer("memory")(pod, kept);
    },
  ],
  [
    "pod_memory_working_set_bytes",
    // The same figure from the kubelet's other endpoint: for where cAdvisor's was dropped.
    (pod, { track }) => {
      if (pod.memory.length === 0) pod.memory.push(track);
    },
  ],
  [
    "container_processes",
    (pod, kept) => {
      if (kept.cgroup?.level === "pod") pod.processes.push(kept.track);
      else inContainer("processes")(pod, kept);
    },
  ],
  ["container_fs_usage_bytes", inContainer("rootfs")],
  ["kubelet_container_log_filesystem_used_bytes", inContainer("logs")],
  ["ephemeral_storage_pod_usage", (pod, { track }) => pod.storage.push(track)],
];

function containerOf(pod: PodSeries, name: string): ContainerSeries {
  const found = pod.containers.get(name);
  if (found !== undefined) return found;
  const begun = { memory: [], rootfs: [], logs: [], processes: [] };
  pod.containers.set(name, begun);
  return begun;
}

/** If several phases are valid at the same time, the one seen last counts. */
function phaseAt({ phases }: PodSeries, time: number, interval: number): string {
  let [newest, found] = [-1, RUNNING];
  for (const { phase, track } of phases) {
    const sample = track.at(time, interval);
    if (sample === null || sample.time < newest) continue;
    [newest, found] = [sample.time, phase];
  }
  return found;
}

/** The newest of samples that hold; their sum where `sums`, as of the disks of one container. */
function usedAt(tracks: readonly Track[], time: number, interval: number, sums = false) {
  let found: { time: number; value: number } | null = null;
  for (const track of tracks) {
    const sample = track.at(time, interval);
    if (sample === null) continue;
    if (found === null || (!sums && sample.time > found.time)) found = sample;
    else if (sums) found = { time: found.time, value: found.value + sample.value };
  }
  return found;
}

/** Null when no sample has the pod's memory then: it would look like a pod that uses nothing. */
function statsAt(pod: PodSeries, time: number, interval: number): object | null {
  const { namespace, name, uid } = pod;
  const containers: object[] = [];
  let [summed, measuredAt, processes] = [0, -1, 0];
  let hasProcesses = false;
  for (const [container, series] of pod.containers) {
    const memory = usedAt(series.memory, time, interval);
    const rootfs = usedAt(series.rootfs, time, interval, true);
    const logs = usedAt(series.logs, time, interval);
    const count = usedAt(series.processes, time, interval);
    if (memory !== null) [summed, measuredAt] = [summed + memory.value, memory.time];
    if (count !== null) [processes, hasProcesses] = [processes + count.value, true];
    if (memory === null && rootfs === null && logs === null) continue;
    containers.push({
      name: container,
      ...(memory === null
        ? {}
        : { memory: { time: timeText(memory), workingSetBytes: memory.value } }),
      ...(rootfs === null ? {} : { rootfs: { usedBytes: rootfs.value } }),
      ...(logs === null ? {} : { logs: { usedBytes: logs.value } }),
    });
  }
  const ofPod = usedAt(pod.memory, time, interval);
  const memory = ofPod ?? (measuredAt < 0 ? null : { time: measuredAt, value: summed });
  if (memory === null) return null;
  const storage = usedAt(pod.storage, time, interval);
  const count = usedAt(pod.processes, time, interval)?.value ?? (hasProcesses ? processes : null);
  return {
    podRef: { name, namespace, uid },
    containers,
    memory: { time: timeText(memory), workingSetBytes: memory.value },
    ...(storage === null ? {} : { "ephemeral-storage": { usedBytes: storage.value } }),
    ...(count === null ? {} : { process_stats: { process_count: count } }),
  };
}

const WORKING_SET = "container_memory_working_set_bytes";

function usageOrigins({ memory, processes, storage, containers }: PodSeries): OriginRow[] {
  const rows: OriginRow[] = [];
  const add = (member: string, origin: OriginRow["origin"], from: string) =>
    rows.push({ member, origin, from });
  const inAny = (part: keyof ContainerSeries) =>
    [...containers.values()].some((each) => each[part].length > 0);
  if (memory.length > 0)
    add("pods.memory.workingSetBytes", "measured", `${WORKING_SET} of the pod`);
  else if (inAny("memory")) {
    add("pods.memory.workingSetBytes", "derived", `${WORKING_SET}, the sum of the containers`);
  }
  if (inAny("memory")) add("pods.containers.memory.workingSetBytes", "measured", WORKING_SET);
  if (inAny("rootfs")) {
    add("pods.containers.rootfs.usedBytes", "measured", "container_fs_usage_bytes");
  }
  if (inAny("logs")) {
    const from = "kubelet_container_log_filesystem_used_bytes";
    add("pods.containers.logs.usedBytes", "measured", from);
  }
  const count = "pods.process_stats.process_count";
  if (processes.length > 0) add(count, "measured", "container_processes of the pod");
  else if (inAny("processes")) {
    add(count, "derived", "container_processes, the sum of the containers");
  }
  if (storage.length > 0) {
    add("pods.ephemeral-storage.usedBytes", "measured", "ephemeral_storage_pod_usage");
  }
  return rows;
}
