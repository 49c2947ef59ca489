/** What was recorded: amounts that follow a series, and pods that take the place of others. */
import { describe, expect, test } from "vitest";
import { bare, counted, DAY, node, owner, play, running, uses } from "./playing.ts";
import type { SimulatorEvent } from "./simulatorModule.ts";

const Mi = 2 ** 20;
const HARD = { evictionHard: { "memory.available": "500Mi" } };
/** Steps at 8 s, 18 s and so on. */
const WORKER = { name: "worker-1", heartbeat: "2s", evictionStep: "8s" };

type Points = readonly (readonly [number, string | number])[];
const memory = (...series: Points) => ({ memory: { series } });
const here = (name: string) => bare("shop", name, { nodeName: "worker-1" }, running);

interface Seen {
  readonly summary: {
    readonly node: { readonly memory: { readonly workingSetBytes: number } };
    readonly pods: readonly {
      readonly podRef: { readonly name: string };
      readonly memory: { readonly workingSetBytes: number };
      readonly "ephemeral-storage": { readonly usedBytes: number };
      readonly containers: readonly {
        readonly name: string;
        readonly memory: { readonly workingSetBytes: number };
      }[];
    }[];
  };
}

/** What a kubelet sees at a moment. */
function seen(objects: readonly object[], scenario: object, seconds: number, name = "worker-1") {
  const { loop } = play(objects, scenario, seconds);
  const { summary } = JSON.parse(loop.give("situation", JSON.stringify({ node: name }))) as Seen;
  return summary;
}

/** MiB that each pod uses, by its name. */
function used(...of: Parameters<typeof seen>): Record<string, number> {
  const { pods } = seen(...of);
  return Object.fromEntries(
    pods.map(({ podRef, memory }) => [podRef.name, memory.workingSetBytes / Mi]),
  );
}

const ends = (events: readonly SimulatorEvent[], kind: string) =>
  events.filter((event) => event.kind === kind).map(({ time, pod }) => [time, pod?.name]);

describe("a series", () => {
  const workloads = [uses("Pod", "x", memory([0, "100Mi"], [60, 300 * Mi], [120, "200Mi"]))];

  test.each([
    [1, 100],
    [59.999, 100],
    [60, 300],
    [119, 300],
    [120, 200],
    [5000, 200],
  ])("holds from each point to the next, and after the last: at %s s %s MiB", (seconds, amount) => {
    expect(used([node("worker-1"), here("x")], { workloads }, seconds)).toEqual({ x: amount });
  });

  test("begins when the container starts", () => {
    const objects = [node("worker-1"), owner("Deployment", "cart", { replicas: 1 })];
    const workloads = [uses("Deployment", "cart", memory([0, "100Mi"], [60, "300Mi"]))];
    const started = play(objects, { workloads }, 30).events.find(({ kind }) => kind === "Started")
      ?.time as number;
    expect(used(objects, { workloads }, started + 59)).toEqual({ "cart-1": 100 });
    expect(used(objects, { workloads }, started + 60)).toEqual({ "cart-1": 300 });
  });

  test("may be of the disk as well", () => {
    const workloads = [
      uses("Pod", "x", {
        disk: {
          series: [
            [0, "1Gi"],
            [60, "2Gi"],
          ],
        },
      }),
    ];
    const { pods } = seen([node("worker-1", { disk: "10Gi" }), here("x")], { workloads }, 90);
    expect(pods[0]?.["ephemeral-storage"].usedBytes).toBe(2048 * Mi);
  });

  test("meets a threshold at the first step behind the point that is beyond it", () => {
    const workloads = [uses("Pod", "x", memory([0, "1Gi"], [600, "7900Mi"]))];
    const scenario = { kubelet: HARD, nodes: [WORKER], workloads };
    const { events } = play([node("worker-1"), here("x")], scenario);
    // The pod ends a second after the step.
    expect(ends(events, "Evicted")).toEqual([[609, "x"]]);
  });

  test("passes a threshold unseen between two steps", () => {
    const workloads = [uses("Pod", "x", memory([0, "1Gi"], [601, "7900Mi"], [606, "1Gi"]))];
    const scenario = { kubelet: HARD, nodes: [WORKER], workloads };
    const { events, verdict } = play([node("worker-1"), here("x")], scenario);
    expect(events).toEqual([]);
    expect(verdict).toMatchObject({ verdict: "settles" });
  });

  test("ends a condition when it falls, after the transition period", () => {
    const workloads = [
      uses("Pod", "x", memory([0, "1Gi"], [600, "7900Mi"], [615, "1Gi"])),
      uses("Pod", "y", memory([0, "100Mi"])),
    ];
    const kubelet = { ...HARD, evictionPressureTransitionPeriod: "1m" };
    const objects = [node("worker-1"), here("x"), here("y")];
    const { events } = play(objects, { kubelet, nodes: [WORKER], workloads });
    const conditions = events.filter(({ kind }) => kind === "Condition");
    expect(conditions.map(({ reason }) => reason)).toEqual([
      "MemoryPressure=True",
      "MemoryPressure=False",
    ]);
  });

  test("ends a container at the point that is beyond its limit", () => {
    const containers = [{ name: "app", image: "app", resources: { limits: { memory: "256Mi" } } }];
    const pod = bare("shop", "x", { nodeName: "worker-1", containers }, running);
    const workloads = [uses("Pod", "x", memory([0, "100Mi"], [90, "257Mi"]))];
    const { events } = play([node("worker-1"), pod], { workloads }, 100);
    expect(ends(events, "OOMKilled")).toEqual([[90, "x"]]);
  });

  test("fills a node that its kernel then empties", () => {
    const workloads = [uses("Pod", "x", memory([0, "1Gi"], [605, "9Gi"]))];
    const { events } = play([node("worker-1"), here("x")], {
      kubelet: HARD,
      nodes: [WORKER],
      workloads,
    });
    expect(ends(events, "OOMKilled")[0]).toEqual([605, "x"]);
  });

  test.each([
    ["together", 650, [[650, "x"]]],
    ["one after the other", 700, []],
  ])("fills a node only where peaks come at one time: %s", (_, second, expected) => {
    const workloads = [
      uses("Pod", "x", memory([0, "1Gi"], [600, "5Gi"], [700, "1Gi"])),
      uses("Pod", "y", memory([0, "1Gi"], [second, "4Gi"], [800, "1Gi"])),
    ];
    const objects = [node("worker-1"), here("x"), here("y")];
    const scenario = { kubelet: HARD, nodes: [WORKER], workloads };
    const { events } = play(objects, scenario, 699 + (second - 650));
    expect(ends(events, "OOMKilled").slice(0, 1)).toEqual(expected);
  });

  test("of processes outside pods depends on the time since the start", () => {
    const system = memory([0, "1Gi"], [600, "7600Mi"], [1200, "1Gi"]);
    const workloads = [uses("Pod", "x", memory([0, "100Mi"]))];
    const nodes = [{ ...WORKER, system }];
    const { events } = play([node("worker-1"), here("x")], {
      kubelet: HARD,
      nodes,
      workloads,
    });
    expect(ends(events, "Evicted")).toEqual([[609, "x"]]);
    const at = (seconds: number) =>
      seen([node("worker-1")], { nodes }, seconds).node.memory.workingSetBytes / Mi;
    expect([at(599), at(600), at(1199), at(1200)]).toEqual([1024, 7600, 7600, 1024]);
  });
});

describe("a proven cycle", () => {
  const objects = [node("worker-1"), owner("Deployment", "cart", { replicas: 1 })];
  const workloads = [uses("Deployment", "cart", memory([0, "200Mi"], [600, "7900Mi"]))];
  const scenario = { kubelet: HARD, nodes: [WORKER], workloads };

  test("has the series of each pod in it", () => {
    expect(play(objects, scenario).verdict).toMatchObject({ verdict: "thrashes" });
  });

  test("begins when a node's own series has ended", () => {
    const system = memory([0, "100Mi"], [3600, "50Mi"], [7 * 3600, "100Mi"]);
    const { verdict } = play(objects, { ...scenario, nodes: [{ ...WORKER, system }] });
    expect(verdict.verdict).toBe("thrashes");
    expect(verdict.at).toBeGreaterThanOrEqual(7 * 3600);
  });
});

describe("containers of a pod", () => {
  const containers = ["app", "proxy"].map((name) => ({ name, image: name, resources: {} }));
  const pod = bare("shop", "x", { nodeName: "worker-1", containers }, running);
  const of = (container: string, ...series: Points) =>
    uses("Pod", "x", { container, ...memory(...series) });

  test("have an entry each", () => {
    const workloads = [of("app", [0, "1Gi"]), of("proxy", [0, "10Mi"], [60, "20Mi"])];
    const { pods, node: all } = seen([node("worker-1"), pod], { workloads }, 90);
    const amounts = pods[0]?.containers.map(({ name, memory: { workingSetBytes } }) => [
      name,
      workingSetBytes / Mi,
    ]);
    expect(amounts).toEqual([
      ["app", 1024],
      ["proxy", 20],
    ]);
    expect(all.memory.workingSetBytes / Mi).toBe(1044);
  });

  test("of which none has an entry use nothing", () => {
    const { pods } = seen([node("worker-1"), pod], { workloads: [of("proxy", [0, "10Mi"])] }, 9);
    expect(pods[0]?.containers.map(({ memory: { workingSetBytes } }) => workingSetBytes)).toEqual([
      0,
      10 * Mi,
    ]);
  });

  test("are killed at their own limits", () => {
    const limited = ["app", "proxy"].map((name) => ({
      name,
      image: name,
      resources: { limits: { memory: "256Mi" } },
    }));
    const small = bare("shop", "x", { nodeName: "worker-1", containers: limited }, running);
    const workloads = [of("app", [0, "200Mi"]), of("proxy", [0, "200Mi"], [30, "300Mi"])];
    const { events } = play([node("worker-1"), small], { workloads }, 40);
    expect(events).toMatchObject([
      { kind: "OOMKilled", time: 30, message: expect.stringContaining("Container proxy") },
      { kind: "Restarted" },
    ]);
  });
});

describe("a pod in the place of another one", () => {
  const controller = (kind: string, name: string) => ({
    ownerReferences: [{ apiVersion: "apps/v1", kind, name, controller: true }],
  });
  const owned = (kind: string, of: string, name: string, on = "worker-1", status = running) => {
    const pod = bare("shop", name, { nodeName: on }, status) as { metadata: object };
    return { ...pod, metadata: { ...pod.metadata, ...controller(kind, of) } };
  };
  const pods = (...names: readonly string[]) =>
    names.map((name) => owned("ReplicaSet", "web", name));
  const deleted = (name: string) => ({
    at: "1m",
    delete: { kind: "Pod", namespace: "shop", name },
  });
  const flat = (name: string, amount: string) => uses("Pod", name, memory([0, amount]));

  test("of a ReplicaSet uses what that one did, from the beginning", () => {
    const objects = [node("worker-1"), owner("ReplicaSet", "web", { replicas: 2 })];
    const workloads = [
      uses("Pod", "a", memory([0, "100Mi"], [60, "150Mi"])),
      uses("Pod", "b", memory([0, "200Mi"], [60, "250Mi"])),
    ];
    const scenario = { workloads, changes: [deleted("b")] };
    expect(used([...objects, ...pods("a", "b")], scenario, 90)).toEqual({ a: 150, "web-1": 200 });
    expect(used([...objects, ...pods("a", "b")], scenario, 180)).toEqual({ a: 150, "web-1": 250 });
  });

  test("takes the first record that is free", () => {
    const objects = [node("worker-1"), owner("ReplicaSet", "web", { replicas: 3 })];
    const workloads = [flat("a", "1Mi"), flat("b", "2Mi"), flat("c", "3Mi")];
    const changes = [deleted("c"), { ...deleted("a"), at: "2m" }];
    expect(used([...objects, ...pods("a", "b", "c")], { workloads, changes }, 90)).toEqual({
      a: 1,
      b: 2,
      "web-1": 3,
    });
    expect(used([...objects, ...pods("a", "b", "c")], { workloads, changes }, 180)).toEqual({
      b: 2,
      "web-1": 3,
      "web-2": 1,
    });
  });

  test("of a StatefulSet goes by its name", () => {
    const set = owner("StatefulSet", "db", { replicas: 2, podManagementPolicy: "Parallel" });
    const of = ["db-0", "db-1"].map((name) => owned("StatefulSet", "db", name));
    const workloads = [flat("db-0", "10Mi"), flat("db-1", "20Mi")];
    const changes = [deleted("db-0"), deleted("db-1")];
    expect(used([node("worker-1"), set, ...of], { workloads, changes }, 90)).toEqual({
      "db-0": 10,
      "db-1": 20,
    });
  });

  test("of a DaemonSet goes by its node", () => {
    const objects = [
      node("worker-1"),
      node("worker-2"),
      owner("DaemonSet", "logs", {}),
      owned("DaemonSet", "logs", "one", "worker-1"),
      owned("DaemonSet", "logs", "two", "worker-2"),
    ];
    const workloads = [flat("one", "10Mi"), flat("two", "20Mi")];
    const scenario = { workloads, changes: [deleted("one"), deleted("two")] };
    expect(Object.values(used(objects, scenario, 90, "worker-1"))).toEqual([10]);
    expect(Object.values(used(objects, scenario, 90, "worker-2"))).toEqual([20]);
  });

  test("may take that of a pod that had ended before", () => {
    const objects = [node("worker-1"), owner("ReplicaSet", "web", { replicas: 2 })];
    const failed = owned("ReplicaSet", "web", "b", "worker-1", { phase: "Failed" });
    const workloads = [flat("a", "1Mi"), flat("b", "2Mi")];
    expect(used([...objects, ...pods("a"), failed], { workloads }, 90)).toEqual({
      a: 1,
      "web-1": 2,
    });
  });

  test.each([
    ["what its owner's entry says", [uses("ReplicaSet", "web", memory([0, "7Mi"]))], 7],
    ["the first record", [], 1],
  ])("uses without a free record %s", (_, more, amount) => {
    const objects = [node("worker-1"), owner("ReplicaSet", "web", { replicas: 3 })];
    const workloads = [flat("a", "1Mi"), flat("b", "2Mi"), ...more];
    expect(used([...objects, ...pods("a", "b")], { workloads }, 90)).toEqual({
      a: 1,
      b: 2,
      "web-1": amount,
    });
  });

  test("says with the result what it is taken to use", () => {
    const objects = [node("worker-1"), owner("ReplicaSet", "web", { replicas: 1 })];
    const { loop } = play([...objects, ...pods("a")], { workloads: [flat("a", "1Mi")] }, 60);
    expect(loop.verdict()).toMatchObject({
      assumptions: expect.arrayContaining([
        "a replacement uses what was recorded of the pod before it, from the beginning",
        "a series keeps its last value",
      ]),
    });
  });

  test("that evicts itself again and again is a proven cycle", () => {
    const objects = [node("worker-1"), owner("ReplicaSet", "web", { replicas: 2 })];
    const workloads = [uses("Pod", "a", memory([0, "1Gi"], [300, "7Gi"])), flat("b", "1Gi")];
    const scenario = { kubelet: HARD, nodes: [WORKER], workloads };
    const { events, verdict } = play([...objects, ...pods("a", "b")], scenario, DAY);
    expect(verdict).toMatchObject({ verdict: "thrashes" });
    expect(counted(events, "Evicted")).toBe(verdict.evictedPods);
  });
});

describe("a series is refused", () => {
  const cases: [string, object, RegExp][] = [
    ["with a base", { base: "1Gi", series: [[0, "1Gi"]] }, /excludes base/],
    ["with spikes", { series: [[0, 1]], spikes: [{ for: "1s", add: "1Gi" }] }, /excludes base/],
    ["without a point", { series: [] }, /has points/],
    ["that begins later", { series: [[1, "1Gi"]] }, /has points/],
    [
      "whose seconds do not grow",
      {
        series: [
          [0, 1],
          [5, 2],
          [5, 3],
        ],
      },
      /has points/,
    ],
    [
      "with seconds below zero",
      {
        series: [
          [0, 1],
          [-5, 2],
        ],
      },
      /has points/,
    ],
    [
      "beyond what a scenario lasts",
      {
        series: [
          [0, 1],
          [1e12, 2],
        ],
      },
      /has points/,
    ],
    ["with a point of one number", { series: [[0]] }, /has points/],
    ["with a point of three", { series: [[0, 1, 2]] }, /has points/],
    ["with an empty point", { series: [[]] }, /has points/],
    ["with a number in the place of a point", { series: [7] }, /array/],
    ["with a negative amount", { series: [[0, -1]] }, /from 0 to 16Ti/],
  ];
  test.each(cases)("%s", (_, amount, reason) => {
    const workloads = [uses("Pod", "x", { memory: amount })];
    expect(() => play([node("worker-1"), here("x")], { workloads })).toThrow(reason);
    const system = { memory: amount };
    expect(() => play([node("worker-1")], { system })).toThrow(reason);
  });

  test.each([
    ["two entries for one container", ["app", "app"]],
    ["one for all with one for a container", ["app", undefined]],
    ["one for a container with one for all", [undefined, "app"]],
  ])("with %s", (_, containers) => {
    const workloads = containers.map((container) =>
      uses("Pod", "x", { ...(container === undefined ? {} : { container }), ...memory([0, 1]) }),
    );
    expect(() => play([node("worker-1"), here("x")], { workloads })).toThrow(
      /an earlier entry is about the same/,
    );
  });
});
