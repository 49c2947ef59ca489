/**
 * Drains of small clusters, rule by rule: kubectl's filters, the Eviction API's answers, what
 * owners and the scheduler do then, and what the disruption controller counts. The answers of the
 * API server are compared with a real one in test/cluster/drain.test.ts.
 */
import { describe, expect, test } from "vitest";
import type { Drain, DrainRequest } from "../../analysis/engine/drain.ts";
import { EngineError } from "../../analysis/engine/engineError.ts";
import { SchedulerEngine } from "../../analysis/engine/schedulerEngine.ts";
import { loadModule } from "../../hosts/system/modules.ts";

const engine = new SchedulerEngine(await loadModule("scheduler"));

const node = (name: string, cpu = "8", spec: object = {}) => ({
  kind: "Node",
  metadata: { name },
  spec,
  status: { allocatable: { cpu, memory: "32Gi", pods: "110" } },
});

interface Some {
  readonly app?: string;
  readonly node?: string;
  readonly owner?: string | null;
  readonly ready?: boolean;
  readonly cpu?: string;
  readonly phase?: string;
  readonly metadata?: object;
  readonly spec?: object;
}

/** A running pod of a ReplicaSet on the node that is drained. */
function pod(name: string, some: Some = {}) {
  const { app = "cart", owner = "ReplicaSet", ready = true, cpu = "1", phase = "Running" } = some;
  const reference = { apiVersion: "apps/v1", kind: owner, name: app, controller: true };
  return {
    kind: "Pod",
    metadata: {
      ...{ namespace: "shop", name, labels: { app } },
      ...(owner === null ? {} : { ownerReferences: [reference] }),
      ...some.metadata,
    },
    spec: {
      nodeName: some.node ?? "drained",
      containers: [{ name: "c", resources: { requests: { cpu } } }],
      ...some.spec,
    },
    status: { phase, conditions: [{ type: "Ready", status: ready ? "True" : "False" }] },
  };
}

/** A budget for the pods of an app, as the disruption controller left it. */
function budget(app: string, healthy: readonly [current: number, desired: number], more = {}) {
  const [currentHealthy, desiredHealthy] = healthy;
  return {
    kind: "PodDisruptionBudget",
    metadata: { namespace: "shop", name: app, generation: 1 },
    spec: { selector: { matchLabels: { app } }, ...more },
    status: {
      ...{ observedGeneration: 1, currentHealthy, desiredHealthy, expectedPods: currentHealthy },
      disruptionsAllowed: Math.max(0, currentHealthy - desiredHealthy),
    },
  };
}

function drain(objects: readonly object[], request: Partial<DrainRequest> = {}): Drain {
  engine.clear();
  engine.objects(JSON.stringify({ kind: "List", items: objects }));
  return engine.drain({ node: "drained", ...request }).parse();
}

/** `1 Evicted a`, `1 Scheduled a other`, … */
function events(drain: Drain): string[] {
  return drain.events.map((event) => {
    const where = event.kind === "Scheduled" ? ` ${event.node}` : "";
    return `${event.round} ${event.kind} ${event.pod.name}${where}`;
  });
}

const names = (pods: readonly { readonly name: string }[]) => pods.map(({ name }) => name);

describe("which pods kubectl evicts", () => {
  const daemon = pod("daemon", { owner: "DaemonSet" });
  const bare = pod("bare", { owner: null });
  const local = pod("local", { spec: { volumes: [{ name: "v", emptyDir: {} }] } });
  const daemonSets = "cannot delete DaemonSet-managed Pods (use --ignore-daemonsets to ignore)";
  const unmanaged = "cannot delete Pods that declare no controller (use --force to override)";
  const storage = "cannot delete Pods with local storage (use --delete-emptydir-data to override)";

  test("it refuses all when one of them needs a flag, and says every reason", () => {
    const answer = drain([node("drained"), daemon, bare, local, pod("a")]);
    expect(answer.result).toBe("Refused");
    expect(answer.refusals.map(({ message, pods }) => [message, names(pods)])).toEqual([
      [daemonSets, ["daemon"]],
      [storage, ["local"]],
      [unmanaged, ["bare"]],
    ]);
    expect(answer.events).toEqual([]);
  });

  test("with the flags it leaves pods of DaemonSets and evicts the others", () => {
    const flags = { ignoreDaemonSets: true, deleteEmptyDir: true, force: true };
    const answer = drain([node("drained"), node("other"), daemon, bare, local], flags);
    expect(events(answer)).toEqual([
      "1 Evicted bare",
      "1 Evicted local",
      "1 Scheduled local other",
    ]);
    expect(answer.warnings.map(({ message, pods }) => [message, names(pods)])).toEqual([
      ["ignoring DaemonSet-managed Pods", ["daemon"]],
      ["deleting Pods that declare no controller", ["bare"]],
    ]);
    expect(answer.result).toBe("Drained");
  });

  test.each<[string, object]>([
    [
      "a mirror pod",
      pod("m", { metadata: { annotations: { "kubernetes.io/config.mirror": "" } } }),
    ],
    ["a pod of another node", pod("elsewhere", { node: "other" })],
  ])("it does not ask for %s", (_, left) => {
    expect(drain([node("drained"), node("other"), left])).toMatchObject({
      ...{ result: "Drained", events: [], blocked: [] },
    });
  });

  test("pods that have ended go whatever they are, and nothing comes for them", () => {
    const ended = [
      pod("done", { owner: null, phase: "Succeeded" }),
      pod("failed", { owner: "DaemonSet", phase: "Failed" }),
    ];
    const answer = drain([node("drained"), node("other"), ...ended]);
    expect(events(answer)).toEqual(["1 Evicted done", "1 Evicted failed"]);
  });

  test("a StatefulSet creates a pod for one that has ended, as soon as the name is free", () => {
    const done = pod("cart-0", { owner: "StatefulSet", phase: "Failed", ready: false });
    const answer = drain([node("drained"), node("other"), done]);
    expect(events(answer)).toEqual(["1 Evicted cart-0", "1 Scheduled cart-0 other"]);
  });

  test("pods go in the order of the API server's list", () => {
    const pods = ["b", "a", "c"].map((name) => pod(name, { metadata: { namespace: name } }));
    const others = [pod("z", { metadata: { namespace: "a" } })];
    const answer = drain([node("drained"), node("other"), ...pods, ...others]);
    const gone = answer.events.filter(({ kind }) => kind === "Evicted");
    expect(names(gone.map(({ pod }) => pod))).toEqual(["a", "z", "b", "c"]);
  });
});

describe("pods that wait", () => {
  test("for a scheduler that is not configured are not evaluated", () => {
    const other = pod("a", { spec: { schedulerName: "volcano" } });
    const answer = drain([node("drained"), node("other"), other]);
    expect(answer.pending).toEqual([
      { pod: { namespace: "shop", name: "a" }, notEvaluated: ["volcano"] },
    ]);
  });

  const zone = (name: string) => ({ labels: { zone: name } });
  const at = (name: string, of: string) => {
    const { metadata, ...rest } = node(name, "2");
    return { ...rest, metadata: { ...metadata, ...zone(of) } };
  };
  const apart = {
    labelSelector: { matchLabels: { app: "db" } },
    ...{ topologyKey: "zone" },
  };
  const spec = {
    affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [apart] } },
  };
  const { nodeName: _, ...waiting } = pod("w").spec;
  const waits = (name: string) => ({
    ...pod(name, { app: "w", phase: "Pending" }),
    spec: { ...waiting, ...spec },
  });

  test("are tried again when a pod went that kept them and others like them away", () => {
    const objects = [
      ...[at("drained", "a"), at("beside", "a"), at("other", "b")],
      ...["w1", "w2", "w3"].map(waits),
      ...[pod("db", { app: "db" }), pod("full", { node: "other" })],
    ];
    expect(events(drain(objects))).toEqual([
      "0 Scheduled w1 other",
      "1 Evicted db",
      "1 Scheduled w2 beside",
      "1 Scheduled w3 beside",
    ]);
  });
});

describe("budgets", () => {
  test("count pods that are ready whatever their phase is, as the controller does", () => {
    const ended = pod("done", { node: "other", phase: "Succeeded" });
    const objects = [node("drained"), node("other"), pod("a"), ended, budget("cart", [2, 2])];
    const answer = drain(objects);
    expect(answer.budgets[0]).toMatchObject({ currentHealthy: 2, disruptionsAllowed: 0 });
  });

  test("that expect no pods never let one go, however many are healthy", () => {
    const { status, ...rest } = budget("cart", [2, 0]);
    const none = { ...rest, status: { ...status, expectedPods: 0, disruptionsAllowed: 0 } };
    const answer = drain([node("drained"), node("other"), pod("a"), none]);
    expect(answer.result).toBe("Blocked");
    expect(answer.blocked?.[0]?.why).toContain("It expects no pods");
  });

  describe("that the controller fails to count", () => {
    const message = "jobs.batch does not implement the scale subresource";
    const failed = { status: "False", reason: "SyncFailed", message };
    const { status, ...rest } = budget("cart", [2, 1]);
    const conditions = [{ type: "DisruptionAllowed", ...failed }];
    const uncounted = { ...rest, status: { ...status, disruptionsAllowed: 0, conditions } };
    const done = pod("done", { owner: "Job", phase: "Succeeded" });

    test("block forever where nothing of what they select goes", () => {
      const answer = drain([node("drained"), node("other"), pod("a"), uncounted]);
      expect(answer.result).toBe("Blocked");
      expect(answer.blocked?.[0]?.why).toBe(
        "The disruption controller cannot count it: kubectl describe pdb says why.",
      );
    });

    test("may let go when a pod has gone that nobody replaces", () => {
      const answer = drain([node("drained"), node("other"), pod("a"), done, uncounted]);
      expect(events(answer)).toEqual(["1 Blocked a", "1 Evicted done"]);
      expect(answer.result).toBe("Undecided");
    });
  });

  test("without a status, as in a manifest, allow nothing yet, and it is said why", () => {
    const manifest = { ...budget("cart", [1, 0]), metadata: { namespace: "shop", name: "cart" } };
    for (const status of [undefined, null, {}]) {
      const answer = drain([node("drained"), node("other"), pod("a"), { ...manifest, status }]);
      expect(answer.result).toBe("Undecided");
      expect(answer.blocked?.[0]).toMatchObject({
        code: 429,
        cause: "The disruption budget cart is still being processed by the server.",
        why:
          "Its status is missing or older than its spec: give what kubectl get pdb prints when " +
          "the disruption controller has counted.",
      });
    }
  });

  test("let as many go in a round as they allow, and more when others have come", () => {
    const pods = ["a", "b", "c"].map((name) => pod(name));
    const answer = drain([node("drained"), node("other"), ...pods, budget("cart", [3, 2])]);
    expect(events(answer)).toEqual([
      ...["1 Evicted a", "1 Blocked b", "1 Blocked c", "1 Scheduled a other"],
      ...["2 Evicted b", "2 Scheduled b other", "3 Evicted c", "3 Scheduled c other"],
    ]);
    expect(answer.result).toBe("Drained");
    expect(answer.budgets).toMatchObject([{ currentHealthy: 3, disruptionsAllowed: 1 }]);
  });

  test("block forever when they need every pod that they select", () => {
    const answer = drain([node("drained"), node("other"), pod("a"), budget("cart", [1, 1])]);
    expect(answer.result).toBe("Blocked");
    expect(answer.blocked).toMatchObject([
      {
        ...{ code: 429, budget: { namespace: "shop", name: "cart" } },
        cause: "The disruption budget cart needs 1 healthy pods and has 1 currently",
        why: "It selects 1 pod: it allows no eviction even while all of them are healthy.",
      },
    ]);
  });

  test("block when what came for an evicted pod finds no node", () => {
    const pods = ["a", "b"].map((name) => pod(name, { cpu: "4" }));
    const objects = [node("drained"), node("other", "2"), ...pods, budget("cart", [2, 1])];
    const answer = drain(objects);
    expect(answer.result).toBe("Blocked");
    expect(answer.blocked?.[0]?.why).toBe(
      "It selects 2 pods, of which 1 waits for a node and 0 more are not healthy.",
    );
    expect(answer.pending[0]?.message).toContain("1 Insufficient cpu");
  });

  test("are not asked about pods that are not ready, by policy or with enough healthy ones", () => {
    const other = node("other");
    const unready = pod("a", { ready: false });
    const always = { unhealthyPodEvictionPolicy: "AlwaysAllow" };
    const enough = [unready, pod("b", { node: "other" }), budget("cart", [1, 1])];
    expect(drain([node("drained"), other, ...enough]).result).toBe("Drained");
    const short = [unready, budget("cart", [0, 1])];
    expect(drain([node("drained"), other, ...short]).result).toBe("Blocked");
    const allowed = [unready, budget("cart", [0, 1], always)];
    expect(drain([node("drained"), other, ...allowed]).result).toBe("Drained");
  });

  test("a replacement of a pod that is not ready does not count as healthy", () => {
    const pods = [pod("a", { ready: false }), pod("b"), pod("c")];
    const answer = drain([node("drained"), node("other"), ...pods, budget("cart", [2, 2])]);
    expect(events(answer).slice(0, 3)).toEqual(["1 Evicted a", "1 Blocked b", "1 Blocked c"]);
    expect(answer.blocked?.[0]?.why).toBe(
      "It selects 3 pods, of which 0 wait for a node and 1 more is not healthy.",
    );
  });

  test("two of them for one pod are an error that kubectl does not try again", () => {
    const second = { ...budget("cart", [2, 1]), metadata: { namespace: "shop", name: "second" } };
    const pods = [pod("a"), pod("b")];
    const answer = drain([node("drained"), node("other"), ...pods, budget("cart", [2, 1]), second]);
    expect(answer.result).toBe("Blocked");
    expect(answer.blocked?.map(({ code, budgets = [] }) => [code, names(budgets)])).toEqual([
      [500, ["cart", "second"]],
      [500, ["cart", "second"]],
    ]);
  });

  test("an empty selector is every pod of the namespace, and a missing one none", () => {
    const objects = [node("drained"), node("other"), pod("a")];
    const spec = (selector?: object) => ({ ...budget("x", [1, 1]), spec: { selector } });
    expect(drain([...objects, spec({})]).result).toBe("Blocked");
    expect(drain([...objects, spec()]).result).toBe("Drained");
  });

  test("releases before 1.35 know one cause", () => {
    const objects = [node("drained"), node("other"), pod("a"), pod("b"), budget("cart", [2, 1])];
    const causeOf = (version: string) => {
      engine.clear();
      engine.configure(JSON.stringify({ plimsoll: { kubernetesVersion: version } }));
      engine.objects(JSON.stringify({ kind: "List", items: objects }));
      const [, second] = engine.drain({ node: "drained" }).parse().events;
      return second?.kind === "Blocked" ? second.cause : second?.kind;
    };
    expect(causeOf("1.34")).toBe(
      "The disruption budget cart needs 1 healthy pods and has 2 currently",
    );
    expect(causeOf("1.35")).toBe(
      "The disruption budget cart does not allow evicting pods currently",
    );
  });

  test("releases since 1.37 name the budget where kubectl does not try again, too", () => {
    const disruptedPods = Object.fromEntries(
      Array.from({ length: 2001 }, (_, at) => [`pod-${at}`, "2026-01-01T00:00:00Z"]),
    );
    const cart = budget("cart", [2, 1]);
    const full = { ...cart, status: { ...cart.status, disruptedPods } };
    const objects = [node("drained"), node("other"), pod("a"), full];
    const causeOf = (version: string) => {
      engine.clear();
      engine.configure(JSON.stringify({ plimsoll: { kubernetesVersion: version } }));
      engine.objects(JSON.stringify({ kind: "List", items: objects }));
      const [blocked] = engine.drain({ node: "drained" }).parse().blocked ?? [];
      expect(blocked?.code).toBe(403);
      return blocked?.cause;
    };
    expect(causeOf("1.37")).toBe(
      "The disruption budget cart does not allow evicting pods currently: " +
        "too many pending evictions not confirmed by PDB controller",
    );
    expect(causeOf("1.36")).toBeUndefined();
  });
});

describe("what comes then", () => {
  test("pods that were pending have the first choice of the nodes", () => {
    const waiting = { ...pod("waiting"), spec: { containers: pod("x").spec.containers } };
    const answer = drain([node("drained", "1"), node("other", "1"), pod("a"), waiting]);
    expect(events(answer)).toEqual(["0 Scheduled waiting other", "1 Evicted a"]);
    expect(answer.pending).toHaveLength(1);
  });

  test("a replacement preempts, and the preempted pod's owner creates another one", () => {
    const high = pod("high", { spec: { priority: 10 } });
    const low = pod("low", { node: "other", app: "low" });
    const answer = drain([node("drained"), node("other", "1"), high, low]);
    expect(events(answer)).toEqual(["1 Evicted high", "1 Preempts high", "2 Scheduled high other"]);
    expect(names(answer.pending.map(({ pod }) => pod))).toEqual(["low"]);
  });

  test("a pod with a claim is not evaluated: whether its budget recovers is undecided", () => {
    const claim = { volumes: [{ name: "v", persistentVolumeClaim: { claimName: "v" } }] };
    const pods = ["a", "b"].map((name) => pod(name, { spec: claim, owner: "StatefulSet" }));
    const answer = drain([node("drained"), node("other"), ...pods, budget("cart", [2, 1])]);
    expect(answer.result).toBe("Undecided");
    expect(answer.pending[0]?.notEvaluated).toContain("VolumeBinding");
  });

  test("a pod that is not evaluated leaves a budget blocked that does not select it", () => {
    const claim = { volumes: [{ name: "v", persistentVolumeClaim: { claimName: "v" } }] };
    const waiting = pod("waiting", { app: "other", owner: null, phase: "Pending", spec: claim });
    const pending = { ...waiting, spec: { ...waiting.spec, nodeName: undefined } };
    const answer = drain([
      node("drained"),
      node("other"),
      pod("a"),
      pending,
      budget("cart", [1, 1]),
    ]);
    expect(answer.result).toBe("Blocked");
  });

  test("a second drain begins with the budgets as the first one left them", () => {
    const pods = [pod("a"), pod("b", { node: "other" })];
    const objects = [node("drained"), node("other", "1"), ...pods, budget("cart", [2, 1])];
    expect(drain(objects).budgets).toMatchObject([{ currentHealthy: 1, disruptionsAllowed: 0 }]);
    const second = engine.drain({ node: "other" }).parse();
    expect(second.result).toBe("Blocked");
    expect(second.blocked).toMatchObject([
      { cause: "The disruption budget cart needs 1 healthy pods and has 1 currently" },
    ]);
  });

  test("a budget whose status is behind its pods lets them go when it was counted", () => {
    const pods = [pod("a", { node: "other" }), pod("b")];
    const late = budget("cart", [1, 1]);
    const status = { ...late.status, expectedPods: 2 };
    const answer = drain([node("drained"), node("other"), ...pods, { ...late, status }]);
    expect(events(answer)).toEqual(["1 Blocked b", "2 Evicted b", "2 Scheduled b other"]);
    expect(answer.result).toBe("Drained");
  });

  test("the node stays cordoned: a second drain counts with the first", () => {
    const objects = [node("drained"), node("other"), node("third"), pod("a")];
    drain(objects);
    const second = engine.drain({ node: "other" }).parse();
    expect(events(second)).toEqual(["1 Evicted a", "1 Scheduled a third"]);
  });
});

describe("refused", () => {
  const refusal = (request: object) => {
    try {
      engine.clear();
      engine.objects(JSON.stringify(node("drained")));
      engine.drain(request as DrainRequest);
    } catch (error) {
      if (error instanceof EngineError) return `${error.status} ${error.reason}`;
    }
    return null;
  };

  test.each<[string, object, string]>([
    ["a node that there is not", { node: "x" }, "-15 no such node among the objects"],
    ["no node", {}, "-15 no such node among the objects"],
    [
      "a member that is not known",
      { node: "drained", forces: true },
      "-6 a drain has node, changedBudgets, scaledPods and the flags of kubectl drain in camelCase",
    ],
  ])("%s", (_, request, expected) => {
    expect(refusal(request)).toBe(expected);
  });
});

describe("what was changed before", () => {
  const pods = ["a-1", "a-2", "a-3", "a-4"].map((name, index) =>
    pod(name, { app: "a", node: index === 0 ? "drained" : "other" }),
  );
  const changed = [{ namespace: "shop", name: "a" }];
  const nodes = [node("drained"), node("other")];

  // getExpectedPodCount of pkg/controller/disruption: a percentage is rounded up, of the scale.
  test.each<[string, object, number]>([
    ["minAvailable 3", { minAvailable: 3 }, 3],
    ["minAvailable 51 %", { minAvailable: "51%" }, 3],
    ["minAvailable 50 %", { minAvailable: "50%" }, 2],
    ["maxUnavailable 1", { maxUnavailable: 1 }, 3],
    ["maxUnavailable 26 %", { maxUnavailable: "26%" }, 2],
    ["maxUnavailable 9", { maxUnavailable: 9 }, 0],
  ])("a budget that is given %s desires as many as the controller would", (_, spec, desired) => {
    const objects = [...nodes, ...pods, budget("a", [4, 4], spec)];
    expect(drain(objects).result).toBe("Blocked");
    const answer = drain(objects, { changedBudgets: changed });
    expect(answer).toMatchObject({ result: "Drained", budgets: [{ desiredHealthy: desired }] });
  });

  test.each<[string, object, string, number]>([
    ["a number lets a pod go", { minAvailable: 4 }, "Drained", 4],
    ["a whole percentage grows with the scale", { minAvailable: "100%" }, "Blocked", 5],
    ["nothing may be unavailable of more pods either", { maxUnavailable: 0 }, "Blocked", 5],
  ])("a scaled pod is expected and healthy: %s", (_, spec, result, desired) => {
    const more = { ...pod("a-5", { app: "a", ready: false, phase: "Pending" }) };
    const placed = { ...more, spec: { ...more.spec, nodeName: undefined } };
    const objects = [...nodes, ...pods, placed, budget("a", [4, 4], spec)];
    const scaledPods = [{ namespace: "shop", name: "a-5" }];
    const answer = drain(objects, { scaledPods });
    expect(answer).toMatchObject({ result, budgets: [{ desiredHealthy: desired }] });
  });

  test("what is not there is refused", () => {
    expect(() => drain(nodes, { changedBudgets: changed })).toThrow(EngineError);
    expect(() => drain(nodes, { scaledPods: changed })).toThrow(EngineError);
  });

  test.each(["50", "x%", "%", "-1%"])(
    "a percentage is digits and a sign: not %j",
    (minAvailable) => {
      expect(() => drain([...nodes, budget("a", [4, 4], { minAvailable })])).toThrow(/percentage/);
    },
  );
});
