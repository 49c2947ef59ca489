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
import { Agent, agentAt } from "../model/agent.ts";
import { addEvent, Happening } from "../model/chronicle.ts";
import { isReady, lifeAt, Stage } from "../model/life.ts";
import { OwnerKind, ownerAt, owners } from "../model/owner.ts";
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
import { judgeEnded } from "./endedPods.ts";
import { changeTaints, staleView } from "./placement.ts";
import { stopPod, wakeOwner } from "./pods.ts";
import { Cause, moveForTaints, moveUnschedulable } from "./queue.ts";
import { planStatuses } from "./statuses.ts";
import { judgePods } from "./taintEviction.ts";
import { judgeZone, takeTurn, Verdict } from "./zone.ts";

/** A heartbeat tells what the API server does not know yet. */
export function planHeartbeat(node: u32): void {
  const agent = agentAt(node);
  if (agent.isDisconnected != 0) return;
  if (agent.conditions == agent.published && agent.isUnknown == 0) return;
  agent.beatVersion++;
  const time = nextOnGrid(clock.now, agent.heartbeat, HEARTBEAT_INTERVAL);
  addTimer(time, Timer.Heartbeat, node, agent.beatVersion);
}

export function beat(node: u32): void {
  const agent = agentAt(node);
  if (agent.isUnknown != 0) becomeKnown(node);
  const changed = (agent.conditions ^ agent.published) | agent.unknown;
  agent.unknown = 0;
  agent.published = agent.conditions;
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
  const isTrue = (agentAt(node).published & bit) != 0;
  const isUnknown = (agentAt(node).unknown & bit) != 0;
  const flag = flagOf(condition);
  const row = nodeAt(node);
  row.flags = isTrue ? row.flags | flag : row.flags & ~flag;
  tellCondition(node, conditionName(condition), isUnknown ? UNKNOWN : isTrue ? "True" : "False");
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

function tellCondition(node: u32, name: string, status: string): void {
  const event = addEvent(Happening.Condition);
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
  tellTaint(node, on ? Happening.Tainted : Happening.Untainted, key, 0, effect);
  changedNode(node, before);
}

function pushTaint(key: u32, value: u32, effect: u32): void {
  push(key);
  push(value);
  push(effect);
}

/** As `kubectl` writes a taint: `key:NoSchedule`, or `key=value:NoSchedule`. */
export function tellTaint(node: u32, kind: Happening, key: u32, value: u32, effect: u32): void {
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
  judgePods(node);
  judgeEnded(node);
  wakeDaemonSets(node);
}

/** Those that a change of the node concerns; all of them for NO_ROW. */
function wakeDaemonSets(node: u32): void {
  for (let row: u32 = 0; row < owners.count; row++) {
    if (ownerAt(row).kind != OwnerKind.DaemonSet) continue;
    if (node == NO_ROW || isConcerned(row, node)) wakeOwner(row, CALL_TAKES);
  }
}

/** The node's kubelet loses the network: it goes on with what it knows, and nobody hears of it. */
export function disconnect(node: u32): void {
  const agent = agentAt(node);
  if (agent.isDisconnected != 0) return;
  agent.isDisconnected = 1;
  agent.beatVersion++;
  const isMissed = agent.heardFrom > clock.now;
  agent.heardFrom = NEVER;
  tellNetwork(node, Happening.Disconnected);
  // It lost the network again before a heartbeat: the controller counts on.
  if (isMissed) return;
  const past = max<i64>(0, clock.now - agent.heartbeat) % HEARTBEAT_INTERVAL;
  // The controller counts from when it saw the last heartbeat. Its looks take time, so the tenth
  // one comes a little after its grace.
  lookAgain(node, nextOnGrid(clock.now - past, 0, MONITOR_INTERVAL) + MONITOR_GRACE);
}

function tellNetwork(node: u32, happening: Happening): void {
  const event = addEvent(happening);
  event.node = node + 1;
}

/** The controller looks at a node whose heartbeats are missing, or have come again. */
export function monitorNode(node: u32): void {
  const agent = agentAt(node);
  if (agent.heardFrom <= clock.now) {
    setUnreachable(node, false);
    return noteZone();
  }
  if (agent.isUnknown != 0) {
    if (agent.isLeft != 0) return;
    const wait = takeTurn();
    if (wait > 0) lookAgain(node, clock.now + wait);
    if (wait == 0) setUnreachable(node, true);
    return;
  }
  agent.isUnknown = 1;
  agent.unknown = agent.published;
  agent.published = 0;
  publish(node, agent.unknown);
  tellCondition(node, "Ready", UNKNOWN);
  setTaint(node, UNREACHABLE, Effect.NoSchedule, true);
  lookAgain(node, clock.now + ZONE_INTERVAL);
  markPods(agent);
  noteZone();
  planHeartbeat(node);
  planStatuses(node);
}

/** Pods of a node that is not heard are not ready, until their kubelet says so again. */
function markPods(agent: Agent): void {
  for (let link = agent.first; link != 0; link = lifeAt(link - 1).next) {
    const life = lifeAt(link - 1);
    life.isUnready = u32(isReady(life));
  }
}

/** What follows for all nodes from how many are heard. */
function noteZone(): void {
  const verdict = judgeZone();
  if (verdict == Verdict.Nothing) return;
  for (let row: u32 = 0; row < nodes.count; row++) {
    if (verdict == Verdict.Stay) setUnreachable(row, false);
    else if (agentAt(row).isUnknown != 0) lookAgain(row, clock.now);
  }
}

function setUnreachable(node: u32, on: bool): void {
  agentAt(node).isLeft = u32(on);
  setTaint(node, UNREACHABLE, Effect.NoExecute, on);
}

function lookAgain(node: u32, time: i64): void {
  addTimer(time, Timer.MissedHeartbeats, node, ++agentAt(node).lookVersion);
}

const UNREACHABLE = "node.kubernetes.io/unreachable";

function becomeKnown(node: u32): void {
  const agent = agentAt(node);
  agent.isUnknown = 0;
  tellCondition(node, "Ready", "True");
  setTaint(node, UNREACHABLE, Effect.NoSchedule, false);
  // The taint that pods go for stays until the controller looks again, at the other nodes too.
  const looks = nextOnGrid(clock.now, 0, MONITOR_INTERVAL);
  for (let row: u32 = 0; row < nodes.count; row++) {
    const other = agentAt(row);
    if (row != node && other.isUnknown == 0) continue;
    lookAgain(row, looks);
  }
}

export function reconnect(node: u32): void {
  const agent = agentAt(node);
  if (agent.isDisconnected == 0) return;
  agent.isDisconnected = 0;
  agent.heardFrom = nextOnGrid(clock.now, agent.heartbeat, HEARTBEAT_INTERVAL);
  tellNetwork(node, Happening.Reconnected);
  planHeartbeat(node);
  planStatuses(node);
  for (let link = agent.first; link != 0; link = lifeAt(link - 1).next) {
    const life = lifeAt(link - 1);
    if (life.stage == Stage.Bound) addTimer(clock.now, Timer.KubeletAdmits, link - 1, life.version);
    if (life.stage == Stage.Terminating) stopPod(link - 1);
  }
}
