/** One release for a whole scenario: which one a scheduler and its kubelets are of. */
import { describe, expect, test } from "vitest";
import { RELEASES } from "../../analysis/engine/contract/releases.ts";
import { formatRelease } from "../../analysis/text/release.ts";
import { node, owner, SIMULATOR } from "./playing.ts";
import { SimulatorModule } from "./simulatorModule.ts";

const DEFAULT = formatRelease(RELEASES.simulator.default);
const NEWEST = formatRelease(RELEASES.simulator.newest);
const NEWEST_KUBELET = formatRelease(RELEASES.eviction.newest);

interface Said {
  readonly scheduler?: string;
  readonly node?: string;
  readonly kubelet?: object;
}

const TAINTED = { spec: { taints: [{ key: "a", value: "b", effect: "NoSchedule" }] } };

function played({ scheduler, node: version, kubelet }: Said) {
  const loop = new SimulatorModule(SIMULATOR);
  if (scheduler !== undefined) {
    const head = { apiVersion: "kubescheduler.config.k8s.io/v1" };
    const plimsoll = { kubernetesVersion: scheduler };
    const configuration = { ...head, kind: "KubeSchedulerConfiguration", plimsoll };
    loop.give("configure", JSON.stringify(configuration));
  }
  const own = node("worker-1") as { status: object };
  const status = { ...own.status, nodeInfo: { kubeletVersion: version } };
  const items = [{ ...own, status, ...TAINTED }, owner("Deployment", "cart", { replicas: 1 })];
  loop.give("objects", JSON.stringify({ kind: "List", items }));
  loop.give("scenario", JSON.stringify(kubelet === undefined ? {} : { kubelet }));
  const events = loop.run(60);
  const asked = loop.give("situation", JSON.stringify({ node: "worker-1" }));
  const versions = asked.match(/"kubeletVersion":"([^"]*)"/g) ?? [];
  return { events, kubelet: versions.at(-1)?.slice('"kubeletVersion":"'.length, -1) };
}

describe("the release of a kubelet", () => {
  const own = (kubeletVersion: string) => ({ plimsoll: { kubeletVersion } });
  const hard = { evictionHard: { "memory.available": "1Gi" } };
  test.each<readonly [string, Said, string]>([
    ["is the default when nothing is said", {}, DEFAULT],
    ["is the scheduler's", { scheduler: "1.33" }, "1.33"],
    ["is its node's, before the scheduler's", { scheduler: NEWEST, node: "v1.31.2+k3s1" }, "1.31"],
    [
      "is its configuration's, before its node's",
      { node: "v1.31.2", kubelet: own("1.29") },
      "1.29",
    ],
    ["is next to other members", { node: "v1.31.2", kubelet: hard }, "1.31"],
    ["is the nearest that is followed, for an older one", { node: "v1.16.0" }, "1.20"],
    ["is the nearest that is followed, for a newer one", { node: "v1.99.0" }, NEWEST_KUBELET],
    ["is the scheduler's when a node's is none", { scheduler: "1.33", node: "fake" }, "1.33"],
  ])("%s", (_, said, expected) => {
    expect(played(said).kubelet).toBe(expected);
  });

  test("is refused with a configuration that its kubelet does not start with", () => {
    // Kubelets know containerfs.available since 1.31.
    const kubelet = { evictionHard: { "containerfs.available": "5%" } };
    expect(played({ kubelet }).kubelet).toBe(DEFAULT);
    expect(() => played({ node: "v1.25.0", kubelet })).toThrow(
      "node worker-1 has a release whose kubelet does not start with this configuration; " +
        "plimsoll check --kubelet-version says why",
    );
  });
});

describe("huge pages of a node", () => {
  const capacity = { cpu: "8", memory: "8Gi", pods: "110", "hugepages-2Mi": "1Gi" };
  test.each([
    ["v1.36.4", {}, 0],
    ["v1.37.2", {}, 2 ** 30],
    ["v1.37.2", { featureGates: { HugepageAwareEviction: false } }, 0],
  ])("of %s with %j are left out as its kubelet does", (kubeletVersion, kubelet, less) => {
    const availableOf = (status: object) => {
      const loop = new SimulatorModule(SIMULATOR);
      const item = { ...node("worker-1"), status: { ...status, nodeInfo: { kubeletVersion } } };
      loop.give("objects", JSON.stringify({ kind: "List", items: [item] }));
      loop.give("scenario", JSON.stringify({ kubelet }));
      loop.run(60);
      const asked = loop.give("situation", JSON.stringify({ node: "worker-1" }));
      return Number(asked.match(/"availableBytes":(\d+)/)?.[1]);
    };
    const { "hugepages-2Mi": _, ...without } = capacity;
    const allocatable = { cpu: "8", memory: "6Gi", pods: "110" };
    const whole = availableOf({ capacity: without, allocatable });
    expect(whole - availableOf({ capacity, allocatable })).toBe(less);
  });
});

describe("resources of a pod that name nothing", () => {
  const document = (spec: object) => {
    const loop = new SimulatorModule(SIMULATOR);
    const metadata = { namespace: "shop", name: "web", uid: "web" };
    const resources = { requests: { memory: "1Gi" } };
    const containers = [{ name: "app", image: "app", resources }];
    const bound = { nodeName: "worker-1", containers, ...spec };
    const pod = { apiVersion: "v1", kind: "Pod", metadata, spec: bound };
    const items = [node("worker-1"), { ...pod, status: { phase: "Running" } }];
    loop.give("objects", JSON.stringify({ kind: "List", items }));
    loop.give("scenario", "{}");
    loop.run(60);
    return loop.give("situation", JSON.stringify({ node: "worker-1" }));
  };
  test("are handed to the kubelet, whose release decides what they mean", () => {
    expect(document({ resources: {} })).toContain('"resources":{}');
    expect(document({})).not.toContain('"resources":{}');
  });
});

describe("the scheduler of a scenario", () => {
  // Before 1.34 the sentence names the taint that is not tolerated.
  test.each([
    [undefined, "1 node(s) had untolerated taint(s)"],
    [NEWEST, "1 node(s) had untolerated taint(s)"],
    ["1.33", "1 node(s) had untolerated taint {a: b}"],
  ] as const)("of %s says what that release says", (scheduler, sentence) => {
    const { events } = played(scheduler === undefined ? {} : { scheduler });
    const refused = events.find(({ kind }) => kind === "FailedScheduling");
    expect(refused?.message).toContain(sentence);
  });
});
