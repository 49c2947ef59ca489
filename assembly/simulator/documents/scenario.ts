/** A scenario: configurations of kubelets, usage of containers, and changes to the cluster. */
import { Document, Status } from "../../abi.ts";
import { inputStart, keepText } from "../../base/input.ts";
import { finishDocument, startDocument } from "../../base/json/document.ts";
import { clearFailure, fail, failureStatus } from "../../base/json/failure.ts";
import {
  atElement,
  closeArray,
  closeObject,
  keyIs,
  nextElement,
  nextMember,
  openArray,
  openObject,
  scanMember,
} from "../../base/json/member.ts";
import { isNull, QUOTE } from "../../base/json/scan.ts";
import { skipValue } from "../../base/json/skip.ts";
import { KEPT_BYTES_MAX } from "../../base/memory.ts";
import { decodeConfiguration } from "../../eviction/documents/configuration.ts";
import { startTexts } from "../../objects/documents/objects.ts";
import {
  integerRead,
  readInteger64,
  readTextInto,
  textRead,
} from "../../objects/documents/values.ts";
import { findNode } from "../../objects/model/node.ts";
import { NO_ROW } from "../../objects/model/table.ts";
import { internLiteral, internText, textAt, textSize } from "../../objects/model/text.ts";
import { NUMBER_OFFSET, SCENARIO_END, SCENARIO_OFFSET } from "../memory.ts";
import { configurationRow } from "../model/configurations.ts";
import { Kubelet, kubeletAt, resetKubelets } from "../model/kubelet.ts";
import { NodeSettings, settings } from "../model/settings.ts";
import { HEARTBEAT_INTERVAL } from "../model/time.ts";
import { SimulatorReason } from "../reasons.ts";
import { readAmountOrBytes } from "./amounts.ts";
import { readChanges } from "./changes.ts";
import { areWorkloadsThere } from "./subjects.ts";
import { readBytes, readDuration } from "./values.ts";
import { readWorkloads } from "./workloads.ts";

/** `--terminated-pod-gc-threshold` of kube-controller-manager. */
const TERMINATED_POD_THRESHOLD: i64 = 12500;
/** What earlyoom takes for `-m` without one, and at most. */
const EARLYOOM_PERCENT: u32 = 10;
const EARLYOOM_PERCENT_MAX: i64 = 99;

/** Reads a scenario of `size` bytes, or takes an empty one; answers a status. */
export function readScenario(size: i32): i32 {
  memory.fill(SCENARIO_OFFSET, 0, SCENARIO_END - SCENARIO_OFFSET);
  resetKubelets();
  startTexts();
  settings.terminatedPodThreshold = TERMINATED_POD_THRESHOLD;
  settings.configuration = configurationRow(internLiteral("{}")) + 1;
  if (size == 0) return failureStatus();
  if (usize(size) > KEPT_BYTES_MAX) {
    fail(Status.WrongDocument, SimulatorReason.Large, 0);
    return failureStatus();
  }
  let at = startDocument(size);
  if (at != 0) at = readMembers(at);
  if (at != 0 && !areWorkloadsThere()) at = 0;
  finishDocument(at, size);
  return failureStatus();
}

function readMembers(at: usize): usize {
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    at = nextMember(isNull(at) ? at + 4 : readMember(at));
  }
  return closeObject(at);
}

function readMember(at: usize): usize {
  if (keyIs("kubelet")) return readConfiguration(at, settings);
  if (keyIs("system")) return readSystem(at, settings);
  if (keyIs("inodes")) return readInodes(at, settings);
  if (keyIs("earlyoom")) return readEarlyoom(at, settings);
  if (keyIs("nodes")) return readNodes(at);
  if (keyIs("workloads")) return readWorkloads(at);
  if (keyIs("changes")) return readChanges(at);
  if (keyIs("seed")) {
    const start = at;
    at = readInteger64(at);
    settings.seed = integerRead;
    return at == 0 || integerRead >= 0 ? at : fail(Status.WrongType, SimulatorReason.Seed, start);
  }
  if (keyIs("terminatedPodThreshold")) {
    at = readInteger64(at);
    settings.terminatedPodThreshold = integerRead;
    return at;
  }
  // How long it is simulated is the host's to say.
  if (keyIs("until")) return readDuration(at, NUMBER_OFFSET);
  return fail(Status.WrongDocument, SimulatorReason.Member, at);
}

/** A KubeletConfiguration is checked here and kept as it was written. */
function readConfiguration(at: usize, node: NodeSettings): usize {
  const end = skipValue(at);
  if (end == 0) return 0;
  const text = internText(at, i32(end - at));
  // It is decoded in the other place of the input: the scenario stays where it is.
  keepText();
  memory.copy(inputStart, textAt(text), usize(textSize(text)));
  const status = decodeConfiguration(textSize(text));
  keepText();
  startTexts();
  clearFailure(Document.Scenario);
  if (status != Status.Ok) return fail(status, SimulatorReason.Kubelet, at);
  node.configuration = configurationRow(text) + 1;
  return end;
}

function readSystem(at: usize, node: NodeSettings): usize {
  const place = changetype<usize>(node);
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (keyIs("memory")) {
      at = readAmountOrBytes(at, "growth", place + offsetof<NodeSettings>("systemMemory"));
    } else if (keyIs("disk")) {
      at = readAmountOrBytes(at, "write", place + offsetof<NodeSettings>("systemDisk"));
    } else if (keyIs("inodes")) {
      at = readAmountOrBytes(at, "write", place + offsetof<NodeSettings>("systemInodes"));
    } else return fail(Status.WrongDocument, SimulatorReason.Member, at);
    at = nextMember(at);
  }
  return closeObject(at);
}

/** How many inodes the file system of a node has, or that of every node. */
function readInodes(at: usize, node: NodeSettings): usize {
  const start = at;
  at = readBytes(at, changetype<usize>(node) + offsetof<NodeSettings>("capacityInodes"));
  if (at == 0 || node.capacityInodes != 0) return at;
  return fail(Status.WrongType, SimulatorReason.Inodes, start);
}

/** An earlyoom runs there: its argument `-m`. */
function readEarlyoom(at: usize, node: NodeSettings): usize {
  node.earlyoom = EARLYOOM_PERCENT;
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (!keyIs("memory")) return fail(Status.WrongDocument, SimulatorReason.Member, at);
    const start = at;
    at = readInteger64(at);
    if (at != 0 && (integerRead < 1 || integerRead > EARLYOOM_PERCENT_MAX)) {
      return fail(Status.WrongType, SimulatorReason.Earlyoom, start);
    }
    node.earlyoom = u32(integerRead);
    at = nextMember(at);
  }
  return closeObject(at);
}

function readNodes(at: usize): usize {
  at = openArray(at);
  while (atElement(at)) {
    const kubelet = kubeletNamed(at);
    if (kubelet == null) return 0;
    at = nextElement(readNode(at, kubelet));
  }
  return closeArray(at);
}

/** The kubelet of the node that an object names, which may come after the members about it. */
function kubeletNamed(at: usize): Kubelet | null {
  const start = at;
  let name: u32 = 0;
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (keyIs("name")) {
      at = readTextInto(at);
      name = textRead;
    } else at = skipValue(at);
    at = nextMember(at);
  }
  if (closeObject(at) == 0) return null;
  const row = name == 0 ? NO_ROW : findNode(name);
  if (row == NO_ROW) return refuseNode(Status.NotFound, SimulatorReason.Node, start);
  const kubelet = kubeletAt(row);
  if (kubelet.hasEntry != 0) return refuseNode(Status.WrongDocument, SimulatorReason.Twice, start);
  kubelet.hasEntry = 1;
  return kubelet;
}

function refuseNode(status: Status, reason: SimulatorReason, at: usize): Kubelet | null {
  fail(status, reason, at);
  return null;
}

function readNode(at: usize, kubelet: Kubelet): usize {
  const place = changetype<usize>(kubelet);
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (isNull(at)) at += 4;
    else if (keyIs("name")) at = skipValue(at);
    else if (keyIs("kubelet")) at = readConfiguration(at, kubelet);
    else if (keyIs("system")) at = readSystem(at, kubelet);
    else if (keyIs("inodes")) at = readInodes(at, kubelet);
    else if (keyIs("earlyoom")) at = readEarlyoom(at, kubelet);
    else if (keyIs("evictionStep")) at = readDuration(at, place + offsetof<Kubelet>("phase"));
    else if (keyIs("heartbeat")) {
      const start = at;
      at = readDuration(at, place + offsetof<Kubelet>("heartbeat"));
      if (at != 0 && kubelet.heartbeat >= HEARTBEAT_INTERVAL) {
        return fail(Status.WrongType, SimulatorReason.Heartbeat, start);
      }
    } else return fail(Status.WrongDocument, SimulatorReason.Member, at);
    at = nextMember(at);
  }
  return closeObject(at);
}
