/**
 * What would let drains of small clusters go on. Numbers are those of the disruption controller
 * (pkg/controller/disruption): disruptionsAllowed = currentHealthy - desiredHealthy, where a
 * percentage of minAvailable or maxUnavailable is rounded up to pods.
 */
import { describe, expect, it } from "vitest";
import type { Drain, DrainRequest } from "../../../../../analysis/engine/drain.ts";
import { SchedulerEngine } from "../../../../../analysis/engine/schedulerEngine.ts";
import {
  type DrainRemedies,
  type DrainRemedy,
  drainRemedies,
} from "../../../../../analysis/questions/drain/remedies/drainRemedies.ts";
import {
  drainCommands,
  drainRemedyForms,
  drainRemedyWords,
  endWords,
} from "../../../../../analysis/questions/drain/remedies/remedyWords.ts";
import { finish } from "../../../../../analysis/questions/search.ts";
import { loadModule } from "../../../../../hosts/system/modules.ts";
import { encode } from "../../../chunks.ts";

const engine = new SchedulerEngine(await loadModule("scheduler"));

const node = (name: string, cpu = "64") => ({
  ...{ apiVersion: "v1", kind: "Node", metadata: { name } },
  status: { allocatable: { cpu, memory: "32Gi", pods: "110" } },
});
const NODES = [node("drained"), node("other")];

interface Some {
  readonly on?: string;
  readonly ready?: boolean;
  readonly owner?: string | null;
  readonly labels?: Readonly<Record<string, string>>;
  readonly spec?: object;
}

/** A running pod of the owner cart, on the node that is drained. */
function pod(name: string, some: Some = {}) {
  const { on = "drained", ready = true, owner = "ReplicaSet", labels = { app: "cart" } } = some;
  const reference = { apiVersion: "apps/v1", kind: owner, name: "cart", controller: true };
  return {
    ...{ apiVersion: "v1", kind: "Pod" },
    metadata: {
      ...{ namespace: "shop", name, labels },
      ...(owner === null ? {} : { ownerReferences: [reference] }),
    },
    spec: { nodeName: on, containers: [{ name: "c" }], ...some.spec },
    status: {
      phase: "Running",
      conditions: [{ type: "Ready", status: ready ? "True" : "False" }],
    },
  };
}

const set = (replicas: number) => ({
  ...{ apiVersion: "apps/v1", kind: "ReplicaSet" },
  metadata: { namespace: "shop", name: "cart" },
  spec: { replicas },
});

/** A budget as the disruption controller left it. */
function budget(
  name: string,
  labels: Readonly<Record<string, string>>,
  spec: object,
  [expectedPods, currentHealthy, desiredHealthy]: readonly [number, number, number],
) {
  const disruptionsAllowed = Math.max(currentHealthy - desiredHealthy, 0);
  return {
    ...{ apiVersion: "policy/v1", kind: "PodDisruptionBudget" },
    metadata: { namespace: "shop", name },
    spec: { selector: { matchLabels: labels }, ...spec },
    status: { expectedPods, currentHealthy, desiredHealthy, disruptionsAllowed },
  };
}

const CART = { app: "cart" };
const ONE_CORE = { containers: [{ name: "c", resources: { requests: { cpu: "1" } } }] };

function searched(objects: readonly object[], flags: Partial<DrainRequest> = {}): DrainRemedies {
  const documents = [encode(JSON.stringify({ kind: "List", items: objects }))];
  const request = { node: "drained", ...flags };
  engine.clear();
  engine.configure(null);
  for (const document of documents) engine.objects(document);
  const drain: Drain = engine.drain(request).parse();
  return finish(drainRemedies({ engine, configuration: null, documents, request, drain }));
}

const changesOf = ({ remedies }: DrainRemedies) =>
  remedies.map(({ changes }) => changes.map(({ change }) => change));
const formsOf = ({ remedies }: DrainRemedies) => remedies.flatMap(drainRemedyForms);
const said = (remedy: DrainRemedy | undefined) =>
  remedy === undefined ? "" : drainRemedyWords(remedy).join(" ");

const CART_BUDGET = "PodDisruptionBudget shop/cart";
const DELETE = "Delete the budget shop/cart";
const ALLOW =
  "Let pods that are not ready go whatever the budget shop/cart allows " +
  "(unhealthyPodEvictionPolicy: AlwaysAllow)";
const lower = (from: number | string, to: number | string) =>
  `Lower minAvailable of the budget shop/cart from ${from} to ${to}`;
const raise = (from: number | string, to: number | string) =>
  `Raise maxUnavailable of the budget shop/cart from ${from} to ${to}`;
const scale = (from: number, to: number) => `Scale the ReplicaSet shop/cart from ${from} to ${to}`;

describe("what would let a drain go on past one budget", () => {
  const three = [pod("a"), pod("b", { on: "other" }), pod("c", { on: "other" })];
  const two = [pod("a", { ready: false }), pod("b", { on: "other" })];
  const seven = [
    pod("a"),
    ...["b", "c", "d", "e", "f", "g"].map((name) => pod(name, { on: "other" })),
  ];

  it.each<[string, readonly object[], readonly string[]]>([
    [
      "a number is lowered by one, or there is one replica more",
      [...three, set(3), budget("cart", CART, { minAvailable: 3 }, [3, 3, 3])],
      [lower(3, 2), scale(3, 4), DELETE],
    ],
    [
      // Of 4 pods 100 % are 4: a replica more is as little as before.
      "100 % of three: 66 % are two, 67 % would be three",
      [...three, set(3), budget("cart", CART, { minAvailable: "100%" }, [3, 3, 3])],
      [lower("100%", "66%"), DELETE],
    ],
    [
      // ceil(6/7 * 100) = 86 %, of which seven pods are 6.02.
      "90 % of seven: 85 % are six, 86 % would be seven",
      [...seven, budget("cart", CART, { minAvailable: "90%" }, [7, 7, 7])],
      [lower("90%", "85%"), DELETE],
    ],
    [
      "0 % of three unavailable: 1 % is one",
      [...three, set(3), budget("cart", CART, { maxUnavailable: "0%" }, [3, 3, 3])],
      [raise("0%", "1%"), DELETE],
    ],
    [
      "none unavailable: one is",
      [...three, set(3), budget("cart", CART, { maxUnavailable: 0 }, [3, 3, 3])],
      [raise(0, 1), DELETE],
    ],
    [
      // A pod that is not ready goes while currentHealthy reaches desiredHealthy, without a
      // disruption: one less is enough.
      "a pod that is not ready",
      [...two, set(2), budget("cart", CART, { minAvailable: 2 }, [2, 1, 2])],
      [ALLOW, lower(2, 1), scale(2, 3), DELETE],
    ],
  ])("%s", (_, objects, changes) => {
    const search = searched([...NODES, ...objects]);
    expect(changesOf(search)).toEqual(changes.map((change) => [change]));
    for (const remedy of search.remedies) {
      expect(remedy).toMatchObject({ result: "Drained", left: 0, evicted: 1, rounds: 1 });
    }
  });

  it("says how each is made, in commands", () => {
    const cart = budget("cart", CART, { minAvailable: 3 }, [3, 3, 3]);
    expect(formsOf(searched([...NODES, ...three, set(3), cart]))).toEqual([
      `kubectl patch pdb cart -n shop --type merge -p '{"spec":{"minAvailable":2}}'`,
      "kubectl scale replicaset cart -n shop --replicas=4",
      "kubectl delete pdb cart -n shop",
    ]);
  });

  it("gives added pods names that no other pod has", () => {
    const taken = [pod("cart-0"), pod("cart-2", { on: "other" })];
    const search = searched([
      ...[...NODES, ...taken, set(2)],
      budget("cart", CART, { minAvailable: 2 }, [2, 2, 2]),
    ]);
    const place = changesOf(search).findIndex(([change]) => change === scale(2, 3));
    const events = search.drains[place]?.events ?? [];
    const came = events.filter(({ kind, round }) => kind === "Scheduled" && round === 0);
    expect(came.map((event) => event.pod.name)).toEqual(["cart-1"]);
  });

  it("names the least of a number that is enough, where more would be as well", () => {
    // One after the other goes: what came for the first is healthy when the second is asked.
    const pods = [pod("a"), pod("b")];
    const search = searched([
      ...[...NODES, ...pods, set(2)],
      budget("cart", CART, { minAvailable: 2 }, [2, 2, 2]),
    ]);
    expect(changesOf(search)).toEqual([[lower(2, 1)], [scale(2, 3)], [DELETE]]);
    expect(search.remedies.map(({ rounds }) => rounds)).toEqual([2, 2, 1]);
  });
});

describe("what would let a drain go on past several obstacles", () => {
  const daemon = pod("daemon", { owner: "DaemonSet", labels: {} });
  const local = pod("local", { labels: {}, spec: { volumes: [{ name: "v", emptyDir: {} }] } });
  const blocked = [
    ...[pod("a"), pod("b", { on: "other" })],
    budget("cart", CART, { minAvailable: 2 }, [2, 2, 2]),
  ];

  it("gives all flags in one command, after what is done before the drain", () => {
    const search = searched([...NODES, daemon, local, ...blocked]);
    const give = "Give --ignore-daemonsets and --delete-emptydir-data";
    expect(changesOf(search)).toEqual([
      [give, lower(2, 1)],
      [give, DELETE],
    ]);
    expect(drainRemedyForms(search.remedies[1] as DrainRemedy)).toEqual([
      "kubectl delete pdb cart -n shop",
      "kubectl drain drained --ignore-daemonsets --delete-emptydir-data",
    ]);
    expect(said(search.remedies[0])).toContain(
      "Give --ignore-daemonsets and --delete-emptydir-data; lower minAvailable of the budget " +
        "shop/cart from 2 to 1. Together: 2 pods are evicted in 1 round, and all are placed again.",
    );
  });

  it("counts the pods that nothing recreates apart from those that are placed again", () => {
    const bare = pod("bare", { owner: null });
    const [remedy] = searched([...NODES, pod("a"), set(1), bare]).remedies;
    expect(changesOf(searched([...NODES, pod("a"), set(1), bare]))).toEqual([["Give --force"]]);
    expect(remedy).toMatchObject({ evicted: 2, left: 0, notRecreated: 1 });
    expect(said(remedy)).toContain(
      "2 pods are evicted in 1 round: 1 is placed again, nothing recreates 1.",
    );
    expect(endWords(remedy as DrainRemedy)).toBe("1 of 2 pods placed again, 1 not recreated");
  });

  it("repeats the flags that are given already, and asks for the others alone", () => {
    const search = searched([...NODES, daemon, local], { ignoreDaemonSets: true });
    expect(changesOf(search)).toEqual([["Give --delete-emptydir-data"]]);
    expect(formsOf(search)).toEqual([
      "kubectl drain drained --ignore-daemonsets --delete-emptydir-data",
    ]);
  });

  it("finds every flag where one pod takes two, which kubectl asks for one by one", () => {
    const bare = pod("bare", { owner: null, spec: { volumes: [{ name: "v", emptyDir: {} }] } });
    expect(changesOf(searched([...NODES, bare]))).toEqual([
      ["Give --delete-emptydir-data and --force"],
    ]);
  });

  it("deletes, or narrows, the one of two budgets that would not let the pod go alone", () => {
    const labels = { app: "cart", tier: "web" };
    const search = searched([
      ...[...NODES, pod("a", { labels }), pod("b", { labels, on: "other" })],
      budget("allows", { app: "cart" }, { minAvailable: 1 }, [2, 2, 1]),
      budget("blocks", { tier: "web" }, { minAvailable: 2 }, [2, 2, 2]),
    ]);
    expect(changesOf(search)).toEqual([
      ["Delete the budget shop/blocks"],
      ["Narrow the selector of the budget shop/blocks: app notin (cart)"],
    ]);
  });

  it("says how many pods are left all the same, and does not call that complete", () => {
    const claim = { persistentVolumeClaim: { claimName: "c" } };
    const unevaluated = pod("unevaluated", {
      labels: {},
      spec: { volumes: [{ name: "v", ...claim }] },
    });
    const search = searched([...NODES, unevaluated, ...blocked]);
    expect(search.remedies[0]).toMatchObject({ left: 1, evicted: 2, result: "Drained" });
    expect(said(search.remedies[0])).toContain(
      "Then 2 pods are evicted, but 1 pod still stays or finds no node.",
    );
  });

  it("places what comes for a pod that was being deleted before the drain", () => {
    // A StatefulSet creates the pod when its name is free; no other node has 48 cores.
    const containers = [{ name: "c", resources: { requests: { cpu: "48" } } }];
    const { metadata, ...rest } = pod("cart-0", { owner: "StatefulSet", spec: { containers } });
    const deletionTimestamp = "2026-11-25T12:00:00Z";
    const deleting = { ...rest, metadata: { ...metadata, deletionTimestamp } };
    expect(changesOf(searched([node("drained"), node("other", "40"), deleting]))).toEqual([
      ["Make room for shop/cart-0: set resources pod/shop/cart-0 --requests=cpu=40000m"],
      ["Add a node like drained"],
    ]);
  });

  it("does not place a pod on the node that is drained, by a toleration of its cordon", () => {
    const containers = [{ name: "c", resources: { requests: { cpu: "48" } } }];
    const large = pod("large", { labels: {}, spec: { containers } });
    expect(changesOf(searched([node("drained"), node("other", "0"), large]))).toEqual([
      ["Add a node like drained"],
    ]);
  });

  it("says of a flag that a pod which tolerates the cordon returns", () => {
    const spec = {
      tolerations: [{ operator: "Exists" }],
      volumes: [{ name: "v", emptyDir: {} }],
      nodeSelector: { disk: "local" },
    };
    const drained = node("drained");
    const labeled = { ...drained, metadata: { name: "drained", labels: { disk: "local" } } };
    const search = searched([labeled, node("other"), pod("a", { labels: {}, spec })]);
    expect(changesOf(search)).toEqual([["Give --delete-emptydir-data"]]);
    expect(search.remedies[0]).toMatchObject({ result: "Drained", left: 1, returned: 1 });
    expect(said(search.remedies[0])).toContain(
      "Then 1 pod is evicted, but 1 pod returns to the node.",
    );
  });

  it("proposes no change of a budget after which its pod returns to the node", () => {
    const spec = { tolerations: [{ operator: "Exists" }] };
    const search = searched([
      ...[node("drained"), node("other", "0"), pod("a", { spec: { ...spec, ...ONE_CORE } })],
      budget("cart", CART, { minAvailable: 1 }, [1, 1, 1]),
    ]);
    expect(changesOf(search)).toEqual([]);
  });

  it("proposes no toleration of cordons, with which other cordoned nodes would do", () => {
    const cordoned = { ...node("cordoned"), spec: { unschedulable: true } };
    const search = searched([node("drained"), cordoned, pod("a", { labels: {} })]);
    expect(changesOf(search)).toEqual([
      ["Make room for shop/a: uncordon cordoned"],
      ["Add a node like drained"],
    ]);
  });

  it("says which budget guards nothing after the change", () => {
    const costsOf = ({ remedies }: DrainRemedies) =>
      remedies.map(({ changes }) => changes.map(({ cost }) => cost));
    const all = "The budget shop/cart then allows all of its pods to be evicted at the same time.";
    const one = searched([
      ...[...NODES, pod("a"), set(1)],
      budget("cart", CART, { minAvailable: 1 }, [1, 1, 1]),
    ]);
    expect(changesOf(one)).toEqual([[lower(1, 0)], [scale(1, 2)], [DELETE]]);
    expect(costsOf(one).slice(0, 2)).toEqual([[all], [undefined]]);
    const few = [
      ...[...NODES, pod("a"), pod("b", { on: "other" }), set(2)],
      budget("cart", CART, { minAvailable: "100%" }, [2, 2, 2]),
    ];
    expect(costsOf(searched(few))[0]).toEqual([undefined]);
    const labels = { app: "cart", tier: "web" };
    const two = (other: object) => [
      ...[...NODES, pod("a", { labels }), pod("b", { on: "other", ...other })],
      budget("allows", { app: "cart" }, { minAvailable: 0 }, [2, 2, 0]),
      budget("blocks", { tier: "web" }, { minAvailable: 1 }, [2, 2, 1]),
    ];
    const narrowed = "Narrow the selector of the budget shop/blocks: app notin (cart)";
    const costOf = (search: DrainRemedies) =>
      costsOf(search)[changesOf(search).findIndex(([change]) => change === narrowed)];
    expect(costOf(searched(two({ labels })))).toEqual([
      "The budget shop/blocks then selects no pod.",
    ]);
    expect(costOf(searched(two({ labels: { app: "search", tier: "web" } })))).toEqual([undefined]);
  });

  it("leaves a change out of a set that those after it have made superfluous", () => {
    // Each pod has two budgets, one of which has to go. The hub has three pods, and is the first
    // choice; then each spoke has to go for its other pod, and with them the hub may stay.
    const spokes = ["1", "2", "3"];
    const pods = spokes.flatMap((each) => [
      pod(`hub-${each}`, { labels: { hub: "y", [`spoke-${each}`]: "y" } }),
      pod(`rim-${each}`, { labels: { [`spoke-${each}`]: "y", [`rim-${each}`]: "y" } }),
    ]);
    const free = (name: string, count: number) =>
      budget(name, { [name]: "y" }, { minAvailable: 0 }, [count, count, 0]);
    const search = searched([
      ...[...NODES, ...pods, free("hub", 3)],
      ...spokes.map((each) => free(`spoke-${each}`, 2)),
      ...spokes.map((each) => free(`rim-${each}`, 1)),
    ]);
    expect(changesOf(search)[0]).toEqual(
      spokes.map((each) => `Delete the budget shop/spoke-${each}`),
    );
    expect(search.remedies[0]).toMatchObject({ result: "Drained", left: 0, evicted: 6 });
  });
});

describe("the words of a remedy", () => {
  const changes = [{ kind: "budget", objects: [CART_BUDGET], change: DELETE }] as const;
  const remedy = {
    changes,
    verified: true,
    evicted: 1,
    rounds: 1,
    left: 0,
    returned: 0,
    notRecreated: 0,
  } as const;

  it.each<[DrainRemedy, string]>([
    [
      { ...remedy, result: "Drained" },
      "Then 1 pod is evicted in 1 round, and all are placed again.",
    ],
    [
      { ...remedy, result: "Drained", notRecreated: 1 },
      "Then 1 pod is evicted in 1 round, and nothing recreates it.",
    ],
    [
      { ...remedy, result: "Undecided" },
      "Then 1 pod is evicted; whether the others can be evicted is undecided.",
    ],
    [
      { ...remedy, result: "Blocked", left: 2 },
      "Then 1 pod is evicted, but 2 pods still stay or find",
    ],
    [
      { ...remedy, result: "Blocked", left: 2, returned: 1 },
      "Then 1 pod is evicted, but 2 pods still stay or find no node, of which 1 returns.",
    ],
    [
      { ...remedy, result: "Drained", left: 1, returned: 1 },
      "Then 1 pod is evicted, but 1 pod returns to the node.",
    ],
  ])("%j", (some, words) => {
    expect(drainRemedyWords(some)).toContainEqual(expect.stringContaining(words));
  });
});

it("the commands of a fix have a comment for a step that no command makes", () => {
  const changes = [
    { kind: "flag", change: "Give --force", kubectl: "kubectl drain worker-2 --force" },
    { kind: "room", change: "Add a node like worker-2", whatIf: ["copy node/worker-2 1"] },
    { kind: "budget", change: "Delete the budget data/a", kubectl: "kubectl delete pdb a -n data" },
  ];
  // kubectl drains after all other changes.
  expect(drainCommands({ changes } as unknown as DrainRemedy).split("\n")).toEqual([
    "# Add a node like worker-2",
    "kubectl delete pdb a -n data",
    "kubectl drain worker-2 --force",
  ]);
});
