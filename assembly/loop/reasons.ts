/** Why stories were refused. */

/** Continues `SchedulerReason`. */
export enum LoopReason {
  Member = 96,
  Duration,
  Rate,
  Bytes,
  Change,
  Node,
  Object,
  Owner,
  Kubelet,
  Restart,
  Large,
  Kind,
  NoStory,
  Finished,
  Name,
  Spikes,
  Count,
  Exists,
  NoWorkload,
  NoContainer,
  Twice,
  Spike,
  Heartbeat,
  Series,
  Points,
  Asked,
  OfNode,
  Endless,
  Memory,
  Inodes,
}

export const LOOP_REASONS_START: i32 = 96;

const LOOP_REASON_TEXTS: StaticArray<string> = [
  "a story has no such member here; correct its name or remove it",
  "a duration such as 90s, 10m or 1h30m is expected here",
  "a rate is a quantity and a unit of time, such as 3Mi/s",
  "a quantity such as 200Mi is expected here, from 0 to 16Ti",
  "a change has a time `at` and one of apply, create, delete, disconnect and reconnect",
  "no such node among the objects",
  "no such object in the cluster",
  "an owner has kind, namespace and name, as the objects have them",
  "a kubelet does not start with this configuration; plimsoll check says why",
  "restart is resets or keeps",
  "a story has at most 4 MiB",
  "only nodes, pods and what owns pods can be changed: Deployment, ReplicaSet, StatefulSet, Job",
  "no story has been read; call story after the objects",
  "the story has begun; clear the module for another one",
  "a change names its object by kind and name",
  "a workload has at most 16 spikes here",
  "a number from 0 to 2147483647 is expected here",
  "an object of that kind and name is there already; give the new one another name",
  "no object has this kind, namespace and name, and no change creates one",
  "no container of these pods has this name",
  "this is said of it before; say all of it in one place",
  "a spike says for how long it lasts and what it adds",
  "heartbeats come every 10s: the first one lags by less than that",
  "a series stands alone: leave out base, growth, write, max and spikes",
  "a series has points of whole seconds and bytes, such as [[0, 1048576], [10, 2Mi]], from 0 on",
  "a decision was asked for here; clear the module and play the story again to go on",
  "a kubelet cannot play its part",
  "more than 500000000 things happen until then; play the story for a shorter time",
  "the cluster and what happens take more than 2 GiB; play fewer objects, or a shorter time",
  "a file system has 1 inode at least; leave inodes out for one to each 16 KiB of the disk",
];

export function loopReasonText(reason: i32): string {
  return unchecked(LOOP_REASON_TEXTS[reason - LOOP_REASONS_START]);
}
