/**
 * A cluster with pods that stay pending, each for another reason, and pods that are placed. As
 * `kubectl get nodes,pods,… --all-namespaces --output json` would print it, without what nobody
 * reads here.
 */
import { Random } from "../random.ts";

type Block = Readonly<Record<string, unknown>>;

interface NodePlan {
  readonly name: string;
  readonly zone: string;
  readonly pool: "control-plane" | "general" | "database" | "gpu";
  readonly cpu: string;
  readonly memory: string;
  readonly taints?: readonly Block[];
  readonly labels?: Readonly<Record<string, string>>;
  readonly resources?: Readonly<Record<string, string>>;
  readonly unschedulable?: boolean;
}

interface PodPlan {
  readonly namespace: string;
  readonly name: string;
  /** The Deployment, StatefulSet or DaemonSet it is of. */
  readonly app: string;
  readonly requests: Readonly<Record<string, string>>;
  readonly node?: string;
  readonly spec?: Block;
}

const SEED = 4116;
const KUBELET = "v1.35.8";
const START = Date.UTC(2026, 10, 20, 8, 0, 0);
const ZONES = ["a", "b", "c"];
const CONTROL_PLANE = "node-role.kubernetes.io/control-plane";
const UNSCHEDULABLE = "node.kubernetes.io/unschedulable";
const GPU = "nvidia.com/gpu";

const DATABASE = { key: "dedicated", value: "database", effect: "NoSchedule" };
const NODES: readonly NodePlan[] = [
  ...ZONES.map((zone, index) => ({
    name: `control-${index + 1}`,
    zone,
    pool: "control-plane" as const,
    cpu: "4",
    memory: "16Gi",
    taints: [{ key: CONTROL_PLANE, effect: "NoSchedule" }],
    labels: { [CONTROL_PLANE]: "" },
  })),
  ...[1, 2, 3, 4, 5, 6].map((number) => ({
    name: `worker-${number}`,
    zone: ZONES[(number - 1) % ZONES.length] ?? "a",
    pool: "general" as const,
    cpu: "8",
    memory: "32Gi",
    ...(number === 3
      ? { unschedulable: true, taints: [{ key: UNSCHEDULABLE, effect: "NoSchedule" }] }
      : {}),
  })),
  ...["database-1", "database-2"].map((name, index) => ({
    name,
    zone: ZONES[index] ?? "a",
    pool: "database" as const,
    cpu: "16",
    memory: "64Gi",
    taints: [DATABASE],
    labels: { disk: "ssd" },
  })),
  {
    name: "gpu-1",
    zone: "a",
    pool: "gpu",
    cpu: "16",
    memory: "64Gi",
    taints: [{ key: GPU, effect: "NoSchedule" }],
    resources: { [GPU]: "4" },
  },
];

const LARGE = { cpu: "1500m", memory: "7Gi" };
const SMALL = { cpu: "250m", memory: "512Mi" };

/** What runs, by owner: how many, of what, on which nodes. */
const RUNNING: readonly {
  readonly namespace: string;
  readonly app: string;
  readonly requests: Readonly<Record<string, string>>;
  readonly nodes: readonly string[];
  readonly spec?: Block;
}[] = [
  {
    namespace: "shop",
    app: "catalog",
    requests: LARGE,
    nodes: ["worker-1", "worker-1", "worker-2", "worker-2", "worker-4", "worker-5", "worker-6"],
  },
  {
    namespace: "shop",
    app: "recommendations",
    requests: { cpu: "2", memory: "10Gi" },
    nodes: ["worker-1", "worker-2", "worker-4", "worker-5", "worker-6"],
  },
  {
    namespace: "shop",
    app: "web",
    requests: SMALL,
    nodes: ["worker-1", "worker-2", "worker-4"],
  },
  {
    namespace: "data",
    app: "orders",
    requests: { cpu: "6", memory: "24Gi" },
    nodes: ["database-1", "database-1", "database-2", "database-2"],
    spec: { tolerations: [{ ...DATABASE, operator: "Equal" }], nodeSelector: { disk: "ssd" } },
  },
  {
    namespace: "research",
    app: "training",
    requests: { cpu: "4", memory: "16Gi", [GPU]: "1" },
    nodes: ["gpu-1", "gpu-1", "gpu-1"],
    spec: { tolerations: [{ key: GPU, operator: "Exists" }] },
  },
  {
    namespace: "kube-system",
    app: "node-exporter",
    requests: { cpu: "100m", memory: "128Mi" },
    nodes: NODES.map(({ name }) => name),
    spec: { tolerations: [{ operator: "Exists" }], priority: 2000001000 },
  },
];

/** What waits, in the order in which it was made. */
const PENDING: readonly PodPlan[] = [
  {
    namespace: "shop",
    name: "cart",
    app: "cart",
    requests: { cpu: "2", memory: "20Gi" },
  },
  { namespace: "shop", name: "web", app: "web", requests: SMALL },
  { namespace: "shop", name: "web", app: "web", requests: SMALL },
  {
    namespace: "shop",
    name: "search",
    app: "search",
    requests: { cpu: "1", memory: "4Gi" },
    spec: { nodeSelector: { disk: "ssd" } },
  },
  {
    namespace: "research",
    name: "training",
    app: "training",
    requests: { cpu: "4", memory: "16Gi", [GPU]: "2" },
    spec: { tolerations: [{ key: GPU, operator: "Exists" }] },
  },
  {
    namespace: "research",
    name: "batch",
    app: "batch",
    requests: { cpu: "1", memory: "2Gi" },
    spec: { schedulingGates: [{ name: "example.com/quota" }] },
  },
];

/** The objects of the cluster, as one v1 List. */
export function shopCluster(): Block {
  const random = new Random(SEED);
  const namespaces = [...new Set([...RUNNING, ...PENDING].map(({ namespace }) => namespace))];
  return {
    apiVersion: "v1",
    kind: "List",
    items: [
      ...namespaces.map((name) => ({
        apiVersion: "v1",
        kind: "Namespace",
        metadata: { name, labels: { "kubernetes.io/metadata.name": name } },
      })),
      ...NODES.map((plan) => nodeObject(plan, random)),
      ...RUNNING.flatMap(({ nodes, app, ...plan }) =>
        nodes.map((node, index) => {
          const name = `${app}-${random.nameSuffix(10)}-${random.nameSuffix(5)}`;
          return podObject({ ...plan, app, name, node }, random, index);
        }),
      ),
      ...PENDING.map((plan, index) => {
        const isCopy = PENDING.slice(0, index).some(({ name }) => name === plan.name);
        const name = `${plan.name}-${isCopy ? 2 : 1}`;
        return podObject({ ...plan, name }, random, 600 + index);
      }),
    ],
  };
}

function nodeObject(plan: NodePlan, random: Random): Block {
  const { name, zone, pool, cpu, memory, taints, labels, resources, unschedulable } = plan;
  const amounts = { cpu, memory, "ephemeral-storage": "100Gi", pods: "110", ...resources };
  return {
    apiVersion: "v1",
    kind: "Node",
    metadata: {
      name,
      uid: random.uid(),
      creationTimestamp: timeAt(0),
      labels: {
        "kubernetes.io/hostname": name,
        "kubernetes.io/os": "linux",
        "kubernetes.io/arch": "amd64",
        "topology.kubernetes.io/region": "eu-1",
        "topology.kubernetes.io/zone": `eu-1${zone}`,
        pool,
        ...labels,
      },
    },
    spec: {
      ...(taints === undefined ? {} : { taints }),
      ...(unschedulable === undefined ? {} : { unschedulable }),
    },
    status: {
      capacity: amounts,
      allocatable: amounts,
      conditions: [{ type: "Ready", status: "True" }],
      nodeInfo: { kubeletVersion: KUBELET },
    },
  };
}

function podObject(plan: PodPlan, random: Random, minutes: number): Block {
  const { namespace, name, app, requests, node, spec = {} } = plan;
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      namespace,
      name,
      uid: random.uid(),
      creationTimestamp: timeAt(minutes),
      labels: { app },
    },
    spec: {
      schedulerName: "default-scheduler",
      containers: [{ name: app, image: `registry.example/${app}:1`, resources: { requests } }],
      priority: 0,
      ...spec,
      ...(node === undefined ? {} : { nodeName: node }),
    },
    status: { phase: node === undefined ? "Pending" : "Running" },
  };
}

function timeAt(minutes: number): string {
  return new Date(START + minutes * 60_000).toISOString().replace(".000Z", "Z");
}
