/** The documents a pass of the kubelet's loop saw, put together from the samples around it. */
import type { Signal } from "../../../analysis/engine/decision.ts";
import { parseTime } from "../../../analysis/text/time.ts";
import { type Json, type JsonObject, parseSize } from "../../vectors/notation.ts";
import { measuredIn, withMeasured } from "./measured.ts";
import type { Pass, Run, Sample, Seen } from "./run.ts";

export interface SeenDocuments {
  readonly summary: string;
  /** After node-level reclaim; null where the pass reclaimed nothing. */
  readonly reclaimed: string | null;
  readonly podList: string;
}

/**
 * The sample that carries the pass's own numbers is served after the pass began. So pods that were
 * evicted meanwhile are taken from the sample before, and so are those measured meanwhile.
 */
export function documentsOf({ samples, measured = [] }: Run, pass: Pass): SeenDocuments {
  const before = samples[pass.sampleBefore]?.summary;
  const exact = pass.sampleExact === null ? undefined : samples[pass.sampleExact]?.summary;
  const seen = (exact?.pods ?? []).filter((pod) => !isLater(pod, pass));
  const pods = [...seen, ...without(before?.pods ?? [], seen)];
  pods.push(...without(exact?.pods ?? [], pods));
  const own = measuredIn(measured, pass);
  const summaryOf = (seen: Seen, node: JsonObject): string =>
    JSON.stringify({ node: withSeen(node, seen), pods: own ? withMeasured(pods, own) : pods });
  const after = pass.observationsAfterReclaim;
  return {
    summary: summaryOf(pass.observations, exact?.node ?? {}),
    reclaimed: after === undefined ? null : summaryOf(after, {}),
    podList: JSON.stringify(podsBefore(samples, pass) ?? { kind: "PodList", items: [] }),
  };
}

/** Whether a pod was measured after the pass had looked at pods; times are served in seconds. */
function isLater({ memory }: JsonObject, { observations }: Pass): boolean {
  const { time } = (memory ?? {}) as { time?: string };
  const looked = parseTime(observations["pid.available"].time);
  return looked !== null && (parseTime(time ?? "") ?? 0n) > looked;
}

/** Those that are not among `others`. */
function without(pods: readonly JsonObject[], others: readonly JsonObject[]): JsonObject[] {
  const uids = new Set(others.map(uidOf));
  return pods.filter((pod) => !uids.has(uidOf(pod)));
}

function uidOf({ podRef }: JsonObject): Json | undefined {
  return (podRef as JsonObject).uid;
}

function podsBefore(samples: readonly Sample[], { sampleBefore, sampleExact }: Pass): unknown {
  const last = sampleBefore >= 0 ? sampleBefore : (sampleExact ?? -1);
  return samples.slice(0, last + 1).findLast(({ pods }) => pods !== undefined)?.pods;
}

/**
 * The kubelet logs times to the nanosecond and serves them to the second. Numbers that are read
 * again for each request are the pass's; `memory` and `fs` stay as they were served, where they
 * were: a sample is only the pass's if they are the same.
 */
function withSeen(node: JsonObject, seen: Seen): JsonObject {
  const pods = { name: "pods", memory: memoryOf(seen, "allocatableMemory.available") };
  return {
    ...node,
    memory: { ...memoryOf(seen, "memory.available"), ...withoutTime(node.memory) },
    systemContainers: [pods],
    fs: { ...filesystemOf(seen, "nodefs"), ...withoutTime(node.fs) },
    runtime: {
      imageFs: filesystemOf(seen, "imagefs"),
      ...("containerfs.available" in seen
        ? { containerFs: filesystemOf(seen, "containerfs") }
        : {}),
    },
    rlimit: processesOf(seen),
  };
}

function withoutTime(block: Json | undefined): JsonObject {
  const { time: _time, ...numbers } = (block ?? {}) as JsonObject;
  return numbers;
}

function memoryOf(seen: Seen, signal: Signal): JsonObject {
  const { available, capacity, time } = amountOf(seen, signal);
  return { time, availableBytes: available, workingSetBytes: capacity - available };
}

function filesystemOf(seen: Seen, name: "nodefs" | "imagefs" | "containerfs"): JsonObject {
  const bytes = amountOf(seen, `${name}.available`);
  const inodes = amountOf(seen, `${name}.inodesFree`);
  return {
    time: bytes.time,
    availableBytes: bytes.available,
    capacityBytes: bytes.capacity,
    inodesFree: inodes.available,
    inodes: inodes.capacity,
  };
}

function processesOf(seen: Seen): JsonObject {
  const { available, capacity, time } = amountOf(seen, "pid.available");
  return { time, maxpid: capacity, curproc: capacity - available };
}

/** The amounts stay below 2^53. */
function amountOf(seen: Seen, signal: Signal) {
  const { available, capacity, time } = seen[signal];
  return { available: Number(parseSize(available)), capacity: Number(parseSize(capacity)), time };
}
