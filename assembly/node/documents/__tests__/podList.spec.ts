/** A PodList: its order, its limits, what is kept of a pod and what is refused. */

import { CONTAINERS_MAX, PODS_MAX, TEXT_CAPACITY_BYTES, VOLUMES_MAX } from "../../../abi.ts";
import { failurePath, give, statusName, textAt } from "../../../base/__tests__/input.ts";
import { quantityValue } from "../../../base/kubernetes/quantity.ts";
import { ContainerKind, containerAt } from "../../model/container.ts";
import { Pod, podAt } from "../../model/pod.ts";
import { tables } from "../../model/tables.ts";
import { findUid } from "../../model/uids.ts";
import { volumeAt } from "../../model/volume.ts";
import { decodePodList } from "../podList.ts";
import { expectWhole, inOrder, orders } from "./members.ts";

const REFUSED: string[][] = [
  ["{}", "WrongDocument $"],
  ['{"spec":{}}', "WrongDocument $"],
  ['{"kind":"Pod","spec":{}}', "WrongDocument $.kind"],
  ['{"kind":"NodeList","items":[]}', "WrongDocument $.kind"],
  ['{"items":[],"kind":"ConfigMapList"}', "WrongDocument $.kind"],
  ['{"kind":5,"items":[]}', "WrongType $.kind"],
  ['{"kind":"List","items":[{"kind":"Pod"},{"kind":"Node"}]}', "WrongDocument $.items[1].kind"],
  ["[]", "WrongType $"],
  ['{"items":{}}', "WrongType $.items"],
  ['{"items":[{},5]}', "WrongType $.items[1]"],
  ['{"items":[{"metadata":{"uid":5}}]}', "WrongType $.items[0].metadata.uid"],
  ['{"items":[{"metadata":{"annotations":[]}}]}', "WrongType $.items[0].metadata.annotations"],
  ['{"items":[{"spec":{"priority":"5"}}]}', "WrongType $.items[0].spec.priority"],
  ['{"items":[{"spec":{"priority":2147483648}}]}', "WrongType $.items[0].spec.priority"],
  [
    '{"items":[{"spec":{"terminationGracePeriodSeconds":1.5}}]}',
    "WrongType $.items[0].spec.terminationGracePeriodSeconds",
  ],
  [
    '{"items":[{"spec":{"containers":[{},{"name":1}]}}]}',
    "WrongType $.items[0].spec.containers[1].name",
  ],
  [
    '{"items":[{"spec":{"containers":[{"resources":{"requests":{"memory":"1x"}}}]}}]}',
    "InvalidQuantity $.items[0].spec.containers[0].resources.requests.memory",
  ],
  [
    '{"items":[{"spec":{"containers":[{"resources":{"limits":{"nvidia.com/gpu":""}}}]}}]}',
    "InvalidQuantity $.items[0].spec.containers[0].resources.limits.nvidia.com/gpu",
  ],
  [
    '{"items":[{"spec":{"initContainers":[{"resources":{"requests":{"cpu":true}}}]}}]}',
    "WrongType $.items[0].spec.initContainers[0].resources.requests.cpu",
  ],
  [
    '{"items":[{"spec":{"overhead":{"memory":"1 Gi"}}}]}',
    "InvalidQuantity $.items[0].spec.overhead.memory",
  ],
  [
    '{"items":[{"spec":{"volumes":[{"emptyDir":{"sizeLimit":"1GB"}}]}}]}',
    "InvalidQuantity $.items[0].spec.volumes[0].emptyDir.sizeLimit",
  ],
  [
    '{"items":[{"status":{"containerStatuses":{}}}]}',
    "WrongType $.items[0].status.containerStatuses",
  ],
  [
    '{"items":[{"spec":{"containers":[{}],"containers":[]}}]}',
    "WrongType $.items[0].spec.containers",
  ],
  [
    '{"items":[{"spec":{"initContainers":null,"initContainers":[{}],"initContainers":[]}}]}',
    "WrongType $.items[0].spec.initContainers",
  ],
  ['{"items":[{"spec":{"volumes":[{}],"volumes":[]}}]}', "WrongType $.items[0].spec.volumes"],
  ['{"items":[{"spec":{"priority":"5"}},', "InvalidJson $.items[1]"],
];

/** `metadata`, `spec` and `status` of one pod; their members are in any order below. */
const METADATA: string[] = ['"uid":"a"', '"name":"cart"', '"namespace":"shop"'];
const SPEC: string[] = [
  '"containers":[{"name":"web","resources":{"requests":{"memory":"1Gi"}}}]',
  '"initContainers":[{"name":"setup"},{"restartPolicy":"Always","name":"proxy"}]',
  '"volumes":[{"name":"v","emptyDir":{"sizeLimit":"1Gi","medium":"Memory"}},{"name":"w"}]',
  '"priority":5',
  '"terminationGracePeriodSeconds":30',
];

/** Members of a pod that are null, or hold one; as if they were not there. */
const NULLS: string[] = [
  "",
  '"metadata":null,"spec":null,"status":null',
  '"metadata":{"uid":null,"name":null,"namespace":null,"annotations":null}',
  '"spec":{"containers":null,"initContainers":null,"volumes":null,"tolerations":null}',
  '"spec":{"priority":null,"priorityClassName":null,"terminationGracePeriodSeconds":null}',
  '"spec":{"overhead":null,"resources":null}',
  '"status":{"phase":null,"qosClass":null,"containerStatuses":null}',
  '"status":{"containerStatuses":[null,{"state":null}],"initContainerStatuses":[{}]}',
];

const KIND_NAMES: string[] = ["", "init ", "sidecar "];

function decode(text: string): i32 {
  return decodePodList(give(text));
}

function uidOf(pod: Pod): string {
  return textAt(pod.uid, usize(pod.uidSize));
}

function nameOf(pod: Pod): string {
  return textAt(pod.name, usize(pod.nameSize));
}

/** A pod's containers, the regular ones first, with the bytes they request. */
function containersOf(pod: Pod, regular: bool): string {
  let text = "";
  for (let i: u32 = 0; i < pod.containerCount; i++) {
    const row = containerAt(pod.firstContainer + i);
    if ((row.kind == ContainerKind.Regular) != regular) continue;
    const name = textAt(row.name, usize(row.nameSize));
    text += ` ${KIND_NAMES[row.kind]}${name} ${quantityValue(row.memoryRequest)}`;
  }
  return text;
}

function volumesOf(pod: Pod): string {
  let text = "";
  for (let i: u32 = 0; i < pod.volumeCount; i++) {
    const row = volumeAt(pod.firstVolume + i);
    text += ` ${textAt(row.name, usize(row.nameSize))} ${quantityValue(row.sizeLimit)}`;
  }
  return text;
}

function podText(pod: Pod): string {
  const name = `${textAt(pod.namespace, usize(pod.namespaceSize))}/${nameOf(pod)}`;
  const numbers = `priority ${pod.priority} grace ${pod.terminationGracePeriodSeconds}`;
  const containers = containersOf(pod, true) + containersOf(pod, false);
  return `${uidOf(pod)} ${name} ${numbers}${containers}${volumesOf(pod)}`;
}

/** The uids in force, quoted, in the order of their rows. */
function uids(): string {
  const found: string[] = [];
  for (let index: u32 = 0; index < tables.podCount; index++) found.push(`'${uidOf(podAt(index))}'`);
  return found.join(" ");
}

function listOf(uids: string[]): string {
  const items: string[] = [];
  for (let i = 0; i < uids.length; i++) items.push(`{"metadata":{"uid":"${uids[i]}"}}`);
  return `{"items":[${items.join(",")}]}`;
}

/** A list of this many empty elements. */
function elements(count: i32): string {
  return "{},".repeat(count - 1) + "{}";
}

describe("a pod of a list", () => {
  it("is the same whatever the order of its members", () => {
    for (let n = 0; n < orders(SPEC); n++) {
      const pod = [
        `"metadata":${inOrder(METADATA, n % 6)}`,
        `"spec":${inOrder(SPEC, n)}`,
        '"x":[]',
      ];
      const document = `{"kind":"PodList","items":[${inOrder(pod, n % 6)}]}`;
      expect(statusName(decode(document))).toBe("Ok", document);
      expect(podText(podAt(0))).toBe(
        "a shop/cart priority 5 grace 30 web 1073741824 init setup 0 sidecar proxy 0 " +
          "v 1073741824 w 0",
        document,
      );
    }
  });

  it("may have null for every member", () => {
    for (let i = 0; i < NULLS.length; i++) {
      expect(statusName(decode(`{"items":[{${NULLS[i]}}]}`))).toBe("Ok", NULLS[i]);
      expect(podText(podAt(0))).toBe(" / priority 0 grace 0", NULLS[i]);
    }
  });

  it("has the last of two values of one member", () => {
    decode('{"items":[{"spec":{"priority":1,"priority":2},"metadata":{"uid":"x","uid":"y"}}]}');
    expect(podText(podAt(0))).toBe("y / priority 2 grace 0");
  });
});

describe("a pod list", () => {
  it("is in bytewise order of uid, whatever the order of its items", () => {
    const items = ["b", "a", "", "ab", "B", "\\u00e9", "a\u00e9"];
    for (let turn = 0; turn < items.length; turn++) {
      items.push(items.shift());
      decode(listOf(items));
      expect(uids()).toBe("'' 'B' 'a' 'ab' 'a\u00e9' 'b' '\u00e9'");
      decode(listOf(items.slice(0).reverse()));
      expect(uids()).toBe("'' 'B' 'a' 'ab' 'a\u00e9' 'b' '\u00e9'");
    }
  });

  it("has one pod of a uid: the last", () => {
    decode(
      '{"items":[{"metadata":{"uid":"b","name":"one"}},{"metadata":{"uid":"a","name":"two"}},' +
        '{"metadata":{"name":"three","uid":"b"}},null,{"metadata":{"uid":"c","name":"four"}}]}',
    );
    expect(uids()).toBe("'a' 'b' 'c'");
    expect(nameOf(podAt(1))).toBe("three");
    expect(nameOf(podAt(2))).toBe("four");
  });

  it("may be empty", () => {
    decode(listOf(["a"]));
    expect(statusName(decode('{"items":null}'))).toBe("Ok");
    expect(uids()).toBe("");
    decode(listOf(["a"]));
    expect(statusName(decode('{"items":[{},{}],"items":[]}'))).toBe("Ok");
    expect(uids()).toBe("");
  });

  it("is refused with the path to what is wrong, and the pods in force stay", () => {
    decode(listOf(["a", "b"]));
    for (let i = 0; i < REFUSED.length; i++) {
      decode(REFUSED[i][0]);
      expect(failurePath()).toBe(REFUSED[i][1], REFUSED[i][0]);
      expect(uids()).toBe("'a' 'b'", REFUSED[i][0]);
    }
    expect(findUid(podAt(1).uid, podAt(1).uidSize)).toBe(1);
  });

  it("is refused when it is cut off anywhere", () => {
    const pod = [`"metadata":${inOrder(METADATA, 0)}`, `"spec":${inOrder(SPEC, 0)}`];
    expectWhole(`{"items":[null,${inOrder(pod, 0)}],"x":-0.5e+1}`, decode);
  });

  it("fits the tables or is refused", () => {
    expect(statusName(decode(`{"items":[${elements(PODS_MAX)}]}`))).toBe("Ok");
    expect(tables.podCount).toBe(u32(PODS_MAX));
    decode(`{"items":[${elements(PODS_MAX + 1)}]}`);
    expect(failurePath()).toBe(`TableFull $.items[${PODS_MAX}]`);
    const containers = elements(CONTAINERS_MAX);
    expect(statusName(decode(`{"items":[{"spec":{"containers":[${containers}]}}]}`))).toBe("Ok");
    decode(`{"items":[{"spec":{"containers":[{}],"initContainers":[${containers}]}}]}`);
    expect(failurePath()).toBe(`TableFull $.items[0].spec.initContainers[${CONTAINERS_MAX - 1}]`);
    const volumes = elements(VOLUMES_MAX);
    expect(statusName(decode(`{"items":[{"spec":{"volumes":[${volumes}]}}]}`))).toBe("Ok");
    decode(`{"items":[{"spec":{"volumes":[{}]}},{"spec":{"volumes":[${volumes}]}}]}`);
    expect(failurePath()).toBe(`TableFull $.items[1].spec.volumes[${VOLUMES_MAX - 1}]`);
    const name = "n".repeat(TEXT_CAPACITY_BYTES);
    expect(statusName(decode(`{"items":[{"metadata":{"name":"${name}"}}]}`))).toBe("Ok");
    decode(`{"items":[{"metadata":{"name":"${name}","namespace":"s"}}]}`);
    expect(failurePath()).toBe("TableFull $.items[0].metadata.namespace");
  });
});
