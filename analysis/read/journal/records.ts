/** A pass as the documents that the engine reads: its own numbers, and defaults for the rest. */

import type { PodName } from "../../engine/decision.ts";
import { podText } from "../../text/podText.ts";
import { formatTime } from "../../text/time.ts";
import type { RecordParts } from "../capture/writer.ts";
import { formatTree, JsonNumber, type JsonTree } from "../json/tree.ts";
import { object } from "../messages/messageJson.ts";
import type { LoggedPass, Observations } from "./pass.ts";

/**
 * What no log has, as the header of a capture says it: stats, requests, limits and true priorities
 * of pods, the uids of some, and the pods that no pass ranked.
 */
export const MISSING: readonly string[] = ["podStats", "podUids", "unrankedPods"];

/** A pass as a capture has it. */
export type PassRecord = RecordParts & { readonly time: bigint };

const encoder = new TextEncoder();
const CRITICAL = object({ "kubernetes.io/config.source": "file" });

export function recordOf(pass: LoggedPass): PassRecord {
  const time = pass.time ?? 0n;
  const pods = documentOf(podList(pass));
  if (pass.observations.size === 0) {
    const summaryError =
      "The log has no observations of this pass; the kubelet logs them at verbosity 3.";
    return { time, pods, summary: null, summaryError };
  }
  const summary = documentOf(summaryTree(pass.observations, time));
  const { afterReclaim } = pass;
  if (afterReclaim.size === 0) return { time, pods, summary };
  return { time, pods, summary, reclaimed: documentOf(summaryTree(afterReclaim, time)) };
}

/**
 * The ranked pods, without stats: such pods go first of all and by priority alone, which is their
 * place in the ranking here. A critical pod is a static one: critical, and ranked like any other.
 */
function podList({ ranked, critical }: LoggedPass): JsonTree {
  const stayed = new Set(critical.map(podText));
  const isCritical = (pod: PodName) => stayed.has(podText(pod));
  const items = (ranked ?? []).map((pod, place) => {
    const { namespace, name, uid } = pod;
    return object({
      metadata: object({
        namespace,
        name,
        uid,
        ...(isCritical(pod) ? { annotations: CRITICAL } : {}),
      }),
      spec: object({
        priority: new JsonNumber(String(place)),
        containers: [object({ name: "unknown" })],
      }),
      status: object({ phase: "Running" }),
    });
  });
  return object({ kind: "PodList", apiVersion: "v1", items });
}

function summaryTree(observations: Observations, passTime: bigint): JsonTree {
  const memory = memoryTree(observations, "memory.available", passTime);
  const pods = memoryTree(observations, "allocatableMemory.available", passTime);
  const [nodefs, imagefs, containerfs] = ["nodefs", "imagefs", "containerfs"].map((name) =>
    fileSystemTree(observations, name, passTime),
  );
  const processes = observations.get("pid.available");
  return object({
    node: object({
      ...(memory === null ? {} : { memory }),
      ...(pods === null ? {} : { systemContainers: [object({ name: "pods", memory: pods })] }),
      ...(nodefs == null ? {} : { fs: nodefs }),
      runtime: object({
        ...(imagefs == null ? {} : { imageFs: imagefs }),
        ...(containerfs == null ? {} : { containerFs: containerfs }),
      }),
      ...(processes === undefined
        ? {}
        : {
            rlimit: object({
              time: formatTime(processes.time ?? passTime),
              maxpid: number(processes.capacity),
              curproc: number(processes.capacity - processes.available),
            }),
          }),
    }),
    pods: [],
  });
}

function memoryTree(observations: Observations, signal: string, passTime: bigint): JsonTree {
  const amount = observations.get(signal);
  if (amount === undefined) return null;
  const { available, capacity, time } = amount;
  return object({
    time: formatTime(time ?? passTime),
    availableBytes: unsigned(available),
    workingSetBytes: unsigned(capacity - available),
  });
}

function fileSystemTree(observations: Observations, name: string, passTime: bigint): JsonTree {
  const bytes = observations.get(`${name}.available`);
  const inodes = observations.get(`${name}.inodesFree`);
  const time = bytes?.time ?? inodes?.time;
  if (bytes === undefined && inodes === undefined) return null;
  return object({
    time: formatTime(time ?? passTime),
    ...(bytes === undefined
      ? {}
      : { availableBytes: unsigned(bytes.available), capacityBytes: unsigned(bytes.capacity) }),
    ...(inodes === undefined
      ? {}
      : { inodesFree: unsigned(inodes.available), inodes: unsigned(inodes.capacity) }),
  });
}

/** A Summary has unsigned numbers, which the kubelet reads as signed ones. Spec 1.2.1. */
function unsigned(value: bigint): JsonNumber {
  return number(BigInt.asUintN(64, value));
}

function number(value: bigint): JsonNumber {
  return new JsonNumber(String(value));
}

function documentOf(tree: JsonTree): Uint8Array {
  return encoder.encode(formatTree(tree));
}
