/** Documents of objects: what is read, what is replaced, and what is refused. */
import { failurePath, give, giveBytes, statusName, textAt } from "../../../base/__tests__/input.ts";
import { Kind } from "../../model/kind.ts";
import { listCount, valueOf, wordOf } from "../../model/list.ts";
import { findNode, NodeFlag, nodeAt, nodeHas, nodes } from "../../model/node.ts";
import { findObject, objectAt, objectsOf } from "../../model/objectRow.ts";
import { findPod, PodFlag, podAt, podHas, pods } from "../../model/pod.ts";
import {
  SpecFlag,
  SpecWord,
  specHas,
  specs,
  specWord,
  UNEVALUATED_SHIFT,
} from "../../model/podSpec.ts";
import { textAt as addressOf, internLiteral, NO_TEXT, textSize } from "../../model/text.ts";
import { clearObjects, readObjects } from "../objects.ts";
import { otherCount, otherKind, others } from "../others.ts";

/** Documents that are refused: the document, its status and path. */
const REFUSED: string[][] = [
  ["{}", "WrongDocument $"],
  ["[]", "WrongType $"],
  ['{"kind":"Pod"}', "WrongDocument $"],
  ['{"kind":"Pod","metadata":{"name":"a"},"spec":{"nodeName":1}}', "WrongType $.spec.nodeName"],
  [
    '{"kind":"Pod","metadata":{"name":"a"},"spec":{"containers":[{"resources":{' +
      '"requests":{"cpu":"x"}}}]}}',
    "InvalidQuantity $.spec.containers[0].resources.requests.cpu",
  ],
  [
    '{"kind":"Pod","metadata":{"name":"a"},"spec":{"affinity":{"podAffinity":{' +
      '"requiredDuringSchedulingIgnoredDuringExecution":[{"labelSelector":{' +
      '"matchExpressions":[{"key":"a","operator":"Gt","values":["1"]}]}}]}}}}',
    "WrongType $.spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecu" +
      "tion[0].labelSelector.matchExpressions[0]",
  ],
  [
    '{"kind":"Pod","metadata":{"name":"a"},"spec":{"affinity":{"nodeAffinity":{' +
      '"requiredDuringSchedulingIgnoredDuringExecution":{"nodeSelectorTerms":[{' +
      '"matchFields":[{"key":"spec.x","operator":"In","values":["a"]}]}]}}}}}',
    "WrongType $.spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExec" +
      "ution.nodeSelectorTerms[0].matchFields",
  ],
  [
    '{"kind":"Pod","metadata":{"name":"a"},"spec":{"topologySpreadConstraints":[{' +
      '"whenUnsatisfiable":"Maybe"}]}}',
    "WrongType $.spec.topologySpreadConstraints[0].whenUnsatisfiable",
  ],
  ['{"kind":"PodList","items":[{"metadata":{"name":"a"}},{}]}', "WrongDocument $.items[1]"],
  ['{"kind":"Pod","metadata":{"name":"a"}} {"kind":"Pod"', "InvalidJson $.kind"],
  [
    '{"kind":"Pod","metadata":{"name":"a"},"spec":{"priority":2147483648}}',
    "WrongType $.spec.priority",
  ],
  [
    '{"kind":"Pod","metadata":{"name":"a","labels":{"a b":"c"}}}',
    "WrongType $.metadata.labels.a b",
  ],
  [
    '{"kind":"Pod","metadata":{"name":"a"},"spec":{"nodeSelector":{"disk":"s s d"}}}',
    "WrongType $.spec.nodeSelector.disk",
  ],
  [
    '{"kind":"Pod","metadata":{"name":"a"},"spec":{"topologySpreadConstraints":[{' +
      '"labelSelector":{"matchLabels":{"app":"-"}}}]}}',
    "WrongType $.spec.topologySpreadConstraints[0].labelSelector.matchLabels.app",
  ],
  [
    '{"kind":"ReplicaSet","metadata":{"name":"a"},"spec":{"selector":{' +
      '"matchExpressions":[{"key":"app","operator":"In","values":["a","b c"]}]}}}',
    "WrongType $.spec.selector.matchExpressions[0].values",
  ],
  [
    '{"kind":"ReplicaSet","metadata":{"name":"a"},"spec":{"selector":{' +
      '"matchExpressions":[{"operator":"Exists","key":"/app"}]}}}',
    "WrongType $.spec.selector.matchExpressions[0].key",
  ],
  [
    '{"kind":"ReplicaSet","metadata":{"name":"a"},"spec":{"selector":{' +
      '"matchExpressions":[{"operator":"Exists"}]}}}',
    "WrongType $.spec.selector.matchExpressions[0]",
  ],
  [
    '{"kind":"Service","metadata":{"name":"a"},"spec":{"selector":{"a/b/c":"d"}}}',
    "WrongType $.spec.selector.a/b/c",
  ],
  [
    '{"kind":"Pod","metadata":{"name":"a"},"spec":{"affinity":{"nodeAffinity":{' +
      '"requiredDuringSchedulingIgnoredDuringExecution":{"nodeSelectorTerms":[{' +
      '"matchExpressions":[{"key":"Up.per/x","operator":"Exists"}]}]}}}}}',
    "WrongType $.spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExec" +
      "ution.nodeSelectorTerms[0].matchExpressions[0].key",
  ],
  [
    '{"kind":"Pod","metadata":{"name":"a"},"spec":{"containers":[{"resources":{' +
      '"requests":{"cpu":"-1m"}}}]}}',
    "InvalidQuantity $.spec.containers[0].resources.requests.cpu",
  ],
  [
    '{"kind":"Pod","metadata":{"name":"a"},"spec":{"overhead":{"memory":"-1Ki"}}}',
    "InvalidQuantity $.spec.overhead.memory",
  ],
  [
    '{"kind":"Node","metadata":{"name":"a"},"status":{"allocatable":{"pods":"-1"}}}',
    "InvalidQuantity $.status.allocatable.pods",
  ],
];

/** Label keys and values, and whether an API server takes them. */
const KEYS = [
  "a",
  "A.b_c-9",
  "example.com/a",
  "1.2-3.io/A",
  "a".repeat(63),
  "d".repeat(253) + "/a",
];
const NO_KEYS = [
  "",
  " ",
  "-a",
  "a-",
  "a/",
  "/a",
  "a b",
  "a/b/c",
  "Example.com/a",
  "a..b/c",
  "a-.b/c",
  "a_b/c",
  "ä",
  "a".repeat(64),
  "d".repeat(254) + "/a",
];
const VALUES = ["", "a", "A.b_c-9", "0", "a".repeat(63)];
const NO_VALUES = [" ", "-", "a-", ".a", "a/b", "a:b", "ä", "a".repeat(64)];

/** Objects of kinds that other groups have as well. */
const OF_OTHER_GROUPS: string[] = [
  '{"apiVersion":"x.io/v1","kind":"PodDisruptionBudget","metadata":{"name":"a"}}',
  '{"apiVersion":"longhorn.io/v1beta2","kind":"Node","metadata":{"name":"a"},"spec":{"taints":1}}',
  '{"kind":"Node","apiVersion":"longhorn.io/v1beta2","metadata":{"name":"a"},"spec":1}',
  '{"kind":"Node","metadata":{"name":"a"},"apiVersion":"longhorn.io/v1beta2"}',
  '{"spec":1,"apiVersion":"longhorn.io/v1beta2","kind":"Node"}',
  '{"kind":"NodeList","items":[{"apiVersion":"longhorn.io/v1beta2","metadata":{"name":"a"}}]}',
];
const OF_OWN_GROUPS: string[] = [
  '{"apiVersion":"policy/v1","kind":"PodDisruptionBudget","metadata":{"name":"a"}}',
  '{"apiVersion":"v1","kind":"PodDisruptionBudget","metadata":{"name":"a"}}',
  '{"apiVersion":null,"kind":"PodDisruptionBudget","metadata":{"name":"a"}}',
];

function read(text: string): string {
  return statusName(readObjects(give(text)));
}

function labeled(key: string, value: string): string {
  const labels = '"labels":{"' + key + '":"' + value + '"}';
  return read('{"kind":"Node","metadata":{"name":"n",' + labels + "}}");
}

function spell(text: u32): string {
  return text == NO_TEXT ? "-" : textAt(addressOf(text), usize(textSize(text)));
}

describe("objects", () => {
  beforeEach(() => clearObjects());

  it("reads one, a list with a kind in each item, and a typed list", () => {
    expect(read('{"kind":"Node","metadata":{"name":"n"}}')).toBe("Ok");
    expect(read('{"items":[{"kind":"Pod","metadata":{"name":"a"}}],"kind":"List"}')).toBe("Ok");
    expect(read('{"kind":"PodList","items":[{"metadata":{"name":"b"}}]}')).toBe("Ok");
    expect(pods.count).toBe(2);
    expect(nodes.count).toBe(1);
  });

  it("counts a kind of another group by both names, wherever its apiVersion is", () => {
    for (let index = 0; index < OF_OTHER_GROUPS.length; index++) {
      clearObjects();
      expect(read(OF_OTHER_GROUPS[index])).toBe("Ok");
      expect(nodes.count + objectsOf(Kind.PodDisruptionBudget).count).toBe(0);
      expect(spell(otherKind(0))).toBe(
        index == 0 ? "PodDisruptionBudget.x.io" : "Node.longhorn.io",
      );
    }
  });

  it("reads a kind of its own group, and one with only a version", () => {
    for (let index = 0; index < OF_OWN_GROUPS.length; index++) {
      clearObjects();
      expect(read(OF_OWN_GROUPS[index])).toBe("Ok");
      expect(objectsOf(Kind.PodDisruptionBudget).count).toBe(1);
      expect(others.count).toBe(0);
    }
  });

  it("reads several one after another", () => {
    expect(
      read('{"kind":"Node","metadata":{"name":"n"}}\n{"kind":"Node","metadata":{"name":"m"}}\n'),
    ).toBe("Ok");
    expect(nodes.count).toBe(2);
    expect(findNode(internLiteral("m"))).toBe(1);
  });

  it("takes label keys and values of the form that an API server takes", () => {
    for (let index = 0; index < KEYS.length; index++) expect(labeled(KEYS[index], "a")).toBe("Ok");
    for (let index = 0; index < VALUES.length; index++) {
      expect(labeled("a", VALUES[index])).toBe("Ok");
    }
    for (let index = 0; index < NO_KEYS.length; index++) {
      expect(labeled(NO_KEYS[index], "a")).toBe("WrongType", NO_KEYS[index]);
    }
    for (let index = 0; index < NO_VALUES.length; index++) {
      expect(labeled("a", NO_VALUES[index])).toBe("WrongType", NO_VALUES[index]);
    }
  });

  it("reads members that come before the kind", () => {
    expect(read('{"spec":{"nodeName":"n"},"metadata":{"name":"a"},"kind":"Pod"}')).toBe("Ok");
    expect(spell(podAt(0).nodeName)).toBe("n");
  });

  it("replaces an object in its place", () => {
    read('{"kind":"PodList","items":[{"metadata":{"name":"a"}},{"metadata":{"name":"b"}}]}');
    read('{"kind":"Pod","metadata":{"name":"a"},"spec":{"nodeName":"n"}}');
    expect(pods.count).toBe(2);
    expect(spell(podAt(0).nodeName)).toBe("n");
    expect(findPod(internLiteral("default"), internLiteral("b"))).toBe(1);
  });

  it("keeps the old objects when a document is refused in its middle", () => {
    read('{"kind":"Pod","metadata":{"name":"a"}}');
    expect(
      read('{"kind":"PodList","items":[{"metadata":{"name":"b"}},{"metadata":{"name":""}}]}'),
    ).toBe("WrongDocument");
    expect(pods.count).toBe(1);
  });

  it("keeps one spec for pods of one template", () => {
    const spec =
      '"spec":{"containers":[{"name":"c","image":"i","resources":{"requests":{"cpu":"1"}}}]}';
    read('{"kind":"Pod","metadata":{"name":"a"},' + spec + "}");
    read('{"kind":"Pod","metadata":{"name":"b"},' + spec + "}");
    expect(specs.count).toBe(1);
    expect(podAt(0).spec).toBe(podAt(1).spec);
  });

  it("counts kinds that it does not read, by name", () => {
    read(
      '{"kind":"ConfigMap","metadata":{"name":"a"}}{"kind":"ConfigMap","metadata":{"name":"b"}}',
    );
    expect(others.count).toBe(1);
    expect(spell(otherKind(0))).toBe("ConfigMap");
    expect(otherCount(0)).toBe(2);
  });

  it("reads labels, of which the last of a key counts, and escapes", () => {
    read(
      '{"kind":"Node","metadata":{"name":"n","labels":{"b":"1","a":"x","b":"2",' +
        '"\\u0063":"d\\u0065"}}}',
    );
    const labels = nodeAt(0).labels;
    expect(listCount(labels)).toBe(6);
    expect(spell(valueOf(labels, internLiteral("b"), NO_TEXT))).toBe("2");
    expect(spell(valueOf(labels, internLiteral("c"), NO_TEXT))).toBe("de");
    expect(valueOf(labels, internLiteral("d"), NO_TEXT)).toBe(NO_TEXT);
  });

  it("rounds allocatable as the scheduler does, and takes null for nothing", () => {
    read(
      '{"kind":"Node","metadata":{"name":"n"},"spec":{"unschedulable":true,"taints":' +
        'null},"status":{"allocatable":{"cpu":"1500.1m","memory":"1Ki","pods":"110",' +
        '"example.com/gpu":"2","rare":"7"}}}',
    );
    const node = nodeAt(0);
    expect(node.milliCPU).toBe(1501);
    expect(node.memory).toBe(1024);
    expect(node.pods).toBe(110);
    expect(listCount(node.scalars)).toBe(3);
    expect(wordOf(node.scalars, 1)).toBe(2);
    expect(nodeHas(node, NodeFlag.Unschedulable)).toBe(true);
  });

  it("takes the capacity where allocatable is missing, as the API server does", () => {
    const capacity = '"capacity":{"cpu":"2","memory":"1Ki","pods":"110"}';
    const allocatable = '"allocatable":{"cpu":"1"}';
    read('{"kind":"Node","metadata":{"name":"a"},"status":{' + capacity + "}}");
    expect(nodeAt(0).milliCPU).toBe(2000);
    expect(nodeAt(0).pods).toBe(110);
    read('{"kind":"Node","metadata":{"name":"b"},"status":{"allocatable":null,' + capacity + "}}");
    expect(nodeAt(1).milliCPU).toBe(2000);
    read('{"kind":"Node","metadata":{"name":"c"},"status":{"allocatable":{},' + capacity + "}}");
    expect(nodeAt(2).milliCPU).toBe(0);
    read('{"kind":"Node","metadata":{"name":"d"},"status":{' + capacity + "," + allocatable + "}}");
    expect(nodeAt(3).milliCPU).toBe(1000);
    expect(nodeAt(3).pods).toBe(0);
    read('{"kind":"Node","metadata":{"name":"e"},"status":{' + allocatable + "," + capacity + "}}");
    expect(nodeAt(4).milliCPU).toBe(1000);
  });

  it("reads what the plugins that are not run would have to judge", () => {
    read(
      '{"kind":"Pod","metadata":{"name":"a"},"spec":{"volumes":[{"name":"v",' +
        '"persistentVolumeClaim":{"claimName":"c"}}],"resourceClaims":[{"name":"r"}]}}',
    );
    expect(specWord(podAt(0).spec, SpecWord.Flags) >> UNEVALUATED_SHIFT).toBe(31);
    read(
      '{"kind":"Pod","metadata":{"name":"b"},"spec":{"volumes":[{"name":"v","emptyDir":' +
        '{}}],"resourceClaims":[]}}',
    );
    expect(specWord(podAt(1).spec, SpecWord.Flags) >> UNEVALUATED_SHIFT).toBe(0);
  });

  it("reads phases, priorities and host ports, of sidecars apart", () => {
    read(
      '{"kind":"Pod","metadata":{"name":"a","deletionTimestamp":"2026-01-01T00:00:' +
        '00Z"},"status":{"phase":"Failed"},"spec":{"priority":-1,"containers":[{"ports":[' +
        '{"hostPort":80},{"containerPort":1}]}],"initContainers":[{"ports":[{"hostPort":' +
        '81}]},{"restartPolicy":"Always","ports":[{"hostPort":82,"protocol":"UDP",' +
        '"hostIP":"127.0.0.1"}]}]}}',
    );
    const pod = podAt(0);
    expect(podHas(pod, PodFlag.Terminated)).toBe(true);
    expect(podHas(pod, PodFlag.Deleting)).toBe(true);
    expect(specHas(pod.spec, SpecFlag.HasPriority)).toBe(true);
    expect(i32(specWord(pod.spec, SpecWord.Priority))).toBe(-1);
    const ports = specWord(pod.spec, SpecWord.HostPorts);
    expect(listCount(ports)).toBe(3);
    expect(spell(wordOf(ports, 0)) + spell(wordOf(ports, 1))).toBe("0.0.0.0TCP");
    const sidecars = specWord(pod.spec, SpecWord.SidecarPorts);
    expect(listCount(sidecars)).toBe(3);
    expect(wordOf(sidecars, 2)).toBe(82);
  });

  it("keeps the other kinds by namespace and name", () => {
    read(
      '{"kind":"Service","metadata":{"namespace":"x","name":"s"},"spec":{"selector":{"a":"b"}}}',
    );
    read('{"kind":"PriorityClass","metadata":{"name":"high"},"value":7,"globalDefault":true}');
    const service = findObject(Kind.Service, internLiteral("x"), internLiteral("s"));
    expect(listCount(objectAt(Kind.Service, service).selector)).toBe(1);
    expect(objectAt(Kind.PriorityClass, 0).value).toBe(7);
    expect(objectsOf(Kind.Namespace).count).toBe(0);
  });

  it("refuses values that it does not understand, with its path", () => {
    for (let row = 0; row < REFUSED.length; row++) {
      clearObjects();
      read(REFUSED[row][0]);
      expect(failurePath()).toBe(REFUSED[row][1], REFUSED[row][0]);
    }
  });

  it("refuses bytes that are not UTF-8", () => {
    // {"kind":"\xff"}
    const size = giveBytes("7b 22 6b 69 6e 64 22 3a 22 ff 22 7d");
    expect(statusName(readObjects(size))).toBe("InvalidText");
  });
});
