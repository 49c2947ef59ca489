/** A Pod: active or not, critical or not, what it tolerates, its QoS. Spec 3.14, 5, 6.1. */

import { Admission } from "../../../abi.ts";
import { failurePath, give, statusName } from "../../../base/__tests__/input.ts";
import { isLocalVolume } from "../../../eviction/stages/localVolumes.ts";
import { admit, configure, pods } from "../../../eviction/verbs.ts";
import { PodFlag, podAt, podHas } from "../../model/pod.ts";
import { volumeAt } from "../../model/volume.ts";

const STORAGE_LIMIT = '"resources":{"limits":{"ephemeral-storage"';
const GUARANTEED =
  '"containers":[{"resources":{"requests":{"cpu":"1","memory":"1Gi"},' +
  '"limits":{"cpu":"1","memory":"1Gi"}}}]';

/** Members of a pod, and its requests: active or not, critical, QoS class, tolerating. */
const REQUESTS: string[][] = [
  ['"spec":{}', "active BestEffort"],
  ['"spec":null', "active BestEffort"],
  ['"status":{"phase":"Running"}', "active BestEffort"],
  ['"status":{"phase":"Failed"}', "BestEffort"],
  ['"status":{"phase":"Succeeded"}', "BestEffort"],
  ['"status":{"phase":null}', "active BestEffort"],
  [
    '"status":{"phase":"Failed","containerStatuses":[{"state":{"running":{}}}]}',
    "active BestEffort",
  ],
  ['"status":{"phase":"Failed","containerStatuses":[{"state":{"running":null}}]}', "BestEffort"],
  ['"status":{"qosClass":"Guaranteed"}', "active Guaranteed"],
  ['"status":{"qosClass":""}', "active BestEffort"],
  [
    '"metadata":{"annotations":{"kubernetes.io/config.source":"file"}}',
    "active critical BestEffort",
  ],
  ['"metadata":{"annotations":{"kubernetes.io/config.source":"api"}}', "active BestEffort"],
  ['"metadata":{"annotations":{"kubernetes.io/config.source":""}}', "active critical BestEffort"],
  ['"metadata":{"annotations":{"kubernetes.io/config.mirror":""}}', "critical BestEffort"],
  ['"metadata":{"annotations":{"kubernetes.io/config.source":null}}', "active critical BestEffort"],
  ['"metadata":{"annotations":null}', "active BestEffort"],
  ['"spec":{"priority":2000000000}', "active critical BestEffort"],
  ['"spec":{"priority":1999999999}', "active BestEffort"],
  ['"spec":{"priority":-2147483648}', "active BestEffort"],
  ['"spec":{"priority":null}', "active BestEffort"],
];

/** The members of a toleration, and whether it tolerates memory pressure. Spec 5.1. */
const TOLERATIONS: string[][] = [
  ['"key":"node.kubernetes.io/memory-pressure","operator":"Exists","effect":"NoSchedule"', "yes"],
  ['"key":"node.kubernetes.io/memory-pressure","effect":"NoSchedule"', "yes"],
  ['"key":"node.kubernetes.io/memory-pressure","operator":"Equal","value":""', "yes"],
  ['"key":"node.kubernetes.io/memory-pressure","operator":"Equal","value":"x"', "no"],
  ['"operator":"Exists"', "yes"],
  ['"operator":"Exists","key":"","value":"x"', "yes"],
  ["", "yes"],
  ['"key":"node.kubernetes.io/memory-pressure","effect":"NoExecute","operator":"Exists"', "no"],
  ['"key":"node.kubernetes.io/disk-pressure","operator":"Exists"', "no"],
  ['"key":"node.kubernetes.io/memory-pressure","operator":"Lt"', "no"],
  ['"operator":"","effect":"","value":null', "yes"],
  ['"key":"node.kubernetes.io\\/memory\\u002dpressure"', "yes"],
];

/** Containers as `requests cpu,memory/limits cpu,memory`, and the class of the pod. Spec 6.1. */
const CLASSES: string[][] = [
  ["/", "BestEffort"],
  ["1,1Gi/1,1Gi", "Guaranteed"],
  ["1,1Gi/1000m,1024Mi", "Guaranteed"],
  ["1,1Gi/1,2Gi", "Burstable"],
  ["1,/", "Burstable"],
  ["/1,1Gi", "Burstable"],
  ["1,1Gi/1,", "Burstable"],
  ["1,1Gi/,1Gi", "Burstable"],
  ["0,0/0,0", "BestEffort"],
  ["0,/", "BestEffort"],
  ["1,1Gi/1,1Gi 2,2Gi/2,2Gi", "Guaranteed"],
  ["1,1Gi/1,1Gi /", "Burstable"],
  ["/ 1,1Gi/1,1Gi", "Burstable"],
  ["/ /", "BestEffort"],
  ["1,1Gi/1,1Gi i:1,1Gi/1,1Gi", "Guaranteed"],
  ["1,1Gi/1,1Gi i:/", "Burstable"],
  ["i:1,/", "Burstable"],
  // Up to 1.36 the sums count, which are equal.
  ["1,1Gi/2,2Gi 2,2Gi/1,1Gi", "Burstable"],
];

/** A pod's own resources, and its class where its containers are Guaranteed. Spec 6.1. */
const POD_CLASSES: string[][] = [
  ["null", "Guaranteed"],
  ["{}", "Guaranteed"],
  ['{"requests":{"cpu":"1","memory":"1Gi"},"limits":{"cpu":"1","memory":"1Gi"}}', "Guaranteed"],
  ['{"requests":{"cpu":"1","memory":"1Gi"}}', "Burstable"],
  ['{"limits":{"cpu":"1"}}', "Burstable"],
  ['{"requests":{"hugepages-2Mi":"2Mi"},"limits":{"hugepages-2Mi":"2Mi"}}', "BestEffort"],
];

/** A volume's source, and whether disk ranking counts the volume. Spec 4.3. */
const VOLUMES: string[][] = [
  ['"hostPath":{"path":"/var"}', "yes"],
  ['"gitRepo":{}', "yes"],
  ['"configMap":{}', "yes"],
  ['"emptyDir":{}', "yes"],
  ['"emptyDir":{"medium":""}', "yes"],
  ['"emptyDir":{"medium":null,"sizeLimit":null}', "yes"],
  ['"emptyDir":{"medium":"Memory"}', "no"],
  ['"emptyDir":{"medium":"HugePages"}', "no"],
  ['"emptyDir":{"medium":"HugePages-2Mi"}', "no"],
  ['"emptyDir":null', "no"],
  ['"hostPath":null', "no"],
  ['"downwardAPI":{}', "no"],
  ['"secret":{}', "no"],
  ['"projected":{}', "no"],
  ['"persistentVolumeClaim":{}', "no"],
  ["", "no"],
];

/** Members of a spec, and which limits local storage eviction looks at. Spec 3.8. */
const LIMITS: string[][] = [
  ['"volumes":[{"emptyDir":{"sizeLimit":"1Gi"}}]', "volume"],
  ['"volumes":[{},{"emptyDir":{"sizeLimit":1,"medium":"Memory"}}]', "volume"],
  ['"volumes":[{"emptyDir":{"sizeLimit":"0"}}]', ""],
  ['"volumes":[{"emptyDir":{"sizeLimit":"-1"}}]', ""],
  ['"volumes":[{"emptyDir":{"sizeLimit":null}}]', ""],
  [`"containers":[{},{${STORAGE_LIMIT}:"1Gi"}}}]`, "container pod"],
  [`"containers":[{${STORAGE_LIMIT}:"0"}}}]`, "pod"],
  [`"initContainers":[{${STORAGE_LIMIT}:"1Gi"}}}]`, "pod"],
  [`"initContainers":[{"restartPolicy":"Always",${STORAGE_LIMIT}:"1Gi"}}}]`, "pod"],
  ['"containers":[{"resources":{"requests":{"ephemeral-storage":"1Gi"}}}]', ""],
  ['"containers":[{"resources":{"limits":{"memory":"1Gi"}}}]', ""],
];

const QOS_NAMES: string[] = ["None", "Guaranteed", "Burstable", "BestEffort"];

/** Puts one pod in force. */
function givePod(members: string): void {
  expect(pods(give(`{"items":[{${members}}]}`))).toBe(1, members);
}

function requests(members: string): string {
  givePod(members);
  const pod = podAt(0);
  const active = podHas(pod, PodFlag.Active) ? "active " : "";
  const critical = podHas(pod, PodFlag.Critical) ? "critical " : "";
  return active + critical + QOS_NAMES[pod.qosClass];
}

function yesOrNo(answer: bool): string {
  return answer ? "yes" : "no";
}

/** `1,1Gi` as a resource list. */
function resourceList(amounts: string): string {
  const parts = amounts.split(",");
  const listed: string[] = [];
  if (parts[0].length > 0) listed.push(`"cpu":"${parts[0]}"`);
  if (parts.length > 1 && parts[1].length > 0) listed.push(`"memory":"${parts[1]}"`);
  return `{${listed.join(",")}}`;
}

/** `requests/limits` as resources. */
function resources(text: string): string {
  const parts = text.split("/");
  return `{"requests":${resourceList(parts[0])},"limits":${resourceList(parts[1])}}`;
}

function classOf(row: string): string {
  const texts = row.split(" ");
  const regular: string[] = [];
  const init: string[] = [];
  for (let i = 0; i < texts.length; i++) {
    if (texts[i].startsWith("i:")) init.push(`{"resources":${resources(texts[i].slice(2))}}`);
    else regular.push(`{"resources":${resources(texts[i])}}`);
  }
  givePod(`"spec":{"initContainers":[${init.join(",")}],"containers":[${regular.join(",")}]}`);
  return QOS_NAMES[podAt(0).qosClass];
}

/** Which limits a pod with these members of its spec has. */
function limitsOf(members: string): string {
  givePod(`"spec":{${members}}`);
  const pod = podAt(0);
  const found: string[] = [];
  if (podHas(pod, PodFlag.EmptyDirLimit)) found.push("volume");
  if (podHas(pod, PodFlag.ContainerLimit)) found.push("container");
  if (podHas(pod, PodFlag.EphemeralStorageLimit)) found.push("pod");
  return found.join(" ");
}

describe("a pod", () => {
  beforeAll(() => {
    configure(give("{}"));
  });

  it("is active and critical by its annotations, its priority and its phase (Spec 5.2)", () => {
    for (let i = 0; i < REQUESTS.length; i++) {
      expect(requests(REQUESTS[i][0])).toBe(REQUESTS[i][1], REQUESTS[i][0]);
    }
  });

  it("has the QoS class that its containers sum up to (Spec 6.1)", () => {
    for (let i = 0; i < CLASSES.length; i++) {
      expect(classOf(CLASSES[i][0])).toBe(CLASSES[i][1], CLASSES[i][0]);
    }
  });

  it("has an empty container where it has none at all, whatever was read before", () => {
    expect(requests(`"spec":{${GUARANTEED.replace("}]", "},null]")}}`)).toBe("active Burstable");
    expect(requests(`"spec":{${GUARANTEED}}`)).toBe("active Guaranteed");
    expect(requests('"spec":{"containers":[null]}')).toBe("active BestEffort");
  });

  it("has the QoS class of its own resources, where it has any (Spec 6.1)", () => {
    for (let i = 0; i < POD_CLASSES.length; i++) {
      const members = `"spec":{"resources":${POD_CLASSES[i][0]},${GUARANTEED}}`;
      expect(requests(members)).toBe(`active ${POD_CLASSES[i][1]}`, members);
    }
  });

  it("tolerates memory pressure or does not (Spec 5.1)", () => {
    for (let i = 0; i < TOLERATIONS.length; i++) {
      givePod(`"spec":{"tolerations":[{"key":"other"},{${TOLERATIONS[i][0]}}]}`);
      const tolerates = podHas(podAt(0), PodFlag.ToleratesMemoryPressure);
      expect(yesOrNo(tolerates)).toBe(TOLERATIONS[i][1], TOLERATIONS[i][0]);
    }
    givePod('"spec":{"tolerations":[null]}');
    expect(podHas(podAt(0), PodFlag.ToleratesMemoryPressure)).toBe(true, "Go's zero toleration");
  });

  it("counts volumes by their source (Spec 4.3)", () => {
    for (let i = 0; i < VOLUMES.length; i++) {
      givePod(`"spec":{"volumes":[{"name":"v"},{${VOLUMES[i][0]}}]}`);
      expect(yesOrNo(isLocalVolume(volumeAt(1)))).toBe(VOLUMES[i][1], VOLUMES[i][0]);
      expect(isLocalVolume(volumeAt(0))).toBe(false);
    }
  });

  it("is looked at for the limits it declares (Spec 3.8)", () => {
    for (let i = 0; i < LIMITS.length; i++) {
      expect(limitsOf(LIMITS[i][0])).toBe(LIMITS[i][1], LIMITS[i][0]);
    }
  });
});

describe("a pod to admit", () => {
  it("is a Pod document, and the pods in force stay", () => {
    givePod('"metadata":{"uid":"a"},"spec":{"priority":7}');
    expect(admit(give('{"spec":{"priority":8}}'))).toBe(Admission.Admitted);
    expect(statusName(admit(give('{"items":[]}')))).toBe("WrongDocument");
    expect(statusName(admit(give('{"kind":"Node","spec":{}}')))).toBe("WrongDocument");
    admit(give('{"spec":{"priority":"8"}}'));
    expect(failurePath()).toBe("WrongType $.spec.priority");
    expect(podAt(0).priority).toBe(7);
    expect(podAt(0).uidSize).toBe(1);
  });
});
