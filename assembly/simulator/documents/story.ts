/** A story: how kubelets are configured, what containers use, and what is done to the cluster. */
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
import { Agent, agentAt, resetAgents } from "../model/agent.ts";
import { forgetChanges } from "../model/change.ts";
import { configurationRow } from "../model/kubelets.ts";
import {
  forgetSettings,
  setCapacityInodesOfAll,
  setConfiguration,
  setSeed,
  setSystemDiskOfAll,
  setSystemInodesOfAll,
  setSystemMemoryOfAll,
  setTerminatedPodThreshold,
} from "../model/settings.ts";
import { HEARTBEAT_INTERVAL } from "../model/time.ts";
import { forgetWorkloads } from "../model/workload.ts";
import { LoopReason } from "../reasons.ts";
import { amountRead, readAmountOrBytes } from "./amounts.ts";
import { readChanges } from "./changes.ts";
import { areWorkloadsThere } from "./subjects.ts";
import { bytesRead, nanosRead, readBytesInto, readDurationInto } from "./values.ts";
import { readWorkloads } from "./workloads.ts";

/** The node whose members are being read, or null. */
let agent: usize = 0;

/** Reads a story of `size` bytes, or takes an empty one; answers a status. */
export function readStory(size: i32): i32 {
  forgetSettings();
  forgetChanges();
  forgetWorkloads();
  resetAgents();
  agent = 0;
  startTexts();
  setConfiguration(configurationRow(internLiteral("{}")));
  if (size == 0) return failureStatus();
  if (usize(size) > KEPT_BYTES_MAX) {
    fail(Status.WrongDocument, LoopReason.Large, 0);
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
  if (keyIs("kubelet")) return readConfiguration(at);
  if (keyIs("system")) return readSystem(at);
  if (keyIs("inodes")) return readInodes(at);
  if (keyIs("nodes")) return readNodes(at);
  if (keyIs("workloads")) return readWorkloads(at);
  if (keyIs("changes")) return readChanges(at);
  if (keyIs("seed")) {
    const start = at;
    at = readInteger64(at);
    setSeed(integerRead);
    return at == 0 || integerRead >= 0 ? at : fail(Status.WrongType, LoopReason.Seed, start);
  }
  if (keyIs("terminatedPodThreshold")) {
    at = readInteger64(at);
    setTerminatedPodThreshold(integerRead);
    return at;
  }
  // How long it is told is the host's to say.
  if (keyIs("until")) return readDurationInto(at);
  return fail(Status.WrongDocument, LoopReason.Member, at);
}

/** A KubeletConfiguration is checked here and kept as it was written. */
function readConfiguration(at: usize): usize {
  const end = skipValue(at);
  if (end == 0) return 0;
  const text = internText(at, i32(end - at));
  // It is decoded in the other place of the input: the story stays where it is.
  keepText();
  memory.copy(inputStart, textAt(text), usize(textSize(text)));
  const status = decodeConfiguration(textSize(text));
  keepText();
  startTexts();
  clearFailure(Document.Story);
  if (status != Status.Ok) return fail(status, LoopReason.Kubelet, at);
  const row = configurationRow(text);
  if (agent == 0) setConfiguration(row);
  else changetype<Agent>(agent).configuration = row + 1;
  return end;
}

function readSystem(at: usize): usize {
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (keyIs("memory")) {
      at = readAmountOrBytes(at, "growth");
      setSystemMemory(amountRead);
    } else if (keyIs("disk")) {
      at = readAmountOrBytes(at, "write");
      setSystemDisk(amountRead);
    } else if (keyIs("inodes")) {
      at = readAmountOrBytes(at, "write");
      setSystemInodes(amountRead);
    } else return fail(Status.WrongDocument, LoopReason.Member, at);
    at = nextMember(at);
  }
  return closeObject(at);
}

function setSystemMemory(amount: u32): void {
  if (agent == 0) setSystemMemoryOfAll(amount);
  else changetype<Agent>(agent).systemMemory = amount;
}

function setSystemDisk(amount: u32): void {
  if (agent == 0) setSystemDiskOfAll(amount);
  else changetype<Agent>(agent).systemDisk = amount;
}

function setSystemInodes(amount: u32): void {
  if (agent == 0) setSystemInodesOfAll(amount);
  else changetype<Agent>(agent).systemInodes = amount;
}

/** How many inodes the file system of a node has, or that of every node. */
function readInodes(at: usize): usize {
  const start = at;
  at = readBytesInto(at);
  if (at != 0 && bytesRead == 0) return fail(Status.WrongType, LoopReason.Inodes, start);
  if (agent == 0) setCapacityInodesOfAll(bytesRead);
  else changetype<Agent>(agent).capacityInodes = bytesRead;
  return at;
}

function readNodes(at: usize): usize {
  at = openArray(at);
  while (atElement(at)) {
    agent = agentNamed(at);
    if (agent == 0) return 0;
    at = nextElement(readNode(at));
    agent = 0;
  }
  return closeArray(at);
}

/** The row of the node that an object names, which may stand behind what it says of it. */
function agentNamed(at: usize): usize {
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
  if (closeObject(at) == 0) return 0;
  const row = name == 0 ? NO_ROW : findNode(name);
  if (row == NO_ROW) return fail(Status.NotFound, LoopReason.Node, start);
  if (agentAt(row).isTold != 0) return fail(Status.WrongDocument, LoopReason.Twice, start);
  agentAt(row).isTold = 1;
  return changetype<usize>(agentAt(row));
}

function readNode(at: usize): usize {
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (isNull(at)) at += 4;
    else if (keyIs("name")) at = skipValue(at);
    else if (keyIs("kubelet")) at = readConfiguration(at);
    else if (keyIs("system")) at = readSystem(at);
    else if (keyIs("inodes")) at = readInodes(at);
    else if (keyIs("heartbeat")) {
      const start = at;
      at = readDurationInto(at);
      if (at != 0 && nanosRead >= HEARTBEAT_INTERVAL) {
        return fail(Status.WrongType, LoopReason.Heartbeat, start);
      }
      changetype<Agent>(agent).heartbeat = nanosRead;
    } else if (keyIs("evictionStep")) {
      at = readDurationInto(at);
      changetype<Agent>(agent).phase = nanosRead;
    } else return fail(Status.WrongDocument, LoopReason.Member, at);
    at = nextMember(at);
  }
  return closeObject(at);
}
