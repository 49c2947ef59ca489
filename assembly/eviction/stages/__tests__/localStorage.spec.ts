/** Pods over their limits of local storage. Spec 3.8. */

import { Action } from "../../../abi.ts";
import { give, textAt } from "../../../base/__tests__/input.ts";
import { containerAt } from "../../../node/model/container.ts";
import { podAt } from "../../../node/model/pod.ts";
import { volumeAt } from "../../../node/model/volume.ts";
import { EvictionCause, evictionAt, step } from "../../model/step.ts";
import { observe, pods } from "../../verbs.ts";
import { isRefused } from "../localStorage.ts";
import { givePolicy } from "./node.ts";

const SINGLE = '"plimsoll":{"layout":{"dedicatedImageFs":false,"splitContainerFs":false}}';
const IMAGE_FS = '"plimsoll":{"layout":{"dedicatedImageFs":true,"splitContainerFs":false}}';

/** Volumes of a spec, volumes of the stats, and the one over its limit. */
const VOLUMES: string[][] = [
  ["v:100", "v:101", "volume v"],
  ["v:100", "v:100", ""],
  ["v:0", "v:1", ""],
  ["v:0 w:100", "v:1 w:100", ""],
  ["v:100", "w:101", ""],
  ["v:100", "v:101 v:5", ""],
  ["v:100", "v:5 v:101", "volume v"],
  ["v:100 w:100", "w:101 v:101", "volume v"],
  ["v:100 w:100", "w:101 v:1", "volume w"],
  ["v:100:Memory", "v:101", "volume v"],
  ["v:100:HugePages", "v:101", "volume v"],
  ["v:1Ki", "v:1024", ""],
  ["v:0.5", "v:1", "volume v"],
  ["v:100", "v:9223372036854775808", ""],
];

/** Containers of the spec, usage of the pod, and whether the pod's limit is exceeded. */
const PODS: string[][] = [
  ["R100 R-", "101", "pod"],
  ["R100 R-", "100", ""],
  ["R0 R-", "1", "pod"],
  ["R0 R-", "0", ""],
  ["R-", "101", ""],
  ["R100 R-", "", ""],
  ["R100 S50", "151", "pod"],
  ["R100 S50", "150", ""],
  ["I100 R-", "101", "pod"],
];

/**
 * Containers of the spec, the logs and rootfs of the stats, and the container over its limit with
 * one file system, and with images on another one.
 */
const CONTAINERS: string[][] = [
  ["a:100", "a:101/0", "container a", "container a"],
  ["a:100", "a:50/51", "container a", ""],
  ["a:100", "a:50/50", "", ""],
  ["a:0", "a:50/51", "", ""],
  ["a:100", "b:101/0", "", ""],
  ["a:100 b:100", "b:101/0 a:101/0", "container b", "container b"],
  ["a:100 b:", "b:1000/0 a:0/101", "container a", ""],
];

function summary(stats: string): string {
  return `{"node":{},"pods":[{"podRef":{"uid":"a"},${stats}}]}`;
}

function nameAt(at: u32, size: i32): string {
  return textAt(at, usize(size));
}

/** What the last step evicted, and why. */
function evictions(): string {
  const found: string[] = [];
  for (let index: u32 = 0; index < step.evictionCount; index++) {
    const eviction = evictionAt(index);
    const volume = volumeAt(eviction.subject);
    const container = containerAt(eviction.subject);
    if (eviction.cause == EvictionCause.PodEphemeralStorageLimit) found.push("pod");
    else if (eviction.cause == EvictionCause.EmptyDirLimit) {
      found.push(`volume ${nameAt(volume.name, volume.nameSize)}`);
    } else found.push(`container ${nameAt(container.name, container.nameSize)}`);
  }
  return found.join(", ");
}

/** What a step evicts of one pod with this spec and these stats. */
function evictedOf(policy: string, spec: string, stats: string): string {
  givePolicy(policy);
  expect(pods(give(`{"items":[{"metadata":{"uid":"a"},"spec":{${spec}}}]}`))).toBe(1, spec);
  const action = observe(give(summary(stats)), 0);
  const found = evictions();
  expect(action).toBe(found.length > 0 ? Action.EvictPods : Action.None, stats);
  return found;
}

function volumesOf(row: string): string {
  const found: string[] = [];
  const parts = row.split(" ");
  for (let i = 0; i < parts.length; i++) {
    const fields = parts[i].split(":");
    const medium = fields.length > 2 ? `,"medium":"${fields[2]}"` : "";
    found.push(`{"name":"${fields[0]}","emptyDir":{"sizeLimit":"${fields[1]}"${medium}}}`);
  }
  return `"volumes":[${found.join(",")}]`;
}

function volumeStatsOf(row: string): string {
  const found: string[] = [];
  const parts = row.split(" ");
  for (let i = 0; i < parts.length; i++) {
    const fields = parts[i].split(":");
    found.push(`{"name":"${fields[0]}","usedBytes":${fields[1]}}`);
  }
  return `"volume":[${found.join(",")}]`;
}

function limitOf(amount: string): string {
  const empty = amount == "-" || amount.length == 0;
  return `"resources":{"limits":{${empty ? "" : `"ephemeral-storage":"${amount}"`}}}`;
}

/** R regular, I init, S sidecar with a limit. */
function mixOf(row: string): string {
  const regular: string[] = [];
  const init: string[] = [];
  const parts = row.split(" ");
  for (let i = 0; i < parts.length; i++) {
    const limit = limitOf(parts[i].slice(1));
    const kind = parts[i].charAt(0);
    if (kind == "R") regular.push(`{${limit}}`);
    else init.push(kind == "I" ? `{${limit}}` : `{"restartPolicy":"Always",${limit}}`);
  }
  return `"containers":[${regular.join(",")}],"initContainers":[${init.join(",")}]`;
}

function containersOf(row: string): string {
  const found: string[] = [];
  const parts = row.split(" ");
  for (let i = 0; i < parts.length; i++) {
    const fields = parts[i].split(":");
    found.push(`{"name":"${fields[0]}",${limitOf(fields[1])}}`);
  }
  return `"containers":[${found.join(",")}]`;
}

function containerStatsOf(row: string): string {
  const found: string[] = [];
  const parts = row.split(" ");
  for (let i = 0; i < parts.length; i++) {
    const amounts = parts[i].slice(2).split("/");
    const logs = `"logs":{"usedBytes":${amounts[0]}}`;
    const rootfs = `"rootfs":{"usedBytes":${amounts[1]}}`;
    found.push(`{"name":"${parts[i].charAt(0)}",${logs},${rootfs}}`);
  }
  return `"containers":[${found.join(",")}]`;
}

describe("local storage eviction", () => {
  it("looks at emptyDirs first, in the order of the spec (Spec 3.8.1)", () => {
    for (let i = 0; i < VOLUMES.length; i++) {
      const row = VOLUMES[i];
      const found = evictedOf(SINGLE, volumesOf(row[0]), volumeStatsOf(row[1]));
      expect(found).toBe(row[2], row.join(", "));
    }
  });

  it("then at what the pod uses in all (Spec 3.8.2)", () => {
    for (let i = 0; i < PODS.length; i++) {
      const row = PODS[i];
      const used = row[1].length == 0 ? "null" : `{"usedBytes":${row[1]}}`;
      const found = evictedOf(SINGLE, mixOf(row[0]), `"ephemeral-storage":${used}`);
      expect(found).toBe(row[2], row.join(", "));
    }
  });

  it("then at containers, in the order of the stats (Spec 3.8.3)", () => {
    for (let i = 0; i < CONTAINERS.length; i++) {
      const row = CONTAINERS[i];
      const stats = containerStatsOf(row[1]);
      expect(evictedOf(SINGLE, containersOf(row[0]), stats)).toBe(row[2], row.join(", "));
      expect(evictedOf(IMAGE_FS, containersOf(row[0]), stats)).toBe(row[3], row.join(", "));
    }
  });

  it("looks at sidecars, and passes other init containers over (Spec 3.8.3)", () => {
    const sidecar = '"name":"a","restartPolicy":"Always",' + limitOf("100");
    const inits = [`{${sidecar}}`, `{"name":"a",${limitOf("100")}}`];
    const stats = containerStatsOf("a:1000/0");
    expect(evictedOf(SINGLE, `"initContainers":[${inits[0]}]`, stats)).toBe("container a");
    expect(evictedOf(SINGLE, `"initContainers":[${inits[1]}]`, stats)).toBe("");
  });

  it("stops at the first check that evicts", () => {
    const spec = `${volumesOf("v:100")},${containersOf("a:100")}`;
    const used = '"ephemeral-storage":{"usedBytes":1000}';
    const inContainers = containerStatsOf("a:1000/0");
    const all = `${volumeStatsOf("v:1000")},${used},${inContainers}`;
    expect(evictedOf(SINGLE, spec, all)).toBe("volume v");
    expect(evictedOf(SINGLE, spec, `${used},${inContainers}`)).toBe("pod");
    expect(evictedOf(SINGLE, spec, inContainers)).toBe("container a");
  });

  it("refuses critical pods and leaves out those that are not active (Spec 3.8.5)", () => {
    const spec = volumesOf("v:100");
    const stats = volumeStatsOf("v:101");
    expect(evictedOf(SINGLE, `${spec},"priority":2000000000`, stats)).toBe("");
    expect(isRefused(0)).toBe(true);
    expect(evictedOf(SINGLE, `${spec},"priority":2000000000`, volumeStatsOf("v:100"))).toBe("");
    expect(isRefused(0)).toBe(false);
    const failed = '"status":{"phase":"Failed"}';
    const done = `{"items":[{"metadata":{"uid":"a"},"spec":{${spec}},${failed}}]}`;
    pods(give(done));
    observe(give(summary(stats)), 0);
    expect(evictions()).toBe("");
  });

  it("evicts every pod that is over a limit, and no other for node pressure (Spec 3.8)", () => {
    givePolicy(`"evictionHard":{"memory.available":"1Gi"},${SINGLE}`);
    const items: string[] = [];
    const stats: string[] = [];
    const names: string[] = ["a", "b", "c"];
    for (let i = 0; i < names.length; i++) {
      items.push(`{"metadata":{"uid":"${names[i]}"},"spec":{${volumesOf("v:100")}}}`);
      const used = volumeStatsOf(names[i] == "b" ? "v:100" : "v:101");
      stats.push(`{"podRef":{"uid":"${names[i]}"},${used}}`);
    }
    pods(give(`{"items":[${items.join(",")}]}`));
    const node = '"node":{"memory":{"availableBytes":0,"workingSetBytes":1}}';
    expect(observe(give(`{${node},"pods":[${stats.join(",")}]}`), 0)).toBe(Action.EvictPods);
    expect(step.evictionCount).toBe(2);
    expect(evictionAt(0).pod).toBe(0);
    expect(evictionAt(1).pod).toBe(2);
    expect(podAt(2).uidSize).toBe(1);
    expect(step.nodeConditions).toBe(1);
  });

  it("is off without isolation of local storage", () => {
    const off = `"localStorageCapacityIsolation":false,${SINGLE}`;
    expect(evictedOf(off, volumesOf("v:100"), volumeStatsOf("v:101"))).toBe("");
  });
});
