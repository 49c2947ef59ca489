/** Changes that the scenario makes to the cluster while it runs. */
import { Document, Status } from "../../abi.ts";
import { inputStart } from "../../base/input.ts";
import { clearFailure, fail } from "../../base/json/failure.ts";
import { equalAscii } from "../../base/text.ts";
import { metadata } from "../../objects/documents/metadata.ts";
import { kindRead } from "../../objects/documents/object.ts";
import { readObjects } from "../../objects/documents/objects.ts";
import { otherCount, others } from "../../objects/documents/others.ts";
import { Kind } from "../../objects/model/kind.ts";
import { beginList, endList, listCount, push, wordOf } from "../../objects/model/list.ts";
import { findNode, NodeFlag, nodeAt, nodes } from "../../objects/model/node.ts";
import { findPod, pods } from "../../objects/model/pod.ts";
import { NO_ROW } from "../../objects/model/table.ts";
import { Effect, TAINT_WORDS } from "../../objects/model/taint.ts";
import { internLiteral, textAt, textSize } from "../../objects/model/text.ts";
import { readOwners } from "../documents/owners.ts";
import { caveats } from "../model/caveats.ts";
import { Change, ChangeKind, changeAt } from "../model/change.ts";
import { removeEndedPod } from "../model/ended.ts";
import { addEvent, EventKind } from "../model/eventLog.ts";
import { findOwner, makerOf, OwnerKind, ownerAt, owners } from "../model/owner.ts";
import { fillLifecycles, lifecycleAt, Stage } from "../model/podLifecycle.ts";
import { CALL_TAKES } from "../model/time.ts";
import { SimulatorReason } from "../reasons.ts";
import { changedNode, disconnect, emitTaint, reconnect, setTaint } from "./nodes.ts";
import { staleView } from "./placement.ts";
import { deletePod, wakeOwner } from "./pods.ts";

/** Answers the row plus 1 of a pod that replaced one that is gone; 0 for none. */
export function makeChange(row: u32): u32 {
  const change = changeAt(row);
  if (change.act == ChangeKind.Create) return create(change);
  if (change.kind == internLiteral("Node")) changeNode(change);
  else if (change.kind == internLiteral("Pod")) changePod(change);
  else changeOwner(change);
  return 0;
}

/** The scenario is read with its objects, so whatever it names exists or is misspelled. */
function refuse(reason: SimulatorReason): void {
  clearFailure(Document.Scenario);
  fail(Status.NotFound, reason, 0);
}

function create(change: Change): u32 {
  const size = textSize(change.value);
  memory.copy(inputStart, textAt(change.value), usize(size));
  clearFailure(Document.Objects);
  const before = rowsRead();
  const othersBefore = othersRead();
  if (readObjects(size) != Status.Ok) return 0;
  const replaced = readOwners(size);
  if (replaced < 0) return 0;
  fillLifecycles();
  staleView();
  const isNew = rowsRead() != before;
  if (othersRead() != othersBefore && !isNew) caveats.isCreationIgnored = true;
  const returned = isNew ? 0 : returnedPod();
  if (replaced != 0 || (!isNew && returned == 0 && !mayBeThere())) refuse(SimulatorReason.Exists);
  else applied(change);
  return returned;
}

/** Rows of what a scenario acts on: they are never fewer. */
function rowsRead(): u32 {
  return pods.count + nodes.count + owners.count;
}

/** Objects of kinds that no module reads. */
function othersRead(): u32 {
  let count: u32 = 0;
  for (let row: u32 = 0; row < others.count; row++) count += otherCount(row);
  return count;
}

/** Whether the object that was read last may be there already: nothing in a scenario acts on it. */
function mayBeThere(): bool {
  return kindRead != Kind.Pod && kindRead != Kind.Node;
}

/** Row plus 1 of a pod that replaces one that is gone or has ended; 0 for none. */
function returnedPod(): u32 {
  if (kindRead != Kind.Pod) return 0;
  const namespace = metadata.namespace != 0 ? metadata.namespace : internLiteral("default");
  const row = findPod(namespace, metadata.name);
  if (row == NO_ROW || lifecycleAt(row).owner != 0) return 0;
  const stage = lifecycleAt(row).stage;
  if (stage != Stage.Free && stage != Stage.Ended) return 0;
  if (stage == Stage.Ended) removeEndedPod(row);
  return row + 1;
}

function applied(change: Change): void {
  const event = addEvent(EventKind.Applied);
  event.namespace = change.namespace;
  event.name = change.name;
  event.reason = change.kind;
}

function changeNode(change: Change): void {
  const row = findNode(change.name);
  if (row == NO_ROW) return refuse(SimulatorReason.Node);
  if (change.act == ChangeKind.Disconnect) return disconnect(row);
  if (change.act == ChangeKind.Reconnect) return reconnect(row);
  const node = nodeAt(row);
  if (change.act == ChangeKind.Taints) return replaceTaints(row, change.value);
  if (change.act != ChangeKind.Cordon && change.act != ChangeKind.Uncordon) {
    return refuse(SimulatorReason.Kind);
  }
  const on = change.act == ChangeKind.Cordon;
  applied(change);
  if (on) node.flags |= NodeFlag.Unschedulable;
  else node.flags &= ~u32(NodeFlag.Unschedulable);
  setTaint(row, "node.kubernetes.io/unschedulable", Effect.NoSchedule, on);
  changedNode(row, node.taints);
}

/** Those of the node lifecycle controller stay: it would put them back immediately. */
function replaceTaints(row: u32, given: u32): void {
  const node = nodeAt(row);
  const list = beginList();
  pushTaints(given, false);
  pushTaints(node.taints, true);
  const taints = endList(list);
  emitDifference(row, taints, node.taints, EventKind.Tainted);
  emitDifference(row, node.taints, taints, EventKind.Untainted);
  const before = node.taints;
  node.taints = taints;
  changedNode(row, before);
}

function pushTaints(taints: u32, onlyOfNodes: bool): void {
  for (let at: u32 = 0; at < listCount(taints); at += TAINT_WORDS) {
    if (onlyOfNodes && !isOfController(wordOf(taints, at))) continue;
    push(wordOf(taints, at));
    push(wordOf(taints, at + 1));
    push(wordOf(taints, at + 2));
  }
}

function isOfController(key: u32): bool {
  const prefix = "node.kubernetes.io/";
  return textSize(key) > prefix.length && equalAscii(textAt(key), prefix.length, prefix);
}

/** Taints of the first list that the second does not have. */
function emitDifference(row: u32, taints: u32, without: u32, kind: EventKind): void {
  for (let at: u32 = 0; at < listCount(taints); at += TAINT_WORDS) {
    if (hasTaint(without, wordOf(taints, at), wordOf(taints, at + 1), wordOf(taints, at + 2)))
      continue;
    emitTaint(row, kind, wordOf(taints, at), wordOf(taints, at + 1), wordOf(taints, at + 2));
  }
}

function hasTaint(taints: u32, key: u32, value: u32, effect: u32): bool {
  for (let at: u32 = 0; at < listCount(taints); at += TAINT_WORDS) {
    const isKey = wordOf(taints, at) == key && wordOf(taints, at + 1) == value;
    if (isKey && wordOf(taints, at + 2) == effect) return true;
  }
  return false;
}

function changePod(change: Change): void {
  if (change.act != ChangeKind.Delete) return refuse(SimulatorReason.Kind);
  const row = findPod(change.namespace, change.name);
  if (row == NO_ROW) return refuse(SimulatorReason.Object);
  deletePod(row, "Deleted");
}

function changeOwner(change: Change): void {
  const named = findOwner(change.kind, change.namespace, change.name);
  const found = named == 0 ? 0 : makerOf(named);
  if (found == 0) return refuse(SimulatorReason.Object);
  const owner = ownerAt(found - 1);
  if (change.act == ChangeKind.Replicas) owner.replicas = i32(change.value);
  else if (change.act == ChangeKind.Delete) {
    // The pods of an owner that is gone are deleted as those are that are too many.
    owner.kind = OwnerKind.Replicas;
    owner.replicas = 0;
  } else return refuse(SimulatorReason.Kind);
  applied(change);
  wakeOwner(found - 1, CALL_TAKES);
}
