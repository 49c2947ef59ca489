/** The cluster as the documents have it becomes the first moment of the scenario. */
import { Status } from "../../abi.ts";
import { failureStatus } from "../../base/json/failure.ts";
import { SCRATCH_OFFSET } from "../../base/memory.ts";
import { asciiAt, equalText, writeAscii } from "../../base/text.ts";
import { NodeCondition } from "../../node/model/signalTable.ts";
import { Kind } from "../../objects/model/kind.ts";
import { listCount, valueOf, wordOf } from "../../objects/model/list.ts";
import { findNode, NodeFlag, nodeAt, nodeHas, nodes } from "../../objects/model/node.ts";
import {
  appendObject,
  indexObject,
  ObjectFlag,
  ObjectRow,
  objectsOf,
} from "../../objects/model/objectRow.ts";
import { NOT_STARTED, Pod, PodFlag, podAt, podHas, pods } from "../../objects/model/pod.ts";
import { SpecWord, specWord } from "../../objects/model/podSpec.ts";
import { NO_ROW } from "../../objects/model/table.ts";
import {
  internLiteral,
  internText,
  textAt,
  textSize,
  writeTextUpTo,
} from "../../objects/model/text.ts";
import { planLimit } from "../control/containers.ts";
import { withDefaultTolerations } from "../control/daemons.ts";
import { findEnded, judgeEnded } from "../control/endedPods.ts";
import { planHeartbeat } from "../control/nodes.ts";
import { staleView } from "../control/placement.ts";
import { numbered, wakeOwner } from "../control/pods.ts";
import { enqueue } from "../control/queue.ts";
import { useOwnRecord } from "../control/records.ts";
import { judgePods } from "../control/taintEviction.ts";
import { planMemory } from "../control/wake.ts";
import { areNodesHeld } from "../kubelet/limits.ts";
import { followRelease } from "../kubelet/release.ts";
import { schedule } from "../kubelet/step.ts";
import { Agent, agentAt, fillAgents } from "../model/agent.ts";
import { changeAt, changes } from "../model/change.ts";
import {
  enterStage,
  fillLives,
  isOfKind,
  joinOrder,
  joinOwner,
  Life,
  lifeAt,
  Stage,
} from "../model/life.ts";
import { mix, SPREAD } from "../model/mix.ts";
import {
  appendOwner,
  findOwner,
  keepTemplate,
  makerOf,
  Owner,
  OwnerKind,
  ownerAt,
  owners,
  templateOf,
} from "../model/owner.ts";
import { joinNode } from "../model/residents.ts";
import { settings } from "../model/settings.ts";
import { inScenario, joinStarts, notePriority, readStarts } from "../model/starts.ts";
import {
  CALL_TAKES,
  EVICTION_INTERVAL,
  HEARTBEAT_INTERVAL,
  MILLISECOND,
  NEVER,
  STOP_TAKES,
} from "../model/time.ts";
import { addTimer, clock, Timer } from "../model/timers.ts";
import { findWorkload } from "../model/workload.ts";

/** False after a failure. */
export function startScenario(): bool {
  if (!fillAgents() || !fillLives()) return false;
  readStarts();
  startOwners(0);
  startPods(0);
  if (!areNodesHeld()) return false;
  startNodes(0);
  if (failureStatus() != Status.Ok) return false;
  for (let row: u32 = 0; row < changes.count; row++) {
    addTimer(changeAt(row).at, Timer.Change, row, 0);
  }
  return true;
}

/** Owners that documents have, from a row on. */
export function startOwners(from: u32): void {
  for (let row = from; row < owners.count; row++) addTolerations(ownerAt(row));
  for (let row = from; row < owners.count; row++) {
    const owner = ownerAt(row);
    owner.dueAt = NEVER;
    owner.workload = workloadOf(owner);
    owner.startedAt = inScenario(owner.startedAt);
    if (owner.kindText == internLiteral("Deployment")) {
      const maker = makerOf(row + 1);
      if (maker != row + 1) handOver(owner, maker - 1);
      else if (owner.isPaused != 0) owner.template = 0;
      else makeReplicaSet(owner);
    }
    wakeOwner(row, callsBeforePods(owner) * CALL_TAKES);
  }
}

/** The pods of a DaemonSet have tolerations of these taints already, which last. */
function addTolerations(owner: Owner): void {
  if (owner.template == 0 || owner.kind == OwnerKind.DaemonSet) return;
  const template = templateOf(owner);
  template.spec = withDefaultTolerations(template.spec);
}

/** The ReplicaSet of a Deployment follows it, unless a rollout is on its way: it is not played. */
function handOver(deployment: Owner, maker: u32): void {
  let others: i32 = 0;
  for (let row: u32 = 0; row < owners.count; row++) {
    const owner = ownerAt(row);
    const isOther = row != maker && owner.deployment == deployment.name;
    if (isOther && owner.namespace == deployment.namespace) others += owner.replicas;
  }
  if (others == 0) ownerAt(maker).replicas = deployment.replicas;
  deployment.replicas = 0;
}

/** The scheduler spreads the pods of a ReplicaSet by its selector. */
function makeReplicaSet(owner: Owner): void {
  const place = appendObject(Kind.ReplicaSet);
  if (place == 0) return;
  const row = changetype<ObjectRow>(place);
  owner.replicaSet = numbered(owner.name, 1);
  row.namespace = owner.namespace;
  row.name = owner.replicaSet;
  row.selector = owner.selector;
  row.flags = ObjectFlag.HasSelector;
  indexObject(Kind.ReplicaSet, objectsOf(Kind.ReplicaSet).count - 1);
  staleView();
}

/** A Deployment makes a ReplicaSet first; the others but that one a ControllerRevision. */
function callsBeforePods(owner: Owner): i64 {
  if (owner.kindText == internLiteral("Deployment")) return 3;
  if (owner.kind == OwnerKind.StatefulSet) return 4;
  return owner.kind == OwnerKind.DaemonSet ? 2 : 1;
}

/** What pods of the Deployment use is told under its name, or under that of its ReplicaSet. */
function workloadOf(owner: Owner): u32 {
  if (owner.deployment != 0) {
    const kind = internLiteral("Deployment");
    const found = findWorkload(kind, owner.namespace, owner.deployment);
    if (found != 0) return found;
  }
  return findWorkload(owner.kindText, owner.namespace, owner.name);
}

/** A pod of a name that another one had. */
export function startAgain(row: u32): void {
  const life = lifeAt(row);
  life.taintVersion++;
  startPod(row);
  useOwnRecord(row);
  if (life.stage == Stage.Running) planLimit(row);
}

/** Pods that documents have, from a row on. */
export function startPods(from: u32): void {
  const known = owners.count;
  for (let row = from; row < pods.count; row++) startPod(row);
  startOwners(known);
  for (let row = from; row < pods.count; row++) {
    useOwnRecord(row);
    if (lifeAt(row).stage == Stage.Running) planLimit(row);
  }
}

function startPod(row: u32): void {
  const pod = podAt(row);
  const life = lifeAt(row);
  life.deletedAt = NEVER;
  life.started = -1;
  if (podHas(pod, PodFlag.Terminated)) {
    life.stage = Stage.Ended;
    return findEnded(row);
  }
  joinOrder(row);
  notePriority(row);
  life.owner = ownerOfPod(row);
  joinOwner(row);
  if (pod.uid == 0) pod.uid = nameAsUid(row);
  const node = pod.nodeName == 0 ? NO_ROW : findNode(pod.nodeName);
  if (isOfKind(life, OwnerKind.DaemonSet)) {
    life.target = node == NO_ROW ? namedNode(pod.spec) : node + 1;
  }
  if (pod.nodeName == 0) {
    enterStage(life, Stage.Pending);
    if (podHas(pod, PodFlag.Deleting)) return end(row, life);
    return enqueue(row);
  }
  // Of a node that no document has nothing is known; its pod only counts for its owner.
  if (node == NO_ROW) return enterStage(life, Stage.Running);
  joinNode(row, node);
  const runs = pod.phase == internLiteral("Running") || podHas(pod, PodFlag.Mirror);
  if (runs) life.started = clock.now;
  if (runs && pod.started == NOT_STARTED) joinStarts(row);
  enterStage(life, runs ? Stage.Running : Stage.Bound);
  if (podHas(pod, PodFlag.Deleting)) return end(row, life);
  if (!runs) addTimer(clock.now + CALL_TAKES, Timer.KubeletAdmits, row, life.version);
}

/** Row plus 1 of the node that a spec's affinity names, as DaemonSets do; 0 without one. */
function namedNode(spec: u32): u32 {
  const terms = specWord(spec, SpecWord.RequiredNodeTerms);
  const fields = listCount(terms) == 0 ? 0 : wordOf(wordOf(terms, 0), 1);
  if (listCount(fields) == 0) return 0;
  const names = wordOf(wordOf(fields, 0), 2);
  const node = listCount(names) == 0 ? NO_ROW : findNode(wordOf(names, 0));
  return node == NO_ROW ? 0 : node + 1;
}

function end(row: u32, life: Life): void {
  enterStage(life, Stage.Terminating);
  life.endsAt = clock.now + STOP_TAKES;
  addTimer(life.endsAt, Timer.PodGone, row, life.version);
}

/** A pod that was written by hand has no uid: its namespace and name are as good. */
function nameAsUid(row: u32): u32 {
  const pod = podAt(row);
  let at = writeTextUpTo(SCRATCH_OFFSET, pod.namespace, NAME_MAX);
  at = writeTextUpTo(writeAscii(at, "/"), pod.name, NAME_MAX);
  return internText(SCRATCH_OFFSET, i32(at - SCRATCH_OFFSET));
}

/** Longer names are not valid. */
const NAME_MAX: i32 = 1024;

/** Row plus 1 of the owner of a pod; one that no document has is made of the pod itself. */
function ownerOfPod(row: u32): u32 {
  const pod = podAt(row);
  const controller = pod.controller;
  if (controller == 0 || listCount(controller) < 3) return 0;
  const kind = wordOf(controller, 1);
  const name = wordOf(controller, 2);
  if (kind == internLiteral("Node")) return 0;
  const known = findOwner(kind, pod.namespace, name);
  if (known != 0) {
    const owner = ownerAt(known - 1);
    if (owner.template == 0) owner.template = templateOfPod(pod);
    if (isImplied(owner)) owner.replicas++;
    return known;
  }
  const place = appendOwner();
  if (place == 0) return 0;
  const owner = changetype<Owner>(place);
  owner.namespace = pod.namespace;
  owner.name = name;
  owner.kindText = kind;
  owner.kind = kindOf(kind);
  owner.replicas = 1;
  owner.backoffLimit = BACKOFF_LIMIT;
  owner.completions = -1;
  owner.startedAt = NEVER;
  owner.deadline = NEVER;
  owner.created = IMPLIED;
  owner.deployment = deploymentOf(kind, name, pod.labels);
  owner.template = templateOfPod(pod);
  return owners.count;
}

/** The scheduler has chosen the node of a pod that stands there; the next one may go elsewhere. */
function templateOfPod(pod: Pod): u32 {
  const node = pod.nodeName;
  pod.nodeName = 0;
  const template = keepTemplate(changetype<usize>(pod));
  pod.nodeName = node;
  return template;
}

const BACKOFF_LIMIT: i32 = 6;
/** Names of pods of an owner that no document has begin far from what is there. */
const IMPLIED: u32 = 1000;

/** Whether an owner is known by its pods alone: it wants as many as it has. */
function isImplied(owner: Owner): bool {
  return owner.created == IMPLIED;
}

function kindOf(kind: u32): OwnerKind {
  if (kind == internLiteral("StatefulSet")) return OwnerKind.StatefulSet;
  if (kind == internLiteral("DaemonSet")) return OwnerKind.DaemonSet;
  return kind == internLiteral("Job") ? OwnerKind.Job : OwnerKind.Replicas;
}

/** The name of a ReplicaSet is that of its Deployment, `-`, and the hash of the template. */
function deploymentOf(kind: u32, name: u32, labels: u32): u32 {
  if (kind != internLiteral("ReplicaSet")) return 0;
  const hash = valueOf(labels, internLiteral("pod-template-hash"), 0);
  const size = textSize(name) - textSize(hash) - 1;
  if (hash == 0 || size <= 0) return 0;
  const end = textAt(name) + usize(size);
  if (load<u8>(end) != asciiAt("-", 0)) return 0;
  if (!equalText(end + 1, textSize(hash), textAt(hash), textSize(hash))) return 0;
  return internText(textAt(name), size);
}

/** Assumed of a file system where the scenario does not say it: as mke2fs makes it. */
const BYTES_PER_INODE: i64 = 16384;

/** Nodes that documents have, from a row on. */
export function startNodes(from: u32): void {
  for (let row = from; row < nodes.count; row++) {
    const agent = agentAt(row);
    const node = nodeAt(row);
    settle(agent, row);
    if (!followRelease(row)) return;
    if (agent.capacityMemory == 0) agent.capacityMemory = node.memory;
    if (agent.capacityDisk == 0) agent.capacityDisk = node.ephemeralStorage;
    if (agent.capacityInodes == 0) agent.capacityInodes = agent.capacityDisk / BYTES_PER_INODE;
    if (nodeHas(node, NodeFlag.MemoryPressure))
      agent.published |= 1 << NodeCondition.MemoryPressure;
    if (nodeHas(node, NodeFlag.DiskPressure)) agent.published |= 1 << NodeCondition.DiskPressure;
    if (nodeHas(node, NodeFlag.PIDPressure)) agent.published |= 1 << NodeCondition.PIDPressure;
    schedule(row, clock.now + agent.phase);
    agent.began = clock.now;
    agent.heartbeat += clock.now;
    planHeartbeat(row);
    planMemory(row);
    judgePods(row);
    judgeEnded(row);
  }
}

/** Gives a node what the scenario says of all, and draws the phases that it does not say. */
function settle(agent: Agent, row: u32): void {
  if (agent.configuration == 0) agent.configuration = settings.configuration;
  if (agent.systemMemory == 0) agent.systemMemory = settings.systemMemory;
  if (agent.systemDisk == 0) agent.systemDisk = settings.systemDisk;
  if (agent.systemInodes == 0) agent.systemInodes = settings.systemInodes;
  if (agent.capacityInodes == 0) agent.capacityInodes = settings.capacityInodes;
  if (agent.heartbeat < 0) agent.heartbeat = drawn(u64(row) * 2, HEARTBEAT_INTERVAL);
  if (agent.phase < 0) agent.phase = drawn(u64(row) * 2 + 1, EVICTION_INTERVAL);
}

/** Whole milliseconds below `limit`: SplitMix64 of the seed and the index. */
function drawn(index: u64, limit: i64): i64 {
  const mixed = mix(u64(settings.seed) + (index + 1) * SPREAD);
  return i64(mixed % u64(limit / MILLISECOND)) * MILLISECOND;
}
