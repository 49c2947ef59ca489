/** A pod's spec → a row of specs, and the node it names. */
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
import { beginList, endList, internList, push } from "../model/list.ts";
import {
  internSpec,
  SpecFlag,
  SpecWord,
  SpreadWord,
  UNEVALUATED_SHIFT,
  UnevaluatedBit,
} from "../model/podSpec.ts";
import { ObjectsReason } from "../reasons.ts";
import { readAffinity } from "./affinity.ts";
import {
  hasSidecar,
  hostPorts,
  limitsRead,
  networkPorts,
  readContainers,
  readResources,
  requestsRead,
  restartsAll,
  sidecarNetworkPorts,
  sidecarPorts,
} from "./containers.ts";
import { countRequirement, readLabelSelector } from "./selectors.ts";
import { addSpecFlag, clearSpecWords, hasSpecFlag, SPEC_WORDS, setSpecWord } from "./specWords.ts";
import { readTolerations } from "./taints.ts";
import {
  integerRead,
  listRead,
  readInteger32,
  readInteger64,
  readLabels,
  readResourceList,
  readTextInto,
  readTexts,
  readTruth,
  setListRead,
  setTextRead,
  textRead,
  truthRead,
} from "./values.ts";

const SPREAD: usize = memory.data(SpreadWord.End * 4, 4);
const ALL_VOLUME_PLUGINS: u32 =
  UnevaluatedBit.VolumeBinding |
  UnevaluatedBit.VolumeRestrictions |
  UnevaluatedBit.NodeVolumeLimits |
  UnevaluatedBit.VolumeZone;

export let specRead: u32 = 0;
export let nodeNameRead: u32 = 0;

let portsOfNetwork: u32 = 0;
let isWithoutHostUsers: bool = false;
let sidecarsOfNetwork: u32 = 0;

/** A spec that is not there is one without anything. */
export function startSpec(): void {
  clearSpecWords();
  portsOfNetwork = 0;
  isWithoutHostUsers = false;
  sidecarsOfNetwork = 0;
  nodeNameRead = 0;
}

export function readSpec(at: usize): usize {
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    at = nextMember(readSpecMember(at));
  }
  return closeObject(at);
}

export function finishSpec(): void {
  // In the host's network a container's port is the host's.
  if (hasSpecFlag(SpecFlag.HostNetwork)) {
    setSpecWord(SpecWord.HostPorts, portsOfNetwork);
    setSpecWord(SpecWord.SidecarPorts, sidecarsOfNetwork);
    // User namespaces in the host's network are a feature that a node declares.
    if (isWithoutHostUsers) addSpecFlag(UnevaluatedBit.NodeDeclaredFeatures << UNEVALUATED_SHIFT);
  }
  specRead = internSpec(SPEC_WORDS);
}

function readSpecMember(at: usize): usize {
  if (isNull(at)) return at + 4;
  if (keyIs("nodeName")) {
    at = readTextInto(at);
    nodeNameRead = textRead;
    return at;
  }
  if (keyIs("containers")) {
    at = readContainersOf(at);
    setSpecWord(SpecWord.HostPorts, hostPorts);
    portsOfNetwork = networkPorts;
    setSpecWord(SpecWord.Containers, listRead);
    return at;
  }
  if (keyIs("initContainers")) {
    at = readContainersOf(at);
    setSpecWord(SpecWord.SidecarPorts, sidecarPorts);
    sidecarsOfNetwork = sidecarNetworkPorts;
    setSpecWord(SpecWord.InitContainers, listRead);
    if (hasSidecar) addSpecFlag(SpecFlag.HasSidecar);
    return at;
  }
  if (keyIs("tolerations")) return set(readTolerations(at), SpecWord.Tolerations);
  if (keyIs("affinity")) return readAffinity(at);
  if (keyIs("nodeSelector")) {
    addSpecFlag(SpecFlag.HasNodeSelector);
    return set(readLabels(at), SpecWord.NodeSelector);
  }
  if (keyIs("topologySpreadConstraints")) {
    return set(readSpreadConstraints(at), SpecWord.SpreadConstraints);
  }
  if (keyIs("volumes")) return readVolumes(at);
  if (keyIs("overhead")) return set(readResourceList(at, false), SpecWord.Overhead);
  if (keyIs("resources")) return readPodResources(at);
  return readOtherMember(at);
}

/** Containers of either kind; a node may have to declare what they need. */
function readContainersOf(at: usize): usize {
  at = readContainers(at);
  if (restartsAll) addSpecFlag(UnevaluatedBit.NodeDeclaredFeatures << UNEVALUATED_SHIFT);
  return at;
}

function set(at: usize, word: SpecWord): usize {
  setSpecWord(word, listRead);
  return at;
}

function setText(at: usize, word: SpecWord): usize {
  setSpecWord(word, textRead);
  return at;
}

function readOtherMember(at: usize): usize {
  if (keyIs("priority")) {
    at = readInteger32(at);
    setSpecWord(SpecWord.Priority, u32(integerRead));
    addSpecFlag(SpecFlag.HasPriority);
    return at;
  }
  if (keyIs("priorityClassName")) return setText(readTextInto(at), SpecWord.PriorityClass);
  if (keyIs("schedulerName")) return setText(readTextInto(at), SpecWord.SchedulerName);
  if (keyIs("runtimeClassName")) return setText(readTextInto(at), SpecWord.RuntimeClass);
  if (keyIs("schedulingGates")) return set(readNames(at), SpecWord.SchedulingGates);
  if (keyIs("preemptionPolicy")) {
    at = readWord(at);
    addSpecFlag(SpecFlag.HasPreemptionPolicy);
    if (wordIs("Never")) addSpecFlag(SpecFlag.PreemptNever);
    return at;
  }
  if (keyIs("hostNetwork")) {
    at = readTruth(at);
    if (truthRead) addSpecFlag(SpecFlag.HostNetwork);
    return at;
  }
  if (keyIs("hostUsers")) {
    at = readTruth(at);
    isWithoutHostUsers = !truthRead;
    return at;
  }
  if (keyIs("restartPolicy")) {
    at = readWord(at);
    if (wordIs("Never")) addSpecFlag(SpecFlag.NeverRestarts);
    return at;
  }
  if (keyIs("terminationGracePeriodSeconds")) {
    at = readInteger64(at);
    if (integerRead == 0) addSpecFlag(SpecFlag.HasNoGrace);
    return at;
  }
  if (keyIs("os")) return setText(readNameIn(at, "name"), SpecWord.Os);
  if (keyIs("securityContext")) {
    at = readNameIn(at, "supplementalGroupsPolicy");
    return setText(at, SpecWord.SupplementalGroupsPolicy);
  }
  if (keyIs("resourceClaims")) return readUnevaluated(at, UnevaluatedBit.DynamicResources);
  if (keyIs("workloadRef") || keyIs("schedulingGroup")) {
    addSpecFlag(UnevaluatedBit.GangScheduling << UNEVALUATED_SHIFT);
  }
  return skipValue(at);
}

/** An array that is not empty asks for a plugin that is not run. */
function readUnevaluated(at: usize, bit: u32): usize {
  const start = openArray(at);
  if (start == 0) return 0;
  if (atElement(start)) addSpecFlag(bit << UNEVALUATED_SHIFT);
  return skipValue(at);
}

/** A text of an object, in `textRead`. */
function readNameIn(at: usize, name: string): usize {
  let found: u32 = 0;
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (keyIs(name) && !isNull(at)) {
      at = readTextInto(at);
      found = textRead;
    } else at = skipValue(at);
    at = nextMember(at);
  }
  at = closeObject(at);
  setTextRead(found);
  return at;
}

/** Names of an array of objects, in their order. */
function readNames(at: usize): usize {
  const list = beginList();
  at = openArray(at);
  while (atElement(at)) {
    at = readNameIn(at, "name");
    push(textRead);
    at = nextElement(at);
  }
  setListRead(endList(list));
  return closeArray(at);
}

function readPodResources(at: usize): usize {
  at = readResources(at, false);
  setSpecWord(SpecWord.Requests, requestsRead);
  setSpecWord(SpecWord.Limits, limitsRead);
  addSpecFlag(SpecFlag.HasResources);
  return at;
}

/** What volumes need of plugins that are not run, and the images among them. */
function readVolumes(at: usize): usize {
  const images = beginList();
  at = openArray(at);
  while (atElement(at)) {
    at = openObject(at);
    while (load<u8>(at) == QUOTE) {
      at = scanMember(at);
      if (isNull(at)) at += 4;
      else if (keyIs("image")) at = readImageVolume(at);
      else {
        addSpecFlag(flagsOfVolume());
        at = skipValue(at);
      }
      at = nextMember(at);
    }
    at = nextElement(closeObject(at));
  }
  setSpecWord(SpecWord.ImageVolumes, endList(images));
  return closeArray(at);
}

/** Pushes the reference of an image, also an empty one. */
function readImageVolume(at: usize): usize {
  let reference: u32 = 0;
  at = openObject(at);
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (keyIs("reference") && !isNull(at)) {
      at = readTextInto(at);
      reference = textRead;
    } else at = skipValue(at);
    at = nextMember(at);
  }
  push(reference);
  return closeObject(at);
}

function flagsOfVolume(): u32 {
  return keyIs("emptyDir") ? SpecFlag.HasEmptyDir : unevaluatedOfVolume() << UNEVALUATED_SHIFT;
}

function unevaluatedOfVolume(): u32 {
  if (keyIs("persistentVolumeClaim") || keyIs("ephemeral")) return ALL_VOLUME_PLUGINS;
  if (keyIs("rbd") || keyIs("iscsi")) return UnevaluatedBit.VolumeRestrictions;
  if (keyIs("gcePersistentDisk") || keyIs("awsElasticBlockStore")) {
    return UnevaluatedBit.VolumeRestrictions | UnevaluatedBit.NodeVolumeLimits;
  }
  return isServedByDriver() ? UnevaluatedBit.NodeVolumeLimits : 0;
}

/** Sources of other drivers, which CSI drivers serve now; a limit counts no source `csi`. */
function isServedByDriver(): bool {
  if (keyIs("azureDisk") || keyIs("azureFile") || keyIs("cinder")) return true;
  return keyIs("portworxVolume") || keyIs("vsphereVolume");
}

/** Also the default constraints of a configuration. */
export function readSpreadConstraints(at: usize): usize {
  const list = beginList();
  at = openArray(at);
  while (atElement(at)) {
    memory.fill(SPREAD, 0, SpreadWord.End * 4);
    setSpread(SpreadWord.MinDomains, 1);
    setSpread(SpreadWord.HonorsAffinity, 1);
    at = openObject(countRequirement(at));
    while (load<u8>(at) == QUOTE) {
      at = scanMember(at);
      at = nextMember(isNull(at) ? at + 4 : readSpreadMember(at));
    }
    push(internList(SPREAD, SpreadWord.End));
    at = nextElement(closeObject(at));
  }
  setListRead(endList(list));
  return closeArray(at);
}

function setSpread(word: SpreadWord, value: u32): void {
  store<u32>(SPREAD + (usize(word) << 2), value);
}

function readSpreadMember(at: usize): usize {
  if (keyIs("maxSkew")) return readSpreadInteger(at, SpreadWord.MaxSkew);
  if (keyIs("minDomains")) return readSpreadInteger(at, SpreadWord.MinDomains);
  if (keyIs("topologyKey")) {
    at = readTextInto(at);
    setSpread(SpreadWord.TopologyKey, textRead);
  } else if (keyIs("whenUnsatisfiable")) {
    return readEither(at, SpreadWord.IsHard, "DoNotSchedule", "ScheduleAnyway");
  } else if (keyIs("nodeAffinityPolicy")) {
    return readEither(at, SpreadWord.HonorsAffinity, "Honor", "Ignore");
  } else if (keyIs("nodeTaintsPolicy")) {
    return readEither(at, SpreadWord.HonorsTaints, "Honor", "Ignore");
  } else if (keyIs("labelSelector")) {
    at = readLabelSelector(at);
    setSpread(SpreadWord.HasSelector, 1);
    setSpread(SpreadWord.Selector, listRead);
  } else if (keyIs("matchLabelKeys")) {
    at = readTexts(at);
    setSpread(SpreadWord.MatchLabelKeys, listRead);
  } else return skipValue(at);
  return at;
}

function readSpreadInteger(at: usize, word: SpreadWord): usize {
  at = readInteger32(at);
  setSpread(word, u32(integerRead));
  return at;
}

/** One of two words: 1 for the first. */
function readEither(at: usize, word: SpreadWord, one: string, other: string): usize {
  const start = at;
  at = readWord(at);
  if (at == 0) return 0;
  setSpread(word, u32(wordIs(one)));
  if (wordIs(one) || wordIs(other)) return at;
  const isAction = word == SpreadWord.IsHard;
  const reason = isAction ? ObjectsReason.Action : ObjectsReason.Policy;
  return fail(Status.WrongType, reason, start);
}
