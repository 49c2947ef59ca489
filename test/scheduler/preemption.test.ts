/** Which pods go for another: rules of DefaultPreemption, one by one, from its sources. */
import { beforeEach, describe, expect, test } from "vitest";
import { SchedulerAction } from "../../assembly/abi.ts";
import { loadModule } from "../../hosts/system/modules.ts";
import { ClusterModule } from "./schedulerModule.ts";

const cluster = new ClusterModule(await loadModule("scheduler"));
const encoder = new TextEncoder();

beforeEach(() => {
  cluster.call("clear");
});

const node = (name: string, cpu: string, labels: object = {}) => ({
  kind: "Node",
  metadata: { name, labels },
  status: { allocatable: { cpu, memory: "8Gi", pods: "20" } },
});

interface Some {
  readonly node?: string;
  readonly priority?: number;
  readonly cpu?: string;
  readonly labels?: object;
  readonly spec?: object;
  readonly status?: object;
  readonly metadata?: object;
}

const pod = (name: string, some: Some) => ({
  kind: "Pod",
  metadata: { namespace: "shop", name, uid: name, labels: some.labels ?? {}, ...some.metadata },
  spec: {
    priority: some.priority ?? 0,
    ...(some.node === undefined ? {} : { nodeName: some.node }),
    containers: [{ name: "c", resources: { requests: { cpu: some.cpu ?? "1" } } }],
    ...some.spec,
  },
  status: { startTime: "2026-01-01T00:00:00Z", ...some.status },
});

const budget = (
  matchLabels: object,
  disruptionsAllowed: number,
  disruptedPods = {},
  name = "budget",
) => ({
  kind: "PodDisruptionBudget",
  metadata: { namespace: "shop", name },
  spec: { selector: { matchLabels } },
  status: { disruptionsAllowed, disruptedPods },
});

const VIP = pod("vip", { priority: 1000, cpu: "1" });

interface Decided {
  readonly nominatedNode?: string;
  readonly victims?: readonly { readonly name: string }[];
  readonly alternatives?: readonly string[];
  readonly message?: string;
}

/** The decision about `vip`, or about the next pod. */
function decide(objects: readonly object[], options: object = {}): Decided {
  const give = (verb: string, document: object) =>
    cluster.give(verb, encoder.encode(JSON.stringify(document)));
  if (Object.keys(options).length > 0) give("configure", { plimsoll: options });
  expect(give("objects", { kind: "List", items: objects })).toBe(0);
  expect(give("schedule", { namespace: "shop", name: "vip" })).toBe(SchedulerAction.Unschedulable);
  return report();
}

function report(): Decided {
  expect(cluster.call("report", 1)).toBeGreaterThan(0);
  return JSON.parse(cluster.answer());
}

const names = ({ victims = [] }: Decided) => victims.map(({ name }) => name);
const later = (seconds: number) => ({ startTime: `2026-01-01T00:00:0${seconds}Z` });

describe("on one node", () => {
  test.each<[string, readonly object[], readonly string[]]>([
    [
      "as many pods stay as can, the more important first",
      [
        pod("high", { node: "a", priority: 9 }),
        pod("low", { node: "a", priority: 1 }),
        pod("middle", { node: "a", priority: 5 }),
      ],
      ["low"],
    ],
    [
      "of equal priority the one that started last goes",
      [
        pod("old", { node: "a", status: later(1) }),
        pod("new", { node: "a", status: later(3) }),
        pod("middle", { node: "a", status: later(2) }),
      ],
      ["new"],
    ],
    [
      "pods of a budget that allows no disruption stay before more important ones",
      [
        pod("free", { node: "a", priority: 9 }),
        pod("held", { node: "a", priority: 1, labels: { app: "held" } }),
        pod("also", { node: "a", priority: 10 }),
        budget({ app: "held" }, 0),
      ],
      ["free"],
    ],
    [
      "a budget is violated where nothing else helps",
      [
        pod("held", { node: "a", priority: 1, labels: { app: "held" } }),
        pod("even", { node: "a", priority: 1000 }),
        pod("more", { node: "a", priority: 2000 }),
        budget({ app: "held" }, 0),
      ],
      ["held"],
    ],
    [
      "a pod that the API server counts as disrupted already violates nothing",
      [
        pod("done", { node: "a", priority: 1, labels: { app: "held" } }),
        pod("free", { node: "a", priority: 1, status: later(1) }),
        pod("high", { node: "a", priority: 9 }),
        budget({ app: "held" }, 0, { done: "2026-01-01T00:00:00Z" }),
      ],
      ["free"],
    ],
  ])("%s", (_, objects, victims) => {
    const decided = decide([node("a", "3"), ...objects, VIP]);
    expect({ node: decided.nominatedNode, victims: names(decided) }).toEqual({
      node: "a",
      victims,
    });
  });

  test.each([
    ["1.36", " no new claims to deallocate,"],
    ["1.37", ""],
  ])("a pod of the same priority never goes, in the words of %s", (kubernetesVersion, claims) => {
    const objects = [node("a", "1"), pod("peer", { node: "a", priority: 1000 }), VIP];
    const decided = decide(objects, { kubernetesVersion });
    expect(decided.nominatedNode).toBeUndefined();
    expect(decided.message).toBe(
      `0/1 nodes are available: 1 Insufficient cpu.${claims} preemption: ` +
        "0/1 nodes are available: 1 No preemption victims found for incoming pod.",
    );
  });

  test("a pod that keeps another out by its anti-affinity goes", () => {
    const podAntiAffinity = {
      requiredDuringSchedulingIgnoredDuringExecution: [
        { topologyKey: "zone", labelSelector: { matchLabels: { app: "vip" } } },
      ],
    };
    const decided = decide([
      node("a", "4", { zone: "x" }),
      pod("jealous", { node: "a", spec: { affinity: { podAntiAffinity } } }),
      pod("calm", { node: "a" }),
      pod("vip", { priority: 1000, labels: { app: "vip" } }),
    ]);
    expect(names(decided)).toEqual(["jealous"]);
  });
});

describe("between nodes", () => {
  const two = [node("a", "1"), node("b", "1")];
  test.each<[string, readonly object[]]>([
    [
      "fewer victims against a budget",
      [
        pod("held", { node: "a", priority: 1, labels: { app: "held" } }),
        pod("free", { node: "b", priority: 9 }),
        budget({ app: "held" }, 0),
      ],
    ],
    [
      "a less important victim",
      [pod("high", { node: "a", priority: 9 }), pod("low", { node: "b", priority: 1 })],
    ],
    [
      "a lower sum of priorities",
      [
        pod("a-1", { node: "a", priority: 5, cpu: "500m" }),
        pod("a-2", { node: "a", priority: 5, cpu: "500m" }),
        pod("b-1", { node: "b", priority: 5 }),
      ],
    ],
    [
      "victims that started later",
      [pod("old", { node: "a", status: later(1) }), pod("new", { node: "b", status: later(2) })],
    ],
  ])("%s", (_, objects) => {
    const decided = decide([...two, ...objects, VIP]);
    expect(decided.nominatedNode).toBe("b");
    expect(decided.alternatives).toBeUndefined();
  });

  test("nodes that are as good are told", () => {
    const decided = decide([...two, pod("one", { node: "a" }), pod("two", { node: "b" }), VIP]);
    expect(decided).toMatchObject({ nominatedNode: "a", alternatives: ["b"] });
  });
});

describe("who preempts", () => {
  const full = [node("a", "1"), pod("low", { node: "a", priority: 1 })];

  test.each<[string, object, readonly object[], string]>([
    [
      "not a pod whose policy is Never",
      { preemptionPolicy: "Never" },
      [],
      "preemption: not eligible due to preemptionPolicy=Never.",
    ],
    [
      "not a pod that asks for more than the node has",
      { containers: [{ name: "c", resources: { requests: { cpu: "2" } } }] },
      [],
      "preemption: 0/1 nodes are available: 1 Preemption is not helpful for scheduling.",
    ],
  ])("%s", (_, spec, objects, sentence) => {
    const decided = decide([...full, ...objects, pod("vip", { priority: 1000, spec })]);
    expect(decided.nominatedNode).toBeUndefined();
    expect(decided.message).toContain(sentence);
  });

  test("not a pod whose victims still end on its node", () => {
    const ending = pod("ending", {
      node: "a",
      priority: 1,
      metadata: { deletionTimestamp: "2026-01-01T00:01:00Z" },
      status: {
        conditions: [{ type: "DisruptionTarget", status: "True", reason: "PreemptionByScheduler" }],
      },
    });
    const waiting = pod("vip", { priority: 1000, status: { nominatedNodeName: "a" } });
    expect(decide([node("a", "1"), ending, waiting]).message).toContain(
      "preemption: not eligible due to a terminating pod on the nominated node.",
    );
  });

  test("nobody where the question leaves preemption out", () => {
    const decided = decide([...full, VIP], { preemption: false });
    expect(decided.nominatedNode).toBeUndefined();
    expect(decided.message).toBe("0/1 nodes are available: 1 Insufficient cpu.");
  });
});

describe("a profile without DefaultPreemption", () => {
  const kind = "KubeSchedulerConfiguration";
  const disabled = [{ name: "DefaultPreemption" }];
  const profiles = [{ schedulerName: "default-scheduler", plugins: { multiPoint: { disabled } } }];
  const config = { apiVersion: "kubescheduler.config.k8s.io/v1", kind, profiles };

  test.each([
    ["1.33", "0/1 nodes are available: 1 Insufficient cpu."],
    ["1.36", "0/1 nodes are available: 1 Insufficient cpu. no new claims to deallocate"],
  ])("is left with what %s says of claims", (kubernetesVersion, message) => {
    const asked = { ...config, plimsoll: { kubernetesVersion } };
    expect(cluster.give("configure", encoder.encode(JSON.stringify(asked)))).toBe(0);
    expect(decide([node("n0", "1"), pod("vip", { cpu: "2" })]).message).toBe(message);
  });
});

describe("releases", () => {
  const charged = { shared: "yes" };
  const budgets = [
    node("a", "3"),
    pod("free", { node: "a", priority: 9 }),
    pod("held", { node: "a", priority: 5, labels: { ...charged, held: "yes" } }),
    pod("after", { node: "a", priority: 1, labels: charged }),
    budget({ held: "yes" }, 0, {}, "a"),
    budget(charged, 1, {}, "b"),
  ];
  const unstarted = Array.from({ length: 3 }, (_, index) =>
    pod(`pod-${index}`, { node: "a", status: { startTime: undefined } }),
  );

  test.each([
    ["1.36", "a pod is taken from every budget that selects it", budgets, "free"],
    [
      "1.37",
      "a budget that is exceeded keeps a pod from being taken from others",
      budgets,
      "after",
    ],
    [
      "1.36",
      "sorting reverses pods that have not started",
      [node("a", "3"), ...unstarted],
      "pod-0",
    ],
    ["1.37", "the last pod that has not started goes", [node("a", "3"), ...unstarted], "pod-2"],
  ])("%s: %s", (kubernetesVersion, _, objects, victim) => {
    expect(names(decide([...objects, VIP], { kubernetesVersion }))).toEqual([victim]);
  });

  test.each([
    ["1.36", ""],
    ["1.37", " preemption: found a potential placement for pod on node a, preempting 1 victims"],
  ])("%s: what the message says of a preemption that helps", (kubernetesVersion, found) => {
    const low = pod("low", { node: "a", priority: 1 });
    const { message } = decide([node("a", "1"), low, VIP], { kubernetesVersion });
    expect(message).toBe(`0/1 nodes are available: 1 Insufficient cpu.${found}`);
  });
});

describe("what follows", () => {
  test("the victims are gone, and the pod counts where it is nominated", () => {
    decide([
      node("a", "1"),
      pod("low", { node: "a", priority: 1 }),
      VIP,
      pod("peer", { priority: 1000 }),
    ]);
    expect(cluster.call("assume")).toBe(0);
    expect(cluster.call("schedule", 0)).toBe(SchedulerAction.Unschedulable);
    expect(report().message).toContain("1 Insufficient cpu.");
  });

  test("a pod of a lower priority loses its nomination to the node", () => {
    const nominated = pod("weak", { priority: 5, status: { nominatedNodeName: "a" } });
    decide([node("a", "1"), pod("low", { node: "a", priority: 1 }), nominated, VIP]);
    expect(cluster.call("assume")).toBe(0);
    // Preempting again, it finds no lower pod, and the node taken by the more important pod.
    expect(cluster.call("schedule", 0)).toBe(SchedulerAction.Unschedulable);
    expect(report().message).toContain("No preemption victims found for incoming pod");
  });

  // Lists that were made while its reasons were written overwrote the texts of scores: a trap.
  test("a report has scores next to a node whose refusal names a nominated pod", () => {
    const bare = { containers: [] };
    const spread = {
      topologySpreadConstraints: [
        { labelSelector: { matchLabels: { app: "db" } } },
        {
          whenUnsatisfiable: "DoNotSchedule",
          matchLabelKeys: ["app"],
          labelSelector: { matchLabels: { app: "cache" } },
        },
      ],
    };
    const of = (name: string, allocatable: object) => ({
      kind: "Node",
      metadata: { name },
      status: { allocatable },
    });
    const items = [
      of("full", {}),
      of("a", { pods: "1" }),
      of("b", { pods: "1" }),
      {
        kind: "Pod",
        metadata: { namespace: "shop", name: "first", uid: "first" },
        spec: { ...bare, schedulingGates: [{ name: "example.com/gate" }] },
        status: { nominatedNodeName: "full" },
      },
      {
        kind: "Pod",
        metadata: { namespace: "web", name: "vip", uid: "vip", labels: { app: "db" } },
        spec: { ...bare, ...spread },
      },
    ];
    const document = encoder.encode(JSON.stringify({ kind: "List", items }));
    expect(cluster.give("objects", document)).toBe(0);
    const vip = encoder.encode(JSON.stringify({ namespace: "web", name: "vip" }));
    expect(cluster.give("schedule", vip)).toBe(SchedulerAction.Scheduled);
    const { nodes } = report() as { nodes: { name: string; filter?: object; total?: number }[] };
    expect(nodes.map(({ name, total, filter }) => [name, total, filter])).toEqual([
      ["full", undefined, { plugin: "NodeResourcesFit", reasons: ["Too many pods"] }],
      ["a", expect.any(Number), undefined],
      ["b", expect.any(Number), undefined],
    ]);
  });
});
