/** Containers of a spec, and the host ports they ask for. */
import { Status } from "../../abi.ts";
import { fail } from "../../base/json/failure.ts";
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
import { readWord, wordIs } from "../../base/json/words.ts";
import {
  beginList,
  endList,
  endPairs,
  internList,
  listCount,
  push,
  wordOf,
} from "../model/list.ts";
import { ContainerWord } from "../model/podSpec.ts";
import { internLiteral } from "../model/text.ts";
import { ObjectsReason } from "../reasons.ts";
import {
  integerRead,
  listRead,
  readInteger32,
  readResourceList,
  readTextInto,
  setListRead,
  textRead,
} from "./values.ts";

const CONTAINER: usize = memory.data(ContainerWord.End * 4, 4);
const PORT_MAX: i64 = 65535;

/** The host ports of containers, and of those of them that restart always. */
export let hostPorts: u32 = 0;
export let sidecarPorts: u32 = 0;
/** Whether a container of the array restarts always. */
export let hasSidecar: bool = false;
/** Whether the exit of a container of the array may restart all containers. */
export let restartsAll: bool = false;
/** As `hostPorts` and `sidecarPorts`, with the ports that the host's network would take as well. */
export let networkPorts: u32 = 0;
export let sidecarNetworkPorts: u32 = 0;

let ports: u32 = 0;
let allPorts: u32 = 0;

function setContainer(word: ContainerWord, value: u32): void {
  store<u32>(CONTAINER + (usize(word) << 2), value);
}

/** An array of containers, as a list of them. */
export function readContainers(at: usize): usize {
  hostPorts = 0;
  sidecarPorts = 0;
  hasSidecar = false;
  restartsAll = false;
  networkPorts = 0;
  sidecarNetworkPorts = 0;
  const list = beginList();
  at = openArray(at);
  while (atElement(at)) {
    at = readContainer(at);
    push(internList(CONTAINER, ContainerWord.End));
    hostPorts = joined(hostPorts, ports);
    networkPorts = joined(networkPorts, allPorts);
    if (load<u32>(CONTAINER + (ContainerWord.RestartsAlways << 2)) != 0) {
      hasSidecar = true;
      sidecarPorts = joined(sidecarPorts, ports);
      sidecarNetworkPorts = joined(sidecarNetworkPorts, allPorts);
    }
    at = nextElement(at);
  }
  setListRead(endList(list));
  return closeArray(at);
}

function joined(a: u32, b: u32): u32 {
  if (a == 0 || b == 0) return a | b;
  const list = beginList();
  for (let index: u32 = 0; index < listCount(a); index++) push(wordOf(a, index));
  for (let index: u32 = 0; index < listCount(b); index++) push(wordOf(b, index));
  return endList(list);
}

function readContainer(at: usize): usize {
  memory.fill(CONTAINER, 0, ContainerWord.End * 4);
  ports = 0;
  allPorts = 0;
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    at = nextMember(readContainerMember(at));
  }
  return closeObject(at);
}

/** Only the action of a rule says what the pod needs of its node. */
function readRestartRules(at: usize): usize {
  at = openArray(at);
  while (atElement(at)) {
    at = openObject(at);
    while (load<u8>(at) == QUOTE) {
      at = scanMember(at);
      if (keyIs("action") && !isNull(at)) {
        at = readWord(at);
        if (wordIs("RestartAllContainers")) restartsAll = true;
      } else at = skipValue(at);
      at = nextMember(at);
    }
    at = nextElement(closeObject(at));
  }
  return closeArray(at);
}

function readContainerMember(at: usize): usize {
  if (isNull(at)) return at + 4;
  if (keyIs("name")) {
    at = readTextInto(at);
    setContainer(ContainerWord.Name, textRead);
  } else if (keyIs("image")) {
    at = readTextInto(at);
    setContainer(ContainerWord.Image, textRead);
  } else if (keyIs("restartPolicy")) {
    at = readWord(at);
    setContainer(ContainerWord.RestartsAlways, u32(wordIs("Always")));
  } else if (keyIs("restartPolicyRules")) at = readRestartRules(at);
  else if (keyIs("ports")) at = readPorts(at);
  else if (keyIs("resources")) {
    at = readResources(at, false);
    setContainer(ContainerWord.Requests, withLimits(requestsRead, limitsRead));
    setContainer(ContainerWord.Limits, limitsRead);
  } else return skipValue(at);
  return at;
}

export let requestsRead: u32 = 0;
/** Whether the object has requests, be they none. */
export let areRequestsRead: bool = false;
export let limitsRead: u32 = 0;

/** A container that has a limit and no request asks for the limit: the API server sees to it. */
function withLimits(requests: u32, limits: u32): u32 {
  if (limits == 0 || limits == requests) return requests | limits;
  const list = beginList();
  for (let index: u32 = 0; index < listCount(limits); index++) push(wordOf(limits, index));
  for (let index: u32 = 0; index < listCount(requests); index++) push(wordOf(requests, index));
  return endPairs(list);
}

/** A ResourceRequirements, also of a pod or a status. */
export function readResources(at: usize, mayBeNegative: bool): usize {
  requestsRead = 0;
  areRequestsRead = false;
  limitsRead = 0;
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (isNull(at)) at += 4;
    else if (keyIs("requests")) {
      at = readResourceList(at, mayBeNegative);
      requestsRead = listRead;
      areRequestsRead = true;
    } else if (keyIs("limits")) {
      at = readResourceList(at, mayBeNegative);
      limitsRead = listRead;
    } else at = skipValue(at);
    at = nextMember(at);
  }
  return closeObject(at);
}

function readPorts(at: usize): usize {
  ports = 0;
  allPorts = 0;
  at = openArray(at);
  while (atElement(at)) at = nextElement(readPort(at));
  return closeArray(at);
}

let ip: u32 = 0;
let protocol: u32 = 0;
let hostPort: u32 = 0;
let containerPort: u32 = 0;

/** A port with the API server's defaults. */
function readPort(at: usize): usize {
  ip = 0;
  protocol = 0;
  hostPort = 0;
  containerPort = 0;
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    at = nextMember(isNull(at) ? at + 4 : readPortMember(at));
  }
  ports = joined(ports, portOf(hostPort));
  allPorts = joined(allPorts, portOf(hostPort != 0 ? hostPort : containerPort));
  return closeObject(at);
}

function portOf(number: u32): u32 {
  const list = beginList();
  if (number != 0) {
    push(ip != 0 ? ip : internLiteral("0.0.0.0"));
    push(protocol != 0 ? protocol : internLiteral("TCP"));
    push(number);
  }
  return endList(list);
}

function readPortMember(at: usize): usize {
  if (keyIs("hostPort")) {
    at = readPortNumber(at);
    hostPort = u32(integerRead);
  } else if (keyIs("containerPort")) {
    at = readPortNumber(at);
    containerPort = u32(integerRead);
  } else if (keyIs("hostIP")) {
    at = readTextInto(at);
    ip = textRead;
  } else if (keyIs("protocol")) {
    at = readTextInto(at);
    protocol = textRead;
  } else return skipValue(at);
  return at;
}

function readPortNumber(at: usize): usize {
  const start = at;
  at = readInteger32(at);
  if (at == 0 || (integerRead >= 0 && integerRead <= PORT_MAX)) return at;
  return fail(Status.WrongType, ObjectsReason.Port, start);
}
