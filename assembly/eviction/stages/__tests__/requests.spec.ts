/** What a pod requests and may use, by mix of containers; OOM scores. Spec 4.4, 4.5, 6.2. */
import { give } from "../../../base/__tests__/input.ts";
import { Quantity, quantityValue, writeQuantity } from "../../../base/kubernetes/quantity.ts";
import { containerAt } from "../../../node/model/container.ts";
import { Pod, PodFlag, podAt, podHas } from "../../../node/model/pod.ts";
import { pods } from "../../verbs.ts";
import { oomScoreAdj } from "../oomScore.ts";
import { containerMemoryRequest } from "../requests.ts";
import { givePolicy } from "./node.ts";

/**
 * Containers as R (regular), I (init), S (sidecar) with their requests, `-` for none; O is
 * the overhead. The sum from 1.34 on, and the sum before.
 */
const MIXES: string[][] = [
  ["", "0", "0"],
  ["R-", "0", "0"],
  ["R100", "100", "100"],
  ["R100 R20 R-", "120", "120"],
  ["R100 I300", "300", "300"],
  ["R100 I50 I-", "100", "100"],
  ["I30 I70 I50", "70", "70"],
  ["R100 S50", "150", "100"],
  ["R100 S200", "300", "200"],
  ["R100 S50 I120", "170", "120"],
  ["R100 I120 S50", "150", "120"],
  ["R100 I160 S50", "160", "160"],
  ["R100 S50 S60 I10", "210", "100"],
  ["R100 S50 S60 I200", "310", "200"],
  ["S50", "50", "50"],
  ["S50 I-", "50", "50"],
  ["S- I70 S20", "70", "70"],
  ["I300 S50 I280", "330", "300"],
  ["I300 S50 I240 S40", "300", "300"],
  ["R100 O7", "107", "107"],
  ["R- O7", "0", "0"],
  ["R0 O7", "0", "0"],
  ["I5 O7", "12", "12"],
];

/** P: the pod's own requests of memory and of cpu; L: its limit of memory; C: of cpu. */
const POD_LEVEL: string[][] = [
  ["R100 P200", "200", "100"],
  ["R300 P200", "200", "300"],
  ["R100 S50 I500 P200", "200", "500"],
  ["R100 L200", "0", "100"],
  ["R100 C1", "0", "100"],
  ["P200 O7", "207", "0"],
  ["R100 L200 O7", "0", "107"],
  ["R100 P0 O7", "0", "107"],
];

/**
 * What the statuses say is allocated to containers a (regular, 100), i (init, 5) and s (sidecar,
 * 30), then the request. Spec 4.4.
 */
const ALLOCATED: string[][] = [
  ["", "130"],
  ["a=200", "230"],
  ["a=200 s=1", "201"],
  ["a= s=30", "30"],
  ["i=900", "130"],
  ["x=900", "130"],
  ["a=900 a=200", "230"],
  ["a=1500m", "32"],
];

/** Container resources in the kubelet's text form after they are summed up. Spec 7.5, 7.6. */
const TEXTS: string[][] = [
  ["R1Gi", "1Gi"],
  ["R1024Mi R1Gi", "2Gi"],
  ["R1500M R1k", "1500001k"],
  ["R1Gi R0.5", "1073741824500m"],
  ["", "0"],
];

/**
 * The capacity is 1000 bytes. Containers as above, `*` before the one in question: what it
 * gets. Every pod here is Burstable.
 */
const SCORES: string[][] = [
  ["*R500", "500"],
  ["*R1", "999"],
  ["*R- R1", "999"],
  ["*R997", "3"],
  ["*R998", "3"],
  ["*R1000", "3"],
  ["*R2000", "3"],
  ["*R333", "667"],
  ["R400 *S100", "600"],
  ["R400 *S700", "300"],
  ["R400 R200 *S100", "800"],
  ["R400 R- *S100", "900"],
  ["R400 *I100", "900"],
  ["*R100 R- P600", "650"],
  ["R100 *R- P600", "750"],
  ["*R300 P100", "900"],
  ["*R300 R1 P100", "800"],
  ["R100 *S- I- P400", "800"],
  ["R400 *R100 P0", "900"],
];

function resourceList(resource: string, amount: string): string {
  return amount == "-" || amount.length == 0 ? "{}" : `{"${resource}":"${amount}"}`;
}

/** The members of a pod's spec for a row; `list` is requests or limits. */
function specOf(row: string, list: string, resource: string): string {
  const regular: string[] = [];
  const init: string[] = [];
  let more = "";
  const parts = row.split(" ");
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i].replace("*", "");
    if (part.length == 0) continue;
    const amount = part.slice(1);
    const container = `"resources":{"${list}":${resourceList(resource, amount)}}`;
    const kind = part.charAt(0);
    if (kind == "R") regular.push(`{${container}}`);
    else if (kind == "I") init.push(`{${container}}`);
    else if (kind == "S") init.push(`{"restartPolicy":"Always",${container}}`);
    else if (kind == "O") more += `,"overhead":{"${resource}":"${amount}"}`;
    else if (kind == "P") more += `,"resources":{"requests":{"cpu":"1","memory":"${amount}"}}`;
    else if (kind == "L") more += `,"resources":{"limits":{"memory":"${amount}"}}`;
    else more += `,"resources":{"requests":{"cpu":"${amount}"}}`;
  }
  return `"initContainers":[${init.join(",")}],"containers":[${regular.join(",")}]${more}`;
}

/** Puts one pod in force under a release, and answers it. */
function podOf(spec: string, version: string): Pod {
  givePolicy(`"plimsoll":{"kubeletVersion":"${version}"}`);
  expect(pods(give(`{"items":[{"spec":{${spec}}}]}`))).toBe(1, spec);
  return podAt(0);
}

/** A pod of a, i and s; `statuses` has what is allocated to some of them. */
function resized(statuses: string, version: string, isStatusFirst: bool): Pod {
  const request = '"resources":{"requests":{"memory":';
  const spec =
    `"spec":{"containers":[{"name":"a",${request}"100"}}}],"initContainers":[` +
    `{"name":"i",${request}"5"}}},{"name":"s","restartPolicy":"Always",${request}"30"}}}]}`;
  const listed: string[] = [];
  const parts = statuses.split(" ");
  for (let i = 0; i < parts.length; i++) {
    const equals = parts[i].indexOf("=");
    if (equals < 0) continue;
    const allocated = resourceList("memory", parts[i].slice(equals + 1));
    listed.push(`{"allocatedResources":${allocated},"name":"${parts[i].slice(0, equals)}"}`);
  }
  const status = `"status":{"containerStatuses":[${listed.join(",")}]}`;
  givePolicy(`"plimsoll":{"kubeletVersion":"${version}"}`);
  const members = isStatusFirst ? `${status},${spec}` : `${spec},${status}`;
  expect(pods(give(`{"items":[{${members}}]}`))).toBe(1, members);
  return podAt(0);
}

function valueOf(quantity: Quantity): string {
  return quantityValue(quantity).toString();
}

function textOf(quantity: Quantity): string {
  const at: usize = 0x1000;
  return String.UTF8.decodeUnsafe(at, writeQuantity(at, quantity) - at);
}

/** The row of a part of a mix: its `initContainers` are given first, then its `containers`. */
function rowOf(parts: string[], index: i32): i32 {
  const isRegular = parts[index].includes("R");
  let row = 0;
  for (let i = 0; i < parts.length; i++) {
    const kind = parts[i].replace("*", "").charAt(0);
    if (kind == "I" || kind == "S") row += i32(isRegular || i < index);
    else if (kind == "R") row += i32(isRegular && i < index);
  }
  return row;
}

describe("a pod's request", () => {
  it("is what its containers need together at any time (Spec 4.4)", () => {
    for (let i = 0; i < MIXES.length; i++) {
      const row = MIXES[i];
      const memorySpec = specOf(row[0], "requests", "memory");
      expect(valueOf(podOf(memorySpec, "1.34").memoryRequest)).toBe(row[1], row[0]);
      expect(valueOf(podOf(memorySpec, "1.33").memoryRequest)).toBe(row[2], row[0]);
      expect(valueOf(podAt(0).ephemeralStorageRequest)).toBe("0", row[0]);
      const storageSpec = specOf(row[0], "requests", "ephemeral-storage");
      expect(valueOf(podOf(storageSpec, "1.35").ephemeralStorageRequest)).toBe(row[1], row[0]);
      const inodesSpec = specOf(row[0], "requests", "inodes");
      expect(valueOf(podOf(inodesSpec, "1.20").inodesRequest)).toBe(row[2], row[0]);
      expect(valueOf(podAt(0).memoryRequest)).toBe("0", row[0]);
    }
  });

  it("is the pod-level one of a pod with pod-level resources, from 1.34 on (Spec 4.4)", () => {
    for (let i = 0; i < POD_LEVEL.length; i++) {
      const spec = specOf(POD_LEVEL[i][0], "requests", "memory");
      expect(valueOf(podOf(spec, "1.34").memoryRequest)).toBe(POD_LEVEL[i][1], POD_LEVEL[i][0]);
      expect(valueOf(podOf(spec, "1.33").memoryRequest)).toBe(POD_LEVEL[i][2], POD_LEVEL[i][0]);
    }
  });

  it("is what is allocated while a resize is pending, from 1.33 on (Spec 4.4)", () => {
    for (let i = 0; i < ALLOCATED.length; i++) {
      const row = ALLOCATED[i];
      for (let order = 0; order < 2; order++) {
        const name = `${row[0]}, ${order}`;
        expect(valueOf(resized(row[0], "1.36", order == 1).memoryRequest)).toBe(row[1], name);
        expect(valueOf(resized(row[0], "1.32", order == 1).memoryRequest)).toBe("100", name);
      }
    }
  });

  it("is found among many containers by name (Spec 4.4)", () => {
    const containers: string[] = [];
    const statuses: string[] = [];
    for (let i = 0; i < 40; i++) {
      containers.push(`{"name":"c${i}","resources":{"requests":{"memory":"100"}}}`);
      statuses.push(`{"name":"c${39 - i}","allocatedResources":{"memory":"${39 - i}"}}`);
    }
    const status = `"status":{"containerStatuses":[${statuses.join(",")}]}`;
    const spec = `"spec":{"containers":[${containers.join(",")}]}`;
    givePolicy('"plimsoll":{"kubeletVersion":"1.36"}');
    expect(pods(give(`{"items":[{${spec},${status}}]}`))).toBe(1);
    expect(valueOf(podAt(0).memoryRequest)).toBe("780");
    expect(valueOf(containerAt(39).allocatedMemory)).toBe("39");
  });

  it("of a pod with resources of its own is what is allocated without the overhead", () => {
    const spec = specOf("R100 P200 O7", "requests", "memory");
    const pod = `"status":{"allocatedResources":{"memory":"57"}},"spec":{${spec}}`;
    givePolicy('"plimsoll":{"kubeletVersion":"1.36"}');
    expect(pods(give(`{"items":[{${pod}}]}`))).toBe(1);
    expect(valueOf(podAt(0).memoryRequest)).toBe("57");
    givePolicy('"plimsoll":{"kubeletVersion":"1.35"}');
    expect(pods(give(`{"items":[{${pod}}]}`))).toBe(1);
    expect(valueOf(podAt(0).memoryRequest)).toBe("207");
  });

  it("of storage vanishes when the pod has pod-level resources (Spec 10.33)", () => {
    const spec = specOf("R100 P200 O7", "requests", "ephemeral-storage");
    expect(valueOf(podOf(spec, "1.35").ephemeralStorageRequest)).toBe("0");
    expect(valueOf(podOf(spec, "1.33").ephemeralStorageRequest)).toBe("107");
  });

  it("prints as the kubelet's sum of quantities does (Spec 7.5)", () => {
    for (let i = 0; i < TEXTS.length; i++) {
      const pod = podOf(specOf(TEXTS[i][0], "requests", "memory"), "1.35");
      expect(textOf(pod.memoryRequest)).toBe(TEXTS[i][1], TEXTS[i][0]);
    }
  });

  it("counts the containers alone for their share of it", () => {
    const pod = podOf(specOf("R100 S50 I500 P200", "requests", "memory"), "1.35");
    expect(containerMemoryRequest(pod)).toBe(550);
  });
});

describe("a pod's limit of storage", () => {
  it("sums up the limits that are declared (Spec 4.5)", () => {
    for (let i = 0; i < MIXES.length; i++) {
      const spec = specOf(MIXES[i][0], "limits", "ephemeral-storage");
      const pod = podOf(spec, "1.35");
      expect(valueOf(pod.ephemeralStorageLimit)).toBe(MIXES[i][1], MIXES[i][0]);
      const declared = spec.includes('"limits":{"ephemeral-storage"');
      expect(podHas(pod, PodFlag.EphemeralStorageLimit)).toBe(declared, MIXES[i][0]);
      expect(valueOf(podOf(spec, "1.28").ephemeralStorageLimit)).toBe(MIXES[i][1], MIXES[i][0]);
      const old = podOf(spec, "1.27");
      expect(valueOf(old.ephemeralStorageLimit)).toBe(MIXES[i][2], MIXES[i][0]);
    }
  });

  it("ignores the pod's own resources", () => {
    const pod = podOf(specOf("R100 S50 L200", "limits", "ephemeral-storage"), "1.35");
    expect(valueOf(pod.ephemeralStorageLimit)).toBe("150");
  });
});

describe("an OOM score", () => {
  it("of a burstable pod's container falls with its request, within limits (Spec 6.2)", () => {
    for (let i = 0; i < SCORES.length; i++) {
      const row = SCORES[i];
      const pod = podOf(specOf(row[0], "requests", "memory"), "1.35");
      const parts = row[0].split(" ");
      let index = 0;
      while (!parts[index].startsWith("*")) index++;
      const container = containerAt(pod.firstContainer + u32(rowOf(parts, index)));
      expect(oomScoreAdj(pod, container, 1000).toString()).toBe(row[1], row[0]);
    }
  });

  it("of other pods is fixed by their class (Spec 6.2)", () => {
    const bestEffort = podOf(specOf("R-", "requests", "memory"), "1.35");
    expect(oomScoreAdj(bestEffort, containerAt(0), 1000)).toBe(1000);
    const all = '{"cpu":"1","memory":"1"}';
    const resources = `"resources":{"requests":${all},"limits":${all}}`;
    const guaranteed = podOf(`"containers":[{${resources}}]`, "1.35");
    expect(oomScoreAdj(guaranteed, containerAt(0), 1000)).toBe(-997);
    const burstable = specOf("R500", "requests", "memory");
    const className = '"priorityClassName":"system-node-critical"';
    const critical = podOf(`${burstable},"priority":2000001000,${className}`, "1.35");
    expect(oomScoreAdj(critical, containerAt(0), 1000)).toBe(-997);
    const ordinary = podOf(`${burstable},"priority":5,${className}`, "1.35");
    expect(oomScoreAdj(ordinary, containerAt(0), 1000)).toBe(500);
  });
});
