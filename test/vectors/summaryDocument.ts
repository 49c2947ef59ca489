import { ALLOCATABLE, NODE_SECTIONS, type NodeFacts, SECTION_NAMES } from "./nodeFacts.ts";
import {
  isObject,
  isOffset,
  type Json,
  type JsonObject,
  mergeDeep,
  parseSize,
} from "./notation.ts";
import { namespaceOf, regularContainers, uidOf, VOLUME_STATS_FACTS } from "./podDocument.ts";
import type { PodFacts, Usage } from "./vector.ts";

/** Turns an offset since the start of the scenario into the time text of the documents. */
export type TimeText = (offset: string) => string;

/** Builds one stats Summary; `statsAt` is the time of every statistic, null for none. */
export function buildSummary(
  node: NodeFacts,
  pods: Readonly<Record<string, PodFacts>>,
  statsAt: string | null,
  timeText: TimeText,
): JsonObject {
  const time = statsAt === null ? undefined : timeText(statsAt);
  const section = (
    value: string | JsonObject | null | undefined,
    shares: (text: string) => JsonObject,
  ): JsonObject | undefined => {
    if (value === undefined || value === null) return undefined;
    if (!isObject(value)) return { time, ...shares(value) };
    return withTime(value, time, timeText);
  };
  const sections = SECTION_NAMES.map((name) => {
    const { at, members } = NODE_SECTIONS[name];
    return nested(at, section(node[name], members));
  });
  const allocatable = section(node.allocatable, ALLOCATABLE.members);
  const own: JsonObject = {
    nodeName: "node",
    systemContainers:
      node.systemContainers ?? (allocatable && [{ name: "pods", memory: allocatable }]),
  };
  return {
    node: sections.reduce(mergeDeep, own),
    pods: Object.entries(pods)
      .filter(([, facts]) => facts.noStats !== true)
      .map(([name, facts]) => podStats(name, facts, time)),
  };
}

/** An object with nothing but this value in it. */
function nested([name, ...rest]: readonly string[], value: JsonObject | undefined): JsonObject {
  if (name === undefined || value === undefined) return value ?? {};
  return { [name]: nested(rest, value) };
}

function withTime(value: JsonObject, time: string | undefined, timeText: TimeText): JsonObject {
  const own = value.time;
  if (own === null) return { ...value, time: undefined };
  if (typeof own === "string") return { ...value, time: isOffset(own) ? timeText(own) : own };
  return { time, ...value };
}

function podStats(name: string, facts: PodFacts, time: string | undefined): JsonObject {
  const named = {
    ...facts.initContainers,
    ...regularContainers(facts),
    ...facts.ephemeralContainers,
  };
  const measured = Object.entries(named).filter(([, container]) => container.noStats !== true);
  const usage = facts.usage ?? {};
  const memory = usage.memory ?? sumOfMemory(measured.map(([, container]) => container.usage));
  const stats: JsonObject = {
    podRef: { name, namespace: namespaceOf(facts), uid: uidOf(name, facts) },
    containers: measured.map(([container, of]) => containerStats(container, of.usage ?? {}, time)),
    memory: bytesOf("workingSetBytes", memory, time),
    volume: facts.volumes && volumeStats(facts.volumes, time),
    "ephemeral-storage": bytesOf("usedBytes", usage.ephemeralStorage, time),
    process_stats:
      usage.processes === undefined ? undefined : { process_count: parseSize(usage.processes) },
  };
  return mergeDeep(stats, facts.overStats);
}

/** A pod's memory is what its cgroup holds: all its containers. */
function sumOfMemory(usages: readonly (Usage | undefined)[]): bigint | undefined {
  const parts = usages.flatMap((usage) => (usage?.memory === undefined ? [] : [usage.memory]));
  if (parts.length === 0) return undefined;
  return parts.reduce((sum: bigint, part) => sum + parseSize(part), 0n);
}

function bytesOf(
  member: string,
  value: Json | undefined,
  time: string | undefined,
): JsonObject | undefined {
  return value === undefined ? undefined : { time, [member]: parseSize(value) };
}

function containerStats(name: string, usage: Usage, time: string | undefined): JsonObject {
  return {
    name,
    memory: bytesOf("workingSetBytes", usage.memory, time),
    rootfs: used(usage.rootfs, usage.rootfsInodes, time),
    logs: used(usage.logs, usage.logsInodes, time),
  };
}

function used(
  bytes: Json | undefined,
  inodes: Json | undefined,
  time: string | undefined,
): JsonObject | undefined {
  if (bytes === undefined && inodes === undefined) return undefined;
  return {
    time,
    usedBytes: bytes === undefined ? undefined : parseSize(bytes),
    inodesUsed: inodes === undefined ? undefined : parseSize(inodes),
  };
}

function volumeStats(
  volumes: Readonly<Record<string, JsonObject>>,
  time: string | undefined,
): Json[] {
  return Object.entries(volumes)
    .filter(([, facts]) => VOLUME_STATS_FACTS.some((fact) => facts[fact] !== undefined))
    .map(([name, facts]) => ({ name, ...(used(facts.used, facts.inodesUsed, time) ?? { time }) }));
}
