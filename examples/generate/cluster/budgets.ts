/**
 * A cluster of four nodes whose `worker-2` is to be drained: pods that go one after another, a pod
 * of one replica, two pods of which the second waits for the first, and one with two budgets.
 */
import { Random } from "../random.ts";

type Block = Readonly<Record<string, unknown>>;

interface Workload {
  readonly namespace: string;
  readonly app: string;
  readonly kind: "ReplicaSet" | "StatefulSet" | "DaemonSet";
  readonly requests: Readonly<Record<string, string>>;
  readonly nodes: readonly string[];
  readonly labels?: Readonly<Record<string, string>>;
  readonly spec?: Block;
}

interface Budget {
  readonly namespace: string;
  readonly name: string;
  readonly spec: Block;
  /** Pods that it expects, and that have to be healthy. */
  readonly expected: number;
  readonly desired: number;
}

const SEED = 1816;
const RELEASE = "v1.35.8";
const CREATED = "2026-11-20T08:00:00Z";
const WORKERS = ["worker-1", "worker-2", "worker-3", "worker-4"];

const WORKLOADS: readonly Workload[] = [
  {
    namespace: "shop",
    app: "cart",
    kind: "ReplicaSet",
    requests: { cpu: "500m", memory: "1Gi" },
    nodes: ["worker-1", "worker-2", "worker-2", "worker-3"],
  },
  {
    namespace: "shop",
    app: "payments",
    kind: "ReplicaSet",
    requests: { cpu: "1", memory: "2Gi" },
    nodes: ["worker-2"],
  },
  {
    namespace: "shop",
    app: "search",
    kind: "ReplicaSet",
    requests: { cpu: "2", memory: "10Gi" },
    nodes: ["worker-2", "worker-2"],
  },
  {
    namespace: "shop",
    app: "catalog",
    kind: "ReplicaSet",
    requests: { cpu: "4", memory: "23Gi" },
    nodes: ["worker-1", "worker-3", "worker-4"],
  },
  {
    namespace: "data",
    app: "orders",
    kind: "StatefulSet",
    requests: { cpu: "500m", memory: "2Gi" },
    nodes: ["worker-1", "worker-2", "worker-4"],
    labels: { tier: "data" },
    spec: { volumes: [{ name: "scratch", emptyDir: {} }] },
  },
  {
    namespace: "kube-system",
    app: "node-exporter",
    kind: "DaemonSet",
    requests: { cpu: "100m", memory: "128Mi" },
    nodes: WORKERS,
    spec: { tolerations: [{ operator: "Exists" }] },
  },
];

const BUDGETS: readonly Budget[] = [
  {
    namespace: "shop",
    name: "cart",
    spec: { minAvailable: 3, selector: { matchLabels: { app: "cart" } } },
    expected: 4,
    desired: 3,
  },
  {
    namespace: "shop",
    name: "payments",
    spec: { minAvailable: 1, selector: { matchLabels: { app: "payments" } } },
    expected: 1,
    desired: 1,
  },
  {
    namespace: "shop",
    name: "search",
    spec: { maxUnavailable: 1, selector: { matchLabels: { app: "search" } } },
    expected: 2,
    desired: 1,
  },
  {
    namespace: "data",
    name: "orders",
    spec: { maxUnavailable: 1, selector: { matchLabels: { app: "orders" } } },
    expected: 3,
    desired: 2,
  },
  {
    namespace: "data",
    name: "stateful",
    spec: { minAvailable: "50%", selector: { matchLabels: { tier: "data" } } },
    expected: 3,
    desired: 2,
  },
];

/** The objects of the cluster, as one v1 List. */
export function budgetsCluster(): Block {
  const random = new Random(SEED);
  return {
    apiVersion: "v1",
    kind: "List",
    items: [
      ...WORKERS.map((name) => nodeObject(name, random)),
      ...WORKLOADS.flatMap((workload) => podObjects(workload, random)),
      ...BUDGETS.map((budget) => budgetObject(budget, random)),
    ],
  };
}

function nodeObject(name: string, random: Random): Block {
  const amounts = { cpu: "8", memory: "32Gi", "ephemeral-storage": "100Gi", pods: "110" };
  return {
    apiVersion: "v1",
    kind: "Node",
    metadata: {
      name,
      uid: random.uid(),
      creationTimestamp: CREATED,
      labels: { "kubernetes.io/hostname": name, "kubernetes.io/os": "linux" },
    },
    spec: {},
    status: {
      capacity: amounts,
      allocatable: amounts,
      conditions: [{ type: "Ready", status: "True" }],
      nodeInfo: { kubeletVersion: RELEASE },
    },
  };
}

function podObjects(workload: Workload, random: Random): readonly Block[] {
  const { namespace, app, kind, requests, nodes, labels = {}, spec = {} } = workload;
  const owner = kind === "ReplicaSet" ? `${app}-${random.nameSuffix(10)}` : app;
  const uid = random.uid();
  return nodes.map((nodeName, index) => ({
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      namespace,
      name: kind === "StatefulSet" ? `${app}-${index}` : `${owner}-${random.nameSuffix(5)}`,
      uid: random.uid(),
      creationTimestamp: CREATED,
      labels: { app, ...labels },
      ownerReferences: [{ apiVersion: "apps/v1", kind, name: owner, uid, controller: true }],
    },
    spec: {
      schedulerName: "default-scheduler",
      nodeName,
      priority: 0,
      containers: [{ name: app, image: `registry.example/${app}:1`, resources: { requests } }],
      ...spec,
    },
    status: {
      phase: "Running",
      conditions: [
        { type: "Ready", status: "True" },
        { type: "ContainersReady", status: "True" },
      ],
    },
  }));
}

function budgetObject({ namespace, name, spec, expected, desired }: Budget, random: Random): Block {
  const allowed = expected - desired;
  return {
    apiVersion: "policy/v1",
    kind: "PodDisruptionBudget",
    metadata: {
      namespace,
      name,
      uid: random.uid(),
      creationTimestamp: CREATED,
      generation: 1,
    },
    spec,
    status: {
      observedGeneration: 1,
      expectedPods: expected,
      currentHealthy: expected,
      desiredHealthy: desired,
      disruptionsAllowed: allowed,
      conditions: [
        {
          type: "DisruptionAllowed",
          status: allowed > 0 ? "True" : "False",
          reason: allowed > 0 ? "SufficientPods" : "InsufficientPods",
          message: "",
          observedGeneration: 1,
          lastTransitionTime: CREATED,
        },
      ],
    },
  };
}
