/** A Pod → a row of pods. */
import { appendPod, Pod, PodFlag } from "../model/pod.ts";
import { NO_ROW } from "../model/table.ts";
import { internLiteral } from "../model/text.ts";
import { metadata } from "./metadata.ts";
import { finishSpec, nodeNameRead, readSpec, specRead, startSpec } from "./podSpec.ts";
import {
  finishStatus,
  isEvictedRead,
  isPreemptedRead,
  isReadyRead,
  isTerminatedRead,
  nominatedRead,
  phaseRead,
  qosClassRead,
  readStatus,
  resizeRead,
  restartsRead,
  startedRead,
  startStatus,
  statusRead,
} from "./podStatus.ts";

export function startPod(): void {
  startSpec();
  startStatus();
}

export function readPodSpec(at: usize): usize {
  return readSpec(at);
}

export function readPodStatus(at: usize): usize {
  return readStatus(at);
}

/** Appends the pod that was read; false after a failure. */
export function finishPod(): bool {
  finishSpec();
  finishStatus();
  const place = appendPod();
  if (place == 0 || specRead == NO_ROW) return false;
  const pod = changetype<Pod>(place);
  pod.namespace = metadata.namespace != 0 ? metadata.namespace : internLiteral("default");
  pod.name = metadata.name;
  pod.uid = metadata.uid;
  pod.labels = metadata.labels;
  pod.controller = metadata.controller;
  pod.configSource = metadata.configSource;
  pod.created = metadata.created;
  pod.started = startedRead;
  pod.restarts = restartsRead;
  pod.deletionCost = metadata.deletionCost;
  pod.spec = specRead;
  pod.nodeName = nodeNameRead;
  pod.nominatedNodeName = nominatedRead;
  pod.status = statusRead;
  pod.phase = phaseRead;
  pod.qosClass = qosClassRead;
  pod.resize = resizeRead;
  let flags: u32 = 0;
  if (isTerminatedRead) flags |= PodFlag.Terminated;
  if (isEvictedRead) flags |= PodFlag.Evicted;
  if (metadata.isDeleting != 0) flags |= PodFlag.Deleting;
  if (metadata.isMirror != 0) flags |= PodFlag.Mirror;
  if (metadata.isStatic != 0) flags |= PodFlag.Static;
  if (isPreemptedRead) flags |= PodFlag.Preempted;
  if (isReadyRead) flags |= PodFlag.Ready;
  if (metadata.isCreated != 0) flags |= PodFlag.Created;
  pod.flags = flags;
  return true;
}
