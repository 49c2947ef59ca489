/** The files of every cgroup, with what they protect and where they throttle. */
import {
  beginArray,
  beginObject,
  booleanMember,
  endArray,
  endObject,
  integer,
  integerMember,
  key,
  member,
  valueAsWritten,
} from "../../base/json/write.ts";
import { listCount, wordOf } from "../../objects/model/list.ts";
import { nodeAt, nodes } from "../../objects/model/node.ts";
import { Pod, PodFlag, podAt, podHas, pods } from "../../objects/model/pod.ts";
import { ContainerWord, SpecWord, specWord } from "../../objects/model/podSpec.ts";
import { textAt, textSize } from "../../objects/model/text.ts";
import { QosClass } from "../../objects/requests/qosClass.ts";
import { Behavior } from "../model/memory/releaseTable.ts";
import { ABSENT, MemoryFiles, settings, UNKNOWN, UNLIMITED, writesAs } from "../model/memoryQos.ts";
import { OTHER_CLASS, qosName } from "../model/qos.ts";
import {
  burstableFiles,
  containerFiles,
  lookAt,
  nodeFiles,
  podClass,
  podFiles,
  podSpec,
} from "../stages/memoryQos.ts";
import { nameMember, releaseMember } from "./texts.ts";
import { throttlingMembers } from "./throttling.ts";

const FILES = changetype<MemoryFiles>(memory.data(32, 8));

/** False after a failure. */
export function writeMemoryQos(): bool {
  beginObject();
  member("plimsoll", "memory-qos/1");
  releaseMember(settings.minor);
  if (nodes.count != 0) nameMember("node", nodeAt(0).name);
  booleanMember("enabled", settings.isOn);
  if (settings.hasFactor) {
    key("throttlingFactor");
    const at = textAt(settings.factorText);
    valueAsWritten(at, at + usize(textSize(settings.factorText)));
  }
  if (writesAs(Behavior.ReservationPolicy)) {
    member("reservationPolicy", settings.isTiered ? "TieredReservation" : "None");
  }
  if (settings.allocatableBytes > 0) {
    integerMember("allocatableBytes", settings.allocatableBytes);
  }
  integerMember("pageBytes", settings.pageBytes);
  nodeFiles(FILES);
  key("kubepods");
  writeFiles();
  burstableFiles(FILES);
  key("burstable");
  writeFiles();
  const isWhole = podsMember();
  endObject();
  return isWhole;
}

function podsMember(): bool {
  key("pods");
  beginArray();
  for (let row: u32 = 0; row < pods.count; row++) {
    const pod = podAt(row);
    if (podHas(pod, PodFlag.Terminated)) continue;
    if (!lookAt(pod)) return false;
    writePod(pod);
  }
  endArray();
  return true;
}

function writePod(pod: Pod): void {
  beginObject();
  nameMember("namespace", pod.namespace);
  nameMember("name", pod.name);
  nameMember("uid", pod.uid);
  if (podClass < OTHER_CLASS) member("qosClass", qosName(podClass));
  podFiles(FILES);
  member("protection", protection());
  fileMembers();
  throttlingMembers(FILES, "pod");
  key("containers");
  beginArray();
  writeContainers(specWord(podSpec, SpecWord.InitContainers), true);
  writeContainers(specWord(podSpec, SpecWord.Containers), false);
  endArray();
  endObject();
}

/** What the pod has: memory.low has no effect below a cgroup without it. */
function protection(): string {
  if (FILES.min > 0) return "hard";
  if (FILES.low <= 0) return "none";
  if (podClass == u32(QosClass.BestEffort)) return "void";
  return writesAs(Behavior.NodeMemoryLow) ? "soft" : "void";
}

function writeContainers(containers: u32, isInit: bool): void {
  for (let index: u32 = 0; index < listCount(containers); index++) {
    const container = wordOf(containers, index);
    containerFiles(FILES, container);
    beginObject();
    nameMember("name", wordOf(container, ContainerWord.Name));
    if (isInit) {
      booleanMember("init", true);
      if (wordOf(container, ContainerWord.RestartsAlways) != 0) booleanMember("sidecar", true);
    }
    fileMembers();
    throttlingMembers(FILES, "container");
    endObject();
  }
}

function writeFiles(): void {
  beginObject();
  fileMembers();
  endObject();
}

function fileMembers(): void {
  fileMember("min", FILES.min);
  fileMember("low", FILES.low);
  fileMember("high", FILES.high);
  fileMember("max", FILES.max);
}

function fileMember(name: string, value: i64): void {
  if (value == ABSENT || value == UNKNOWN) return;
  if (value == UNLIMITED) return member(name, "max");
  key(name);
  integer(value);
}
