/**
 * The processes that the kernel would kill first on a node, from a Summary and its pods. The kernel
 * scores processes and a Summary has containers: each counts as one process here.
 */
import type { Decision, PodName, RankedPod, UsageParts } from "../../engine/decision.ts";
import { EngineError } from "../../engine/engineError.ts";
import type { OomEngine } from "../../engine/oomEngine.ts";
import type { NearLimit, RankedTask, Spared, TaskDocument } from "../../engine/oomSelection.ts";
import { listOf, objectOf } from "../../read/json/untyped.ts";
import { type ContainerMemory, processMemory } from "../../read/kernelLog/processMemory.ts";
import { podText } from "../../text/podText.ts";
import type { OomSettings } from "./race.ts";

/** A container as the kernel weighs it, were it one process. */
export interface RankedContainer extends Omit<RankedTask, "pid" | "name" | "root"> {
  readonly pod: PodName;
  readonly container: string;
  /** The pod's place in the kubelet's order of eviction; absent for one it never evicts. */
  readonly evictionPosition?: number;
}

export interface ContainerNearLimit extends Omit<NearLimit, "pid" | "name"> {
  readonly pod: PodName;
  readonly container: string;
}

export interface SparedContainer extends Omit<Spared, "instead"> {
  readonly instead?: RankedContainer;
}

export interface OomRanking {
  readonly pageBytes: number;
  readonly totalPages: number;
  readonly pagesOfOne: number;
  readonly first?: RankedContainer;
  /** Who dies after that. */
  readonly next?: RankedContainer;
  /** Whether the first would be first however few pages it used: then it is by its adjustment. */
  readonly isByAdjustment: boolean;
  readonly spared?: SparedContainer;
  readonly ranking: readonly RankedContainer[];
  readonly nearLimits: readonly ContainerNearLimit[];
  readonly containersDieWhole?: boolean;
  /** Who dies with a process, and what is assumed. */
  readonly assumed: readonly string[];
  readonly digest: string;
}

export interface OomNode {
  /** The decision in full detail, ranked by memory. */
  readonly decision: Decision;
  readonly summary: Uint8Array;
  /** The v1 PodList in force, for limits. */
  readonly pods: Uint8Array | null;
  readonly kubelet: string;
  readonly settings: OomSettings;
  /** The kernel's release; without one, the newest rules. */
  readonly kernel?: string;
}

interface Weighed {
  readonly pod: RankedPod;
  readonly part: UsageParts;
  readonly memory: ContainerMemory;
}

const PAGE_BYTES = 4096;
const ONE_PROCESS =
  "Each container counts as one process with the container's rssBytes and swap. If it " +
  "has several processes, only the largest one counts, with less than shown.";
const NOT_IN_SUMMARY =
  "A Summary lacks page tables and mapped files, which add to badness. It also lacks " +
  "pause containers (oom_score_adj -998) and the node's own daemons, which the kernel " +
  "may also choose.";

/** Null where the Summary lacks the node's memory, or nothing in it can be weighed. */
export function oomRanking(node: OomNode, engine: OomEngine): OomRanking | null {
  const { decision, summary } = node;
  const ramBytes = decision.observations?.find(
    ({ signal }) => signal === "memory.available",
  )?.capacity;
  if (ramBytes === undefined) return null;
  const memory = processMemory(summary);
  const weighed = (decision.ranking ?? []).flatMap((pod) => weighedOf(pod, memory.pods));
  if (weighed.length === 0) return null;
  const limits = memoryLimits(node.pods);
  const { kernel, kubelet, settings } = node;
  try {
    engine.select({
      ...(kernel === undefined ? {} : { kernel }),
      scope: "global",
      pageBytes: PAGE_BYTES,
      ramBytes,
      ...(memory.swapBytes === null ? {} : { swapBytes: memory.swapBytes }),
      kubelet,
      ...(settings.singleProcessOOMKill === true ? { singleProcessOOMKill: true } : {}),
      tasks: weighed.map((each, index) => taskOf(each, index, limits)),
    });
  } catch (error) {
    // Numbers that no machine has, which the eviction policy takes.
    if (!(error instanceof EngineError)) throw error;
    return null;
  }
  return rankingOf(node, weighed, memory.swapBytes, engine);
}

/** Containers of a pod that run: those with stats, and an oom_score_adj that the kubelet gave. */
function weighedOf(pod: RankedPod, pods: ReadonlyMap<string, readonly ContainerMemory[]>) {
  const containers = pods.get(pod.uid) ?? [];
  return pod.parts.flatMap((part): readonly Weighed[] => {
    if (part.kind === "volume" || part.oomScoreAdj === undefined) return [];
    const memory = containers.find(({ name }) => name === part.name);
    if (memory === undefined || (memory.rssBytes ?? memory.workingSetBytes) === null) return [];
    return [{ pod, part, memory }];
  });
}

function taskOf(
  { pod, part, memory }: Weighed,
  index: number,
  limits: ReadonlyMap<string, string>,
): TaskDocument {
  const { rssBytes, workingSetBytes, swapBytes } = memory;
  const memoryLimit = limits.get(keyOf(pod.uid, part.name));
  return {
    pid: index + 1,
    name: `Container ${part.name} of ${podText(pod)}`,
    oomScoreAdj: part.oomScoreAdj ?? 0,
    rssBytes: rssBytes ?? workingSetBytes ?? 0,
    swapBytes,
    ...(workingSetBytes === null ? {} : { workingSetBytes }),
    ...(memoryLimit === undefined ? {} : { memoryLimit }),
  };
}

function rankingOf(
  { decision }: OomNode,
  weighed: readonly Weighed[],
  swapBytes: number | null,
  engine: OomEngine,
): OomRanking {
  const selection = engine.report();
  const { totalPages, pagesOfOne, killed, next, spared, ranking = [], digest } = selection;
  const { containersDieWhole, groupSentence, nearLimits = [] } = selection;
  const container = (task: RankedTask) => containerOf(task, weighed);
  return {
    pageBytes: PAGE_BYTES,
    totalPages,
    pagesOfOne,
    ...(killed === undefined ? {} : { first: container(killed) }),
    ...(next === undefined ? {} : { next: container(next) }),
    isByAdjustment: killed !== undefined && spared !== undefined && spared.rssPages === undefined,
    ...(spared === undefined ? {} : { spared: sparedOf(spared, container) }),
    ranking: ranking.map(container),
    nearLimits: nearLimits.map(({ pid, name: _, ...near }) => ({
      ...placeOf(pid, weighed),
      ...near,
    })),
    ...(containersDieWhole === undefined ? {} : { containersDieWhole }),
    assumed: [
      ONE_PROCESS,
      NOT_IN_SUMMARY,
      ...(groupSentence === undefined ? [] : [groupSentence]),
      ...missing(decision, weighed, swapBytes),
    ],
    digest,
  };
}

function sparedOf(
  { instead, ...spared }: Spared,
  container: (task: RankedTask) => RankedContainer,
): SparedContainer {
  return { ...spared, ...(instead === undefined ? {} : { instead: container(instead) }) };
}

function containerOf(task: RankedTask, weighed: readonly Weighed[]): RankedContainer {
  const { pid, name: _, root: __, ...numbers } = task;
  const { pod } = weighed[pid - 1] ?? {};
  return {
    ...placeOf(pid, weighed),
    ...(pod === undefined || pod.skipped !== undefined ? {} : { evictionPosition: pod.position }),
    ...numbers,
  };
}

function placeOf(pid: number, weighed: readonly Weighed[]) {
  const found = weighed[pid - 1];
  if (found === undefined) throw new RangeError(`There is no container ${pid}.`);
  const { namespace, name, uid } = found.pod;
  return { pod: { namespace, name, uid }, container: found.part.name };
}

function missing(
  { ranking = [] }: Decision,
  weighed: readonly Weighed[],
  swapBytes: number | null,
): readonly string[] {
  const without = weighed.filter(({ memory }) => memory.rssBytes === null);
  const pods = new Set(weighed.map(({ pod }) => pod.uid));
  const left = ranking.filter(({ uid }) => !pods.has(uid)).map(podText);
  const ephemeral = ranking.some(({ parts }) => parts.some(({ kind }) => kind === "ephemeral"));
  return [
    ...(without.length > 0
      ? ["The Summary lacks rssBytes; the working set, page cache included, is used instead."]
      : []),
    ...(left.length > 0 ? [`Without stats, and left out: ${left.join(", ")}.`] : []),
    ...(ephemeral ? ["Ephemeral containers are left out: their oom_score_adj is not known."] : []),
    ...(swapBytes === null ? ["The Summary has no swap of the node; assuming none."] : []),
  ];
}

/** `limits.memory` as it is written, by pod and container. */
function memoryLimits(podList: Uint8Array | null): ReadonlyMap<string, string> {
  const limits = new Map<string, string>();
  if (podList === null) return limits;
  const { items } = objectOf(JSON.parse(new TextDecoder().decode(podList)));
  for (const { metadata, spec } of listOf(items)) {
    const { uid } = objectOf(metadata);
    const { containers, initContainers } = objectOf(spec);
    for (const { name, resources } of [...listOf(containers), ...listOf(initContainers)]) {
      const { memory } = objectOf(objectOf(resources).limits);
      if (typeof memory === "number" || typeof memory === "string") {
        limits.set(keyOf(String(uid), String(name)), String(memory));
      }
    }
  }
  return limits;
}

function keyOf(uid: string, container: string): string {
  return `${uid}/${container}`;
}
