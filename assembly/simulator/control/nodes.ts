/**
 * What the API server knows of nodes: conditions that kubelets report, and the taints that the
 * node lifecycle controller makes of them.
 * Spec: the sources of Kubernetes, pkg/controller/nodelifecycle.
 */

import { SCRATCH_OFFSET } from "../../base/memory.ts";
import { writeAscii, writeByte } from "../../base/text.ts";
import { NodeCondition } from "../../node/model/signalTable.ts";
import { beginList, endList, listCount, push, wordOf } from "../../objects/model/list.ts";
import { NodeFlag, nodeAt, nodes } from "../../objects/model/node.ts";
import { NO_ROW } from "../../objects/model/table.ts";
import { Effect, TAINT_WORDS } from "../../objects/model/taint.ts";
import { internLiteral, internText, writeTextUpTo } from "../../objects/model/text.ts";
import { effectName } from "../kubelet/podSpec.ts";
import { addEvent, EventKind } from "../model/eventLog.ts";
import { Kubelet, kubeletAt } from "../model/kubelet.ts";
import { OwnerKind, ownerAt, owners } from "../model/owner.ts";
import { isReady, lifecycleAt, Stage } from "../model/podLifecycle.ts";
import {
  CALL_TAKES,
  HEARTBEAT_INTERVAL,
  MONITOR_GRACE,
  MONITOR_INTERVAL,
  NEVER,
  nextOnGrid,
  ZONE_INTERVAL,
} from "../model/time.ts";
import { addTimer, clock, Timer } from "../model/timers.ts";
import { isConcerned } from "./daemonNodes.ts";
import { evaluateEnded } from "./endedPods.ts";
import { changeTaints, staleView } from "./placement.ts";
import { stopPod, wakeOwner } from "./pods.ts";
import { Cause, moveForTaints, moveUnschedulable } from "./queue.ts";
import { planStatuses } from "./statuses.ts";
import { evaluatePods } from "./taintEviction.ts";
import { takeTurn, updateZone, Verdict } from "./zone.ts";

/** A heartbeat reports what the API server does not know yet. */
export function planHeartbeat(node: u32): void {
  const kubelet = kubeletAt(node);
  if (kubelet.isDisconnected != 0) return;
  if (kubelet.conditions == kubelet.published && kubelet.isUnknown == 0) return;
  kubelet.beatVersion++;
  const time = nextOnGrid(clock.now, kubelet.heartbeat, HEARTBEAT_INTERVAL);
  addTimer(time, Timer.Heartbeat, node, kubelet.beatVersion);
}

export function beat(node: u32): void {
  const kubelet = kubeletAt(node);
  if (kubelet.isUnknown != 0) becomeKnown(node);
  const changed = (kubelet.conditions ^ kubelet.published) | kubelet.unknown;
  kubelet.unknown = 0;
  kubelet.published = kubelet.conditions;
  publish(node, changed);
}

function publish(node: u32, changed: u32): void {
  publishOne(node, changed, NodeCondition.MemoryPressure);
  publishOne(node, changed, NodeCondition.DiskPressure);
  publishOne(node, changed, NodeCondition.PIDPressure);
}

/** Taints are of conditions that are true. */
function publishOne(node: u32, changed: u32, condition: NodeCondition): void {
  const bit: u32 = 1 << u32(condition);
  if ((changed & bit) == 0) return;
  const isTrue = (kubeletAt(node).published & bit) != 0;
  const isUnknown = (kubeletAt(node).unknown & bit) != 0;
  const flag = flagOf(condition);
  const row = nodeAt(node);
  row.flags = isTrue ? row.flags | flag : row.flags & ~flag;
  emitCondition(node, conditionName(condition), isUnknown ? UNKNOWN : isTrue ? "True" : "False");
  setTaint(node, taintKey(condition), Effect.NoSchedule, isTrue);
}

const UNKNOWN = "Unknown";

function flagOf(condition: NodeCondition): u32 {
  if (condition == NodeCondition.MemoryPressure) return NodeFlag.MemoryPressure;
  return condition == NodeCondition.DiskPressure ? NodeFlag.DiskPressure : NodeFlag.PIDPressure;
}

function conditionName(condition: NodeCondition): string {
  if (condition == NodeCondition.MemoryPressure) return "MemoryPressure";
  return condition == NodeCondition.DiskPressure ? "DiskPressure" : "PIDPressure";
}

function taintKey(condition: NodeCondition): string {
  if (condition == NodeCondition.MemoryPressure) return "node.kubernetes.io/memory-pressure";
  if (condition == NodeCondition.DiskPressure) return "node.kubernetes.io/disk-pressure";
  return "node.kubernetes.io/pid-pressure";
}

function emitCondition(node: u32, name: string, status: string): void {
  const event = addEvent(EventKind.Condition);
  event.node = node + 1;
  const at = writeAscii(writeByte(writeAscii(SCRATCH_OFFSET, name), EQUALS), status);
  event.reason = internText(SCRATCH_OFFSET, i32(at - SCRATCH_OFFSET));
}

const EQUALS: u8 = 0x3d;

/** Puts a taint without a value on a node, or takes it away. */
export function setTaint(node: u32, keyText: string, effect: Effect, on: bool): void {
  const key = internLiteral(keyText);
  const row = nodeAt(node);
  const before = row.taints;
  let isThere = false;
  const list = beginList();
  for (let at: u32 = 0; at < listCount(before); at += TAINT_WORDS) {
    const isIt = wordOf(before, at) == key && wordOf(before, at + 2) == u32(effect);
    if (isIt) isThere = true;
    if (!isIt || on) pushTaint(wordOf(before, at), wordOf(before, at + 1), wordOf(before, at + 2));
  }
  if (on && !isThere) pushTaint(key, 0, effect);
  row.taints = endList(list);
  if (on == isThere) return;
  emitTaint(node, on ? EventKind.Tainted : EventKind.Untainted, key, 0, effect);
  changedNode(node, before);
}

function pushTaint(key: u32, value: u32, effect: u32): void {
  push(key);
  push(value);
  push(effect);
}

/** As `kubectl` writes a taint: `key:NoSchedule`, or `key=value:NoSchedule`. */
export function emitTaint(node: u32, kind: EventKind, key: u32, value: u32, effect: u32): void {
  const event = addEvent(kind);
  event.node = node + 1;
  let at = writeTextUpTo(SCRATCH_OFFSET, key, TEXT_MAX);
  if (value != 0) at = writeTextUpTo(writeByte(at, EQUALS), value, TEXT_MAX);
  at = writeAscii(writeByte(at, 0x3a), effectName(effect));
  event.reason = internText(SCRATCH_OFFSET, i32(at - SCRATCH_OFFSET));
}

const TEXT_MAX: i32 = 1024;

/** New nodes: pods that wait may go there, and DaemonSets have pods for them. */
export function welcomeNodes(): void {
  staleView();
  moveUnschedulable(Cause.NodeAdded);
  wakeDaemonSets(NO_ROW);
}

/** The scheduler, the taint-eviction and the DaemonSet controller hear of it. */
export function changedNode(node: u32, before: u32): void {
  changeTaints(node);
  moveForTaints(node, before);
  evaluatePods(node);
  evaluateEnded(node);
  wakeDaemonSets(node);
}

/** Those that a change of the node concerns; all of them for NO_ROW. */
function wakeDaemonSets(node: u32): void {
  for (let row: u32 = 0; row < owners.count; row++) {
    if (ownerAt(row).kind != OwnerKind.DaemonSet) continue;
    if (node == NO_ROW || isConcerned(row, node)) wakeOwner(row, CALL_TAKES);
  }
}

/** The kubelet loses the network: it keeps its pods, and no controller hears from it. */
export function disconnect(node: u32): void {
  const kubelet = kubeletAt(node);
  if (kubelet.isDisconnected != 0) return;
  kubelet.isDisconnected = 1;
  kubelet.beatVersion++;
  const isMissed = kubelet.heardFrom > clock.now;
  kubelet.heardFrom = NEVER;
  emitNetwork(node, EventKind.Disconnected);
  // It lost the network again before a heartbeat: the controller counts on. Or after one that the
  // controller has yet to see: it takes the taint away at its next look, and counts from there.
  if (isMissed || kubelet.hasReturned != 0) return;
  const past = max<i64>(0, clock.now - kubelet.heartbeat) % HEARTBEAT_INTERVAL;
  // The controller counts from when it saw the last heartbeat. Its looks take time, so the tenth
  // one comes a little after its grace.
  lookAgain(node, nextOnGrid(clock.now - past, 0, MONITOR_INTERVAL) + MONITOR_GRACE);
}

function emitNetwork(node: u32, kind: EventKind): void {
  const event = addEvent(kind);
  event.node = node + 1;
}

/** The controller looks at a node whose heartbeats are missing, or have returned. */
export function monitorNode(node: u32): void {
  const kubelet = kubeletAt(node);
  const isMissed = kubelet.heardFrom > clock.now;
  if (!isMissed || kubelet.hasReturned != 0) {
    kubelet.hasReturned = 0;
    setUnreachable(node, false);
    if (isMissed) lookAgain(node, clock.now + MONITOR_GRACE);
    return noteZone();
  }
  if (kubelet.isUnknown != 0) {
    if (kubelet.isLeft != 0) return;
    const wait = takeTurn();
    if (wait > 0) lookAgain(node, clock.now + wait);
    if (wait == 0) setUnreachable(node, true);
    return;
  }
  kubelet.isUnknown = 1;
  kubelet.unknown = kubelet.published;
  kubelet.published = 0;
  publish(node, kubelet.unknown);
  emitCondition(node, "Ready", UNKNOWN);
  setTaint(node, UNREACHABLE, Effect.NoSchedule, true);
  lookAgain(node, clock.now + ZONE_INTERVAL);
  markUnready(kubelet);
  noteZone();
  planHeartbeat(node);
  planStatuses(node);
}

/** Pods of a node that is not heard are not ready, until their kubelet says so again. */
function markUnready(kubelet: Kubelet): void {
  for (let link = kubelet.first; link != 0; link = lifecycleAt(link - 1).next) {
    const lifecycle = lifecycleAt(link - 1);
    lifecycle.isUnready = u32(isReady(lifecycle));
  }
}

/** What follows for all nodes from how many are heard. */
function noteZone(): void {
  const verdict = updateZone();
  if (verdict == Verdict.Nothing) return;
  for (let row: u32 = 0; row < nodes.count; row++) {
    if (verdict == Verdict.Stay) setUnreachable(row, false);
    else if (kubeletAt(row).isUnknown != 0) lookAgain(row, clock.now);
  }
}

function setUnreachable(node: u32, on: bool): void {
  kubeletAt(node).isLeft = u32(on);
  setTaint(node, UNREACHABLE, Effect.NoExecute, on);
}

function lookAgain(node: u32, time: i64): void {
  addTimer(time, Timer.MissedHeartbeats, node, ++kubeletAt(node).lookVersion);
}

const UNREACHABLE = "node.kubernetes.io/unreachable";

function becomeKnown(node: u32): void {
  const kubelet = kubeletAt(node);
  kubelet.isUnknown = 0;
  emitCondition(node, "Ready", "True");
  setTaint(node, UNREACHABLE, Effect.NoSchedule, false);
  // The taint for which pods are evicted stays until the controller looks again.
  kubelet.hasReturned = 1;
  lookAgain(node, nextOnGrid(clock.now, 0, MONITOR_INTERVAL));
}

export function reconnect(node: u32): void {
  const kubelet = kubeletAt(node);
  if (kubelet.isDisconnected == 0) return;
  kubelet.isDisconnected = 0;
  kubelet.heardFrom = nextOnGrid(clock.now, kubelet.heartbeat, HEARTBEAT_INTERVAL);
  emitNetwork(node, EventKind.Reconnected);
  planHeartbeat(node);
  planStatuses(node);
  for (let link = kubelet.first; link != 0; link = lifecycleAt(link - 1).next) {
    const lifecycle = lifecycleAt(link - 1);
    if (lifecycle.stage == Stage.Bound)
      addTimer(clock.now, Timer.KubeletAdmits, link - 1, lifecycle.version);
    if (lifecycle.stage == Stage.Terminating) stopPod(link - 1);
  }
}
