/**
 * Scenarios on the loop's module. Where a whole cluster of Kubernetes' own code was asked, what it
 * told is in real.json: `npm run oracle -- simulator` asks it about many more.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { EvictionEngine } from "../../hosts/entries/library/index.ts";
import { ROOT } from "../module/compile.ts";
import { bare, counted, DAY, node, owner, play, running, SIMULATOR, uses } from "./playing.ts";
import { byRelease, playedLike, RECORDED_SCENARIOS } from "./recorded.ts";
import { Refused, type SimulatorEvent, SimulatorModule } from "./simulatorModule.ts";

const CORE = new WebAssembly.Module(readFileSync(join(ROOT, "dist/plimsoll-eviction.wasm")));
describe("as Kubernetes' own code plays it", () => {
  test.each(byRelease(RECORDED_SCENARIOS))("scenario $seed, $release", (recorded) => {
    const { seed, release, lines } = recorded;
    const { ours, expected } = playedLike(SIMULATOR, seed, release, lines);
    expect(ours).toEqual(expected);
  });
});

describe("a pod that grows until its node has too little memory, and comes back to it", () => {
  const objects = [node("worker-1"), owner("Deployment", "cart", { replicas: 1 })];
  // 7 Gi are free at first and 500 Mi are kept: 6.3 Gi are reached after some 630 s.
  const memory = { base: "200Mi", growth: "10Mi/s", max: "7Gi" };
  const scenario = {
    kubelet: { evictionHard: { "memory.available": "500Mi" } },
    nodes: [{ name: "worker-1", heartbeat: "2s", evictionStep: "8s" }],
    system: { memory: "1Gi" },
    workloads: [uses("Deployment", "cart", { memory })],
  };

  test("is a proven cycle, whose events the next period repeats", () => {
    const { verdict, events } = play(objects, scenario);
    expect(verdict).toMatchObject({ verdict: "thrashes" });
    expect(counted(events, "Evicted")).toBe(verdict.evictedPods);
    // The step that evicts is followed by one after 2 s: phases of 10 s come together after five.
    expect(verdict.evictions).toBe(5);
    expect((verdict.period as number) % 10).toBe(0);
  });

  test("is evicted by the decision that the node's own module takes on the same documents", () => {
    const evicted = play(objects, scenario).events.find(
      ({ kind }) => kind === "Evicted",
    ) as SimulatorEvent;
    // The pod has ended a second after the step.
    const { loop } = play(objects, scenario, evicted.time - 1.001);
    const { configuration, pods, summary } = JSON.parse(
      loop.give("situation", JSON.stringify({ node: "worker-1" })),
    );
    const engine = new EvictionEngine(CORE);
    engine.configure(configuration);
    engine.pods(pods);
    engine.observe(summary, 946_684_800_000_000_000n + BigInt(Math.round(evicted.time * 1e9)));
    const decision = new TextDecoder().decode(engine.report(0).bytes);
    expect(JSON.parse(decision).evictions[0]).toMatchObject({
      name: evicted.pod?.name,
      message: evicted.message,
    });
  });

  test("has one digest in every instance", () => {
    expect(play(objects, scenario).verdict.digest).toBe(play(objects, scenario).verdict.digest);
  });

  test("settles where the pod uses less than the node has", () => {
    const small = {
      ...scenario,
      workloads: [uses("Deployment", "cart", { memory: { base: "1Gi" } })],
    };
    const { verdict } = play(objects, small);
    expect(verdict).toMatchObject({ verdict: "settles", evictedPods: 0 });
  });
});

// killPodNow waits until the pod has ended, and waitForPodsCleanup looks each second after that.
test("a step that evicts a pod which ends already waits for its end, and for no second one", () => {
  const pods = ["a", "b", "c"].map((name) => bare("shop", name, { nodeName: "worker-1" }, running));
  const { events } = play(
    [node("worker-1"), ...pods],
    {
      kubelet: { evictionHard: { "memory.available": "6Gi" } },
      nodes: [{ name: "worker-1", evictionStep: "5s" }],
      workloads: [
        uses("Pod", "a", { memory: { base: "3Gi" } }),
        uses("Pod", "b", { memory: { base: "2Gi" } }),
        uses("Pod", "c", { memory: { base: "1Gi" } }),
      ],
      changes: [{ at: "4.2s", delete: { kind: "Pod", namespace: "shop", name: "a" } }],
    },
    60,
  );
  const evicted = events.filter(({ kind }) => kind === "Evicted");
  // The step of 5 s evicts a pod that ends at 5.2 s; the next one comes a second after that.
  expect(evicted.map(({ pod, time }) => [pod?.name, time])).toEqual([
    ["a", 5.2],
    ["b", 7.2],
  ]);
});

test("a container beyond its limit starts again, at most every five minutes", () => {
  const containers = [{ name: "app", image: "app", resources: { limits: { memory: "256Mi" } } }];
  const { events, verdict } = play(
    [node("worker-1"), owner("Deployment", "cart", { replicas: 1 }, { containers })],
    { workloads: [uses("Deployment", "cart", { memory: { base: "250Mi", growth: "1Mi/s" } })] },
  );
  const ends = events.filter(({ kind }) => kind === "OOMKilled");
  const waits = ends.slice(1).map(({ time }, index) => time - (ends[index]?.time as number));
  // The first restart is at once, then 10 s, doubled up to 300 s; a life takes 7 s, a start 1 s.
  expect(waits.slice(0, 7).map(Math.round)).toEqual([8, 18, 28, 48, 88, 168, 308]);
  expect(verdict.verdict).toBe("thrashes");
});

test("pods of a full node move on, and bring the next one under pressure: a cascade", () => {
  const { verdict } = play(
    [
      node("worker-1", { memory: "6Gi" }),
      node("worker-2"),
      node("worker-3"),
      owner("Deployment", "cart", { replicas: 6 }),
    ],
    {
      // The taint comes while the evicted pod ends, so that it has to go elsewhere.
      nodes: ["worker-1", "worker-2", "worker-3"].map((name) => ({
        name,
        heartbeat: "0.5s",
        evictionStep: "9.8s",
      })),
      system: { memory: "1Gi" },
      kubelet: { evictionHard: { "memory.available": "500Mi" } },
      workloads: [
        uses("Deployment", "cart", { memory: { base: "500Mi", growth: "1Mi/s", max: "2500Mi" } }),
      ],
    },
    3600,
  );
  expect(verdict.verdict).toBe("cascades");
  expect(verdict.evictedPods).toBe(2);
});

test("a pod that tolerates a NoExecute taint for a time comes back and goes again", () => {
  const tolerations = [
    { key: "maintenance", operator: "Exists", effect: "NoExecute", tolerationSeconds: 60 },
  ];
  const tainted = {
    ...node("worker-1"),
    spec: { taints: [{ key: "maintenance", effect: "NoExecute" }] },
  };
  const { events, verdict } = play(
    [tainted, owner("Deployment", "cart", { replicas: 1 }, { tolerations })],
    {},
  );
  expect(verdict).toMatchObject({ verdict: "thrashes" });
  expect(Math.round(verdict.period as number)).toBe(60);
  expect(events.map(({ kind }) => kind)).toContain("Terminating");
});

test("a failing DaemonSet pod is deleted later each time, up to 15 minutes", () => {
  const disk = { base: "9Gi" };
  const { events } = play(
    [node("worker-1", { disk: "10Gi" }), owner("DaemonSet", "logs", {})],
    {
      kubelet: { evictionHard: { "nodefs.available": "20%" } },
      workloads: [uses("DaemonSet", "logs", { disk })],
    },
    1800,
  );
  expect(counted(events, "Evicted") + counted(events, "Rejected")).toBeGreaterThan(5);
  const deleted = events.filter(({ kind }) => kind === "Deleted").map(({ time }) => time);
  expect((deleted.at(-1) as number) - (deleted.at(-2) as number)).toBeGreaterThan(60);
});

test("a pod that its kubelet refuses comes again 20 times a second, after 30 times at once", () => {
  const resources = { requests: { cpu: "3" } };
  const containers = [{ name: "app", image: "app", resources }];
  // It names its node, so that the scheduler is not asked whether two of them fit.
  const pod = { containers, nodeName: "worker-1" };
  const { events, verdict } = play(
    [node("worker-1"), owner("Deployment", "trainer", { replicas: 2 }, pod)],
    {},
    60,
  );
  const refused = events.filter(({ kind }) => kind === "Rejected");
  expect(refused[0]).toMatchObject({ node: "worker-1", reason: "OutOfcpu" });
  expect(refused[0]?.message).toBe(
    "Pod was rejected: Node didn't have enough resource: cpu, requested: 3000, used: 3000, " +
      "capacity: 4000",
  );
  expect(verdict).toMatchObject({ verdict: "thrashes", period: 0.05, evictions: 1 });
});

test("a node without the network is unreachable after its grace, and pods come elsewhere", () => {
  const { events } = play(
    [node("worker-1"), node("worker-2"), owner("Deployment", "cart", { replicas: 2 })],
    { changes: [{ at: "1m", disconnect: "worker-1" }] },
    3600,
  );
  const unknown = events.find(({ reason }) => reason === "Ready=Unknown");
  expect(unknown?.time).toBeGreaterThan(100);
  expect(unknown?.time).toBeLessThan(125);
  const gone = events.find(({ kind }) => kind === "Terminating");
  // DefaultTolerationSeconds lets pods stay for five minutes.
  expect((gone?.time as number) - (unknown?.time as number)).toBeCloseTo(300, 0);
  expect(events.at(-1)).toMatchObject({ kind: "Started", node: "worker-2" });
});

describe("a kubelet without the network", () => {
  const objects = [node("worker-1"), owner("Deployment", "cart", { replicas: 2 })];
  const memory = { base: "200Mi", growth: "16Mi/s" };
  const scenario = {
    kubelet: { evictionHard: { "memory.available": "500Mi" } },
    nodes: [{ name: "worker-1", heartbeat: "2s", evictionStep: "8s" }],
    workloads: [uses("Deployment", "cart", { memory })],
  };
  // Its two pods have 7.7 Gi after 228 s, and the node has 8.
  const cut = [{ at: "200.5s", disconnect: "worker-1" }];

  test("evicts under pressure, before the kernel has to end a container", () => {
    const { events } = play(objects, { ...scenario, changes: cut }, 600);
    // No component hears of that.
    expect(counted(events, "OOMKilled")).toBe(0);
    expect(counted(events, "Evicted")).toBe(0);
  });

  test("tells of the eviction in its next look at all pods when it is back", () => {
    const changes = [...cut, { at: "263.5s", reconnect: "worker-1" }];
    const { events } = play(objects, { ...scenario, changes }, 600);
    const evicted = events.find(({ kind }) => kind === "Evicted");
    expect(evicted).toMatchObject({ time: 270, node: "worker-1" });
    expect(evicted?.message).toMatch(/^The node was low on resource: memory\. /);
  });

  test("has pods that are not ready until it says so again", () => {
    const objects = [node("worker-1"), owner("StatefulSet", "cart", { replicas: 2 })];
    const scale = { kind: "StatefulSet", namespace: "shop", name: "cart", replicas: 1 };
    const changes = [
      { at: "60.5s", disconnect: "worker-1" },
      { at: "200s", apply: scale },
      { at: "223.5s", reconnect: "worker-1" },
    ];
    const { events } = play(objects, { ...scenario, workloads: [], changes }, 600);
    const gone = events.find(({ kind }) => kind === "Terminating");
    expect(gone).toMatchObject({ pod: { name: "cart-1" } });
    // The controller hears of it a call after the look at 230 s.
    expect(gone?.time).toBeCloseTo(230.001, 3);
  });
});

// The controller looks every 5 s. A look takes time, so the tenth one after comes behind 50 s.
test.each([
  ["3.35s", 105],
  ["9s", 110],
])("a lost node whose heartbeats lag by %s is unreachable at %i s", (heartbeat, at) => {
  const nodes = [{ name: "worker-1", heartbeat, evictionStep: "0s" }];
  const changes = [{ at: "61s", disconnect: "worker-1" }];
  const { events } = play([node("worker-1"), node("worker-2")], { nodes, changes }, 3600);
  expect(events.find(({ reason }) => reason === "Ready=Unknown")?.time).toBe(at);
});

test("what grows by a byte a second is far from every limit as long as a scenario lasts", () => {
  const containers = [{ name: "app", image: "app", resources: { limits: { memory: "16Ti" } } }];
  const { events, verdict } = play(
    [node("worker-1", { memory: "16Ti" }), owner("Deployment", "cart", {}, { containers })],
    { workloads: [uses("Deployment", "cart", { memory: { growth: "1/s" } })] },
  );
  expect(events.map(({ kind }) => kind)).toEqual(["Created", "Scheduled", "Started"]);
  expect(verdict).toMatchObject({ verdict: "undecided", evictedPods: 0 });
});

const last = (events: readonly SimulatorEvent[]) => events.at(-1);

describe("changes", () => {
  test("of a Deployment go to its ReplicaSet where the objects have one", () => {
    const ownerReferences = [
      { apiVersion: "apps/v1", kind: "Deployment", name: "web", controller: true },
    ];
    const set = owner("ReplicaSet", "web-1", { replicas: 3 }) as { metadata: object };
    const { loop } = play(
      [
        node("worker-1"),
        owner("Deployment", "web", { replicas: 3 }),
        { ...set, metadata: { ...set.metadata, ownerReferences } },
      ],
      {
        changes: [
          { at: "1m", apply: { kind: "Deployment", namespace: "shop", name: "web", replicas: 5 } },
        ],
      },
    );
    expect(loop.verdict().nodes[0]).toMatchObject({ pods: 5 });
  });

  // The API server gives a pod no grace period before it is bound: registry/core/pod/strategy.go.
  test("that scale down delete a pod without a node at once, and another one in time", () => {
    const containers = [{ name: "app", resources: { requests: { memory: "6Gi" } } }];
    const { events } = play(
      [node("worker-1"), owner("ReplicaSet", "web", { replicas: 2 }, { containers })],
      {
        changes: [
          { at: "1m", apply: { kind: "ReplicaSet", namespace: "shop", name: "web", replicas: 1 } },
          { at: "2m", apply: { kind: "ReplicaSet", namespace: "shop", name: "web", replicas: 0 } },
        ],
      },
    );
    const ends = events.filter(({ kind }) => kind === "Terminating" || kind === "Deleted");
    expect(ends.map(({ kind, pod, reason }) => [kind, pod?.name, reason])).toEqual([
      ["Deleted", "web-2", "ScaledDown"],
      ["Terminating", "web-1", "ScaledDown"],
      ["Deleted", "web-1", undefined],
    ]);
  });

  test("are not needed for a pod that was being deleted before the scenario", () => {
    const metadata = { namespace: "shop", name: "gone", deletionTimestamp: "2026-11-26T10:00:00Z" };
    const spec = { containers: [{ name: "app", image: "app" }] };
    const { events } = play([node("worker-1"), { kind: "Pod", metadata, spec }], {}, 60);
    expect(events).toMatchObject([{ kind: "Deleted", pod: { name: "gone" } }]);
  });

  test("that add a node bring it what waits, and a DaemonSet's pod", () => {
    const resources = { requests: { memory: "6Gi" } };
    const containers = [{ name: "app", image: "app", resources }];
    const { loop } = play(
      [
        node("worker-1"),
        owner("DaemonSet", "logs", {}),
        owner("Deployment", "big", { replicas: 2 }, { containers }),
      ],
      { changes: [{ at: "1m", create: node("worker-2") }] },
    );
    expect(loop.verdict().nodes.map(({ pods }) => pods)).toEqual([2, 2]);
  });

  test("that delete a pod that has ended leave the others", () => {
    const done = bare("shop", "done", { nodeName: "worker-1" }, { phase: "Succeeded" });
    const { loop, events } = play(
      [node("worker-1"), done, owner("Deployment", "web", { replicas: 2 })],
      { changes: [{ at: "1m", delete: { kind: "Pod", namespace: "shop", name: "done" } }] },
    );
    expect(last(events)).toMatchObject({ kind: "Deleted", pod: { name: "done" } });
    expect(loop.verdict().nodes[0]).toMatchObject({ pods: 2 });
  });

  test("may make a pod again that was deleted, and refuse one that is there", () => {
    const pod = bare("shop", "x", { nodeName: "worker-1" }, running);
    const gone = { at: "1m", delete: { kind: "Pod", namespace: "shop", name: "x" } };
    const made = { at: "2m", create: bare("shop", "x", { nodeName: "worker-1" }) };
    const { events } = play([node("worker-1"), pod], { changes: [gone, made] });
    expect(last(events)).toMatchObject({ kind: "Started", pod: { name: "x" } });
    expect(() => play([node("worker-1"), pod], { changes: [made] })).toThrow(/exists already/);
  });

  test.each([
    ["a node", node("worker-1")],
    ["an owner", owner("Deployment", "web", { replicas: 4 })],
  ])("that make %s of a name that is there are refused", (_, create) => {
    const objects = [node("worker-1"), owner("Deployment", "web", { replicas: 1 })];
    expect(() => play(objects, { changes: [{ at: "1m", create }] })).toThrow(/exists already/);
  });

  test("may make what nothing in a scenario acts on", () => {
    const create = { kind: "ConfigMap", metadata: { namespace: "shop", name: "settings" } };
    const { events } = play([node("worker-1")], { changes: [{ at: "1m", create }] });
    expect(last(events)).toMatchObject({ kind: "Applied" });
  });
});

describe("a cycle is not proven", () => {
  const cpu = (amount: string) => [
    { name: "app", image: "app", resources: { requests: { cpu: amount } } },
  ];
  const refusals = owner("ReplicaSet", "in", {}, { nodeName: "worker-1", containers: cpu("3") });

  test("before a node's first eviction step, which may end it", () => {
    const hog = bare("shop", "hog", { nodeName: "worker-1", containers: cpu("3") }, running);
    const { verdict } = play(
      [node("worker-1"), hog, refusals],
      {
        nodes: [{ name: "worker-1", heartbeat: "0s", evictionStep: "60s" }],
        workloads: [uses("Pod", "hog", { memory: { base: "8150Mi" } })],
      },
      600,
    );
    expect(verdict).toMatchObject({ verdict: "settles" });
  });

  test("while a node that lost the network is not known to have", () => {
    const scenario = { changes: [{ at: "100ms", disconnect: "worker-2" }] };
    const { events } = play([node("worker-1"), node("worker-2"), refusals], scenario, 120);
    expect(events.some(({ reason }) => reason === "Ready=Unknown")).toBe(true);
  });
});

test("pods without uid are told apart by namespace and name", () => {
  const { events } = play(
    [
      node("worker-1"),
      bare("b", "db", { nodeName: "worker-1" }, running),
      bare("a", "db", { nodeName: "worker-1" }, running),
    ],
    {
      workloads: [
        {
          owner: { kind: "Pod", namespace: "b", name: "db" },
          memory: { base: "1Gi", growth: "10Mi/s" },
        },
      ],
    },
    3600,
  );
  expect(events.find(({ kind }) => kind === "Evicted")?.pod).toEqual({
    namespace: "b",
    name: "db",
  });
});

test("the first toleration of a taint counts, as for the taint-eviction controller", () => {
  const exists = { key: "k", operator: "Exists", effect: "NoExecute" };
  const tolerations = [exists, { ...exists, tolerationSeconds: 5 }];
  const { events } = play(
    [node("worker-1"), bare("shop", "x", { nodeName: "worker-1", tolerations }, running)],
    {
      changes: [
        {
          at: "1m",
          apply: { kind: "Node", name: "worker-1", taints: [{ key: "k", effect: "NoExecute" }] },
        },
      ],
    },
  );
  expect(last(events)).toMatchObject({ kind: "Tainted" });
});

test("a Job takes pods that are deleted for pods that failed, up to its limit", () => {
  const tolerations = [{ key: "k", operator: "Exists", effect: "NoExecute", tolerationSeconds: 5 }];
  const tainted = { ...node("worker-1"), spec: { taints: [{ key: "k", effect: "NoExecute" }] } };
  const { events, verdict } = play(
    [tainted, owner("Job", "once", { backoffLimit: 2 }, { tolerations, restartPolicy: "Never" })],
    {},
  );
  expect(counted(events, "Created")).toBe(3);
  expect(verdict).toMatchObject({ verdict: "settles", evictedPods: 3 });
});

test("a scenario that was undecided goes on when there is more time", () => {
  const loop = new SimulatorModule(SIMULATOR);
  const objects = [node("worker-1"), owner("Deployment", "web", { replicas: 1 })];
  loop.give("objects", JSON.stringify({ kind: "List", items: objects }));
  const apply = { kind: "Deployment", namespace: "shop", name: "web", replicas: 2 };
  loop.give("scenario", JSON.stringify({ changes: [{ at: "1m", apply }] }));
  expect(counted(loop.run(30), "Started")).toBe(1);
  expect(loop.verdict()).toMatchObject({ verdict: "undecided", at: 30 });
  expect(counted(loop.run(600), "Started")).toBe(1);
  expect(loop.verdict()).toMatchObject({ verdict: "settles" });
});

test("a resource of a very long name is refused like any other", () => {
  const name = `hugepages-${"a".repeat(600_000)}`;
  const small = node("worker-1") as { status: { allocatable: object } };
  const allocatable = { ...small.status.allocatable, [name]: "1" };
  const containers = [{ name: "app", image: "app", resources: { requests: { [name]: "2" } } }];
  const { events } = play(
    [
      { ...small, status: { ...small.status, allocatable } },
      bare("shop", "x", { nodeName: "worker-1", containers }),
    ],
    {},
  );
  expect(last(events)).toMatchObject({ kind: "Rejected", pod: { name: "x" } });
});

test("growth that ends after centuries counts until then", () => {
  const memory = { base: "7Gi", growth: "1Ki/s", max: "16Ti" };
  const { events } = play(
    [node("worker-1"), owner("Deployment", "hog", {})],
    { workloads: [uses("Deployment", "hog", { memory })] },
    20 * DAY,
  );
  expect(counted(events, "Evicted")).toBeGreaterThan(0);
});

test("a scheduler's configuration is refused with kube-scheduler's own reasons", () => {
  const document = {
    apiVersion: "kubescheduler.config.k8s.io/v1",
    kind: "KubeSchedulerConfiguration",
    percentageOfNodesToScore: 101,
  };
  const loop = new SimulatorModule(SIMULATOR);
  const refusal = /"errors":\[\{"rule":"kube-scheduler".*percentageOfNodesToScore/;
  expect(() => loop.give("configure", JSON.stringify(document))).toThrow(refusal);
});

describe("is refused with its place", () => {
  const cases: [string, object, RegExp][] = [
    ["a member that there is not", { workload: [] }, /no such member.*/],
    [
      "a rate without a unit",
      { workloads: [uses("Deployment", "a", { memory: { growth: "3Mi" } })] },
      /rate/,
    ],
    ["a negative amount", { system: { memory: "-1Gi" } }, /from 0 to 16Ti/],
    ["a node that there is not", { nodes: [{ name: "worker-9" }] }, /no such node/],
    [
      "a kubelet that does not start",
      { kubelet: { evictionHard: { "x.available": "1Gi" } } },
      /kubelet/,
    ],
    [
      "a number of replicas below zero",
      { changes: [{ at: "1s", apply: { kind: "Deployment", name: "a", replicas: -1 } }] },
      /from 0 to/,
    ],
    [
      "a workload that no object is",
      { workloads: [uses("Deployment", "carrt", { memory: { base: "1Gi" } })] },
      /no object has this kind/,
    ],
    [
      "a workload without a kind",
      { workloads: [{ owner: { name: "worker" }, memory: { base: "1Gi" } }] },
      /an owner has kind/,
    ],
    [
      "a container that the pods do not have",
      { workloads: [uses("Deployment", "cart", { container: "proxy" })] },
      /no container of these pods/,
    ],
    [
      "a workload that is told twice",
      { workloads: [uses("Deployment", "cart", {}), uses("Deployment", "cart", {})] },
      /an earlier entry/,
    ],
    [
      "a node that is told twice",
      { nodes: [{ name: "worker-1" }, { name: "worker-1" }] },
      /an earlier entry/,
    ],
    [
      "a spike that does not last",
      { workloads: [uses("Deployment", "cart", { memory: { spikes: [{ add: "1Gi" }] } })] },
      /a spike has a duration/,
    ],
    [
      "a heartbeat that lags by more than its rhythm",
      { nodes: [{ name: "worker-1", heartbeat: "10s" }] },
      /heartbeats come every 10s/,
    ],
    ["a change without a time", { changes: [{ disconnect: "worker-1" }] }, /change/],
    ["a workload without an owner", { workloads: [{ memory: { base: "1Gi" } }] }, /owner/],
  ];
  test.each(cases)("%s", (_, scenario, reason) => {
    const loop = new SimulatorModule(SIMULATOR);
    const items = [node("worker-1"), owner("Deployment", "cart", {})];
    loop.give("objects", JSON.stringify({ kind: "List", items }));
    expect(() => loop.give("scenario", JSON.stringify(scenario))).toThrow(Refused);
    expect(() => loop.give("scenario", JSON.stringify(scenario))).toThrow(reason);
    expect(() => loop.give("scenario", JSON.stringify(scenario))).toThrow(/"path":"\$/);
  });
});

describe("a scenario may tell of", () => {
  const memory = { base: "1Gi" };

  test("an owner that a change creates", () => {
    const create = owner("Deployment", "late", {});
    const workloads = [uses("Deployment", "late", { memory })];
    const { events } = play([node("worker-1")], { workloads, changes: [{ at: "1m", create }] });
    expect(counted(events, "Started")).toBe(1);
  });

  test("a Deployment that is known by a pod of its ReplicaSet", () => {
    const pod = bare("shop", "cart-7d4-x", { nodeName: "worker-1" }, running) as {
      metadata: object;
    };
    const ownerReferences = [
      { apiVersion: "apps/v1", kind: "ReplicaSet", name: "cart-7d4", controller: true },
    ];
    const labels = { "pod-template-hash": "7d4" };
    const owned = { ...pod, metadata: { ...pod.metadata, labels, ownerReferences } };
    const workloads = [uses("Deployment", "cart", { memory: { base: "9Gi" } })];
    const { events } = play([node("worker-1"), owned], { workloads }, 60);
    expect(counted(events, "OOMKilled") + counted(events, "Evicted")).toBeGreaterThan(0);
  });

  test("amounts as numbers, as quantities may be written", () => {
    const system = { memory: 1_073_741_824 };
    expect(play([node("worker-1")], { system }).verdict.verdict).toBe("settles");
    expect(() => play([node("worker-1")], { system: { memory: null } })).toThrow(/200Mi/);
  });
});

test.each([
  ["batch.volcano.sh/v1alpha1", "Job"],
  ["apps.example.com/v1", "Deployment"],
])("an object of %s is no %s of Kubernetes", (apiVersion, kind) => {
  const other = { ...owner(kind, "train", {}), apiVersion };
  expect(counted(play([node("worker-1"), other], {}).events, "Created")).toBe(0);
});

describe("a pod that preempts one of two that ask for the same", () => {
  const cpu = (amount: string, pod: object) => ({
    containers: [{ name: "app", image: "app", resources: { requests: { cpu: amount } } }],
    ...pod,
  });
  const pinned = (name: string, nodeName: string) => {
    const nodeSelector = { "kubernetes.io/hostname": nodeName };
    return owner("Deployment", name, { replicas: 1 }, cpu("3", { nodeSelector }));
  };
  const bare = (spec: object) => ({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { namespace: "shop", name: "urgent" },
    spec,
  });
  const nodes = [node("worker-1"), node("worker-2")];
  const urgent = { at: "5m", create: bare(cpu("3", { priority: 1000 })) };

  const preempted = (changes: readonly object[], objects: readonly object[]) => {
    const { events } = play([...nodes, ...objects], { changes: [...changes, urgent] });
    return events.flatMap(({ kind, node }) => (kind === "Preempted" ? [node] : []));
  };

  // The last criterion of pickOneNodeForPreemption: the node whose pod started last.
  test.each([
    ["worker-2", "worker-1"],
    ["worker-1", "worker-2"],
  ])("takes that of %s, which started later", (later, earlier) => {
    const changes = [{ at: "2m", create: pinned("second", later) }];
    expect(preempted(changes, [pinned("first", earlier)])).toEqual([later]);
  });

  test("takes the first node's where both started in the same second", () => {
    const both = [pinned("second", "worker-2"), pinned("first", "worker-1")];
    expect(preempted([], both)).toEqual(["worker-1"]);
  });

  test("goes by what the status of pods tells that ran before", () => {
    const running = (name: string, nodeName: string, startTime: string) => ({
      ...bare(cpu("3", { nodeName })),
      metadata: { namespace: "shop", name },
      status: { phase: "Running", startTime },
    });
    const pods = [
      running("late", "worker-1", "2026-01-15T10:00:00Z"),
      running("early", "worker-2", "2026-01-15T09:00:00Z"),
    ];
    expect(preempted([], pods)).toEqual(["worker-1"]);
  });
});

test("a DaemonSet's pod stays on a node that is not reachable, as its tolerations last", () => {
  const objects = [
    node("worker-1"),
    node("worker-2"),
    owner("DaemonSet", "agent", {}),
    owner("StatefulSet", "store", { replicas: 2 }),
  ];
  const { events } = play(objects, { changes: [{ at: "1m", disconnect: "worker-1" }] }, 3600);
  const ended = events.filter(({ kind }) => kind === "Terminating");
  expect(ended.map(({ owner: of }) => of?.kind)).toEqual(["StatefulSet"]);
});

// AddOrUpdateTolerationInPodSpec puts its own toleration in the place of the template's.
test("a DaemonSet's pod stays although its template lets it go after some seconds", () => {
  const taint = { key: "node.kubernetes.io/unreachable", operator: "Exists", effect: "NoExecute" };
  const tolerations = [{ ...taint, tolerationSeconds: 10 }];
  const objects = [
    ...["worker-1", "worker-2", "worker-3"].map((name) => node(name)),
    owner("DaemonSet", "agent", {}, { tolerations }),
  ];
  const { events } = play(objects, { changes: [{ at: "1m", disconnect: "worker-1" }] }, 3600);
  expect(events.map(({ reason }) => reason)).toContain("Ready=Unknown");
  expect(counted(events, "Terminating")).toBe(0);
});

// The controller sees a heartbeat when it looks, every five seconds, and counts from there.
test("a node that is lost again after a heartbeat is untainted at the next look", () => {
  const objects = ["worker-1", "worker-2", "worker-3"].map((name) => node(name));
  const nodes = [{ name: "worker-1", heartbeat: "3.35s", evictionStep: "0s" }];
  const changes = [
    { at: "61s", disconnect: "worker-1" },
    { at: "200s", reconnect: "worker-1" },
    { at: "204s", disconnect: "worker-1" },
  ];
  const { events } = play(objects, { nodes, changes }, 3600);
  const noExecute = "node.kubernetes.io/unreachable:NoExecute";
  const taints = events.filter(({ reason }) => reason === noExecute);
  expect(taints.map(({ kind, time }) => `${kind} ${Math.round(time)}`)).toEqual([
    "Tainted 105",
    "Untainted 205",
    "Tainted 255",
  ]);
});

// ActivePodsWithRanks sorts once: the second pod of a node goes although the first leaves it alone.
test("a Deployment that is scaled down lets all pods of the fullest node go", () => {
  const names = ["worker-1", "worker-2", "worker-3"];
  const web = owner("Deployment", "web", { replicas: 4 });
  const apply = { kind: "Deployment", namespace: "shop", name: "web", replicas: 2 };
  const changes = [{ at: "1h", apply }];
  const { events } = play([...names.map((name) => node(name)), web], { changes }, 7200);
  const placed = events.flatMap(({ kind, node: at }) => (kind === "Scheduled" ? [at] : []));
  const fullest = placed.find((name, index) => placed.indexOf(name) !== index);
  const ended = events.filter(({ kind }) => kind === "Terminating");
  expect(ended.map(({ node: at }) => at)).toEqual([fullest, fullest]);
});

test("a StatefulSet makes its first pod although one of another name is its own", () => {
  const store = owner("StatefulSet", "store", { replicas: 1 });
  const ownerReferences = [
    { apiVersion: "apps/v1", kind: "StatefulSet", name: "store", uid: "1", controller: true },
  ];
  const other = {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { namespace: "shop", name: "store-copy", ownerReferences },
    spec: { nodeName: "worker-1", containers: [{ name: "app", image: "app" }] },
    status: { phase: "Running" },
  };
  const { events } = play([node("worker-1"), store, other], {}, 600);
  const created = events.flatMap(({ kind, pod }) => (kind === "Created" ? [pod?.name] : []));
  expect(created).toEqual(["store-0"]);
});
