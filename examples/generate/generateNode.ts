import { podListOf } from "./documents/podList.ts";
import { summaryOf } from "./documents/summary.ts";
import { Random } from "./random.ts";
import { SMALL_NODE } from "./scenarios/cast.ts";
import { GIB, growth, KIB, MIB, steady } from "./simulation/level.ts";
import { SimulatedNode } from "./simulation/node.ts";
import type {
  ContainerPlan,
  NodePlan,
  Owner,
  PodPlan,
  Quantities,
  VolumePlan,
} from "./simulation/plan.ts";

export interface NodeOptions {
  readonly pods: number;
  readonly seed: number;
  /** As the kubelet's HTTP server indents a Summary, one space a level; its `/pods` is compact. */
  readonly pretty?: boolean;
  /** Steps of ten seconds since the node was full; the counters and levels go on. Default: 30. */
  readonly step?: number;
}

/** One moment of a healthy node full of ordinary pods. */
export interface NodeDocuments {
  /** Nanoseconds since the epoch. */
  readonly time: bigint;
  /** What `/stats/summary` answers, with every member a kubelet 1.35 writes. */
  readonly summary: string;
  /** What `/pods` answers. */
  readonly pods: string;
}

const FILLED_AT = Date.UTC(2026, 0, 15, 10);
const NAMESPACES = ["shop", "batch", "platform", "monitoring", "ci"];
const WORDS = ["cart", "search", "mailer", "gateway", "ledger", "stock", "render", "audit"];
const OWNERS: readonly Owner[] = ["ReplicaSet", "ReplicaSet", "ReplicaSet", "DaemonSet", "Job"];
const PRIORITIES = [0, 0, 0, 0, 0, 1000, 100_000, -10];
const RESOURCES: readonly (readonly [requests?: Quantities, limits?: Quantities])[] = [
  [],
  [{ cpu: "100m", memory: "64Mi" }],
  [{ cpu: "100m", memory: "128Mi" }, { memory: "256Mi" }],
  [{ cpu: "250m", memory: "256Mi", "ephemeral-storage": "1Gi" }],
  [
    { cpu: "500m", memory: "512Mi" },
    { cpu: "500m", memory: "512Mi" },
  ],
];

/** A Summary and the PodList that belongs to it; they follow from the options alone. */
export function generateNode({
  pods,
  seed,
  pretty = false,
  step = 30,
}: NodeOptions): NodeDocuments {
  const [moment] = generateMoments({ pods, seed, pretty, step }, 1);
  if (moment === undefined) throw new RangeError("A node has at least one moment.");
  return moment;
}

/** The same node at `moments` steps in a row, from `step` on. */
export function* generateMoments(
  { pods, seed, pretty = false, step = 30 }: NodeOptions,
  moments: number,
): Generator<NodeDocuments, void, undefined> {
  const random = new Random(seed);
  const node = new SimulatedNode(nodeFor(pods), FILLED_AT - 86_400_000, random);
  for (let i = 0; i < pods; i += 1) {
    const createdAt = FILLED_AT - random.integer(60, 80_000) * 1000;
    node.create(ordinaryPod(random, i), { createdAt, loadedSince: createdAt });
  }
  for (let i = step; i < step + moments; i += 1) {
    const now = FILLED_AT + i * 10_000;
    node.advance(now);
    yield {
      time: BigInt(now) * 1_000_000n,
      summary: JSON.stringify(summaryOf(node, now), null, pretty ? 1 : 0),
      pods: JSON.stringify(podListOf(node)),
    };
  }
}

/** A node that many pods leave room on: thresholds are far away. */
function nodeFor(pods: number): NodePlan {
  const capacity = (4 + pods) * GIB;
  return {
    ...SMALL_NODE,
    memoryCapacityBytes: capacity,
    podsLimitBytes: capacity - GIB,
    nodeFs: {
      capacityBytes: (40 + pods) * GIB,
      inodes: 65_536 * (40 + pods),
      otherBytes: 11 * GIB,
      otherInodes: 284_113,
    },
    maxpid: 4_194_304,
  };
}

function ordinaryPod(random: Random, index: number): PodPlan {
  const name = `${random.pick(WORDS)}-${index}`;
  const containers = Array.from({ length: random.pick([1, 1, 1, 2]) }, (_, i) =>
    ordinaryContainer(random, i === 0 ? "main" : "proxy"),
  );
  return {
    namespace: random.pick(NAMESPACES),
    name,
    owner: random.pick(OWNERS),
    priority: random.pick(PRIORITIES),
    containers,
    volumes: ordinaryVolumes(random),
  };
}

function ordinaryContainer(random: Random, name: string): ContainerPlan {
  const [requests, limits] = random.pick(RESOURCES);
  return {
    name,
    image: `ghcr.io/shop/${random.pick(WORDS)}:1.${random.integer(0, 9)}.0`,
    ...(requests && { requests }),
    ...(limits && { limits }),
    memory: steady(random.integer(8, 240) * MIB, 900 * KIB),
    activeCache: steady(random.integer(0, 2000) * 4 * KIB),
    inactiveCache: steady(random.integer(0, 9000) * 4 * KIB),
    rootfs: {
      bytes: steady(random.integer(1, 9000) * 4 * KIB),
      inodes: steady(random.integer(5, 900)),
    },
    logs: growth(random.integer(1, 900) * 4 * KIB, 20),
    processes: steady(random.integer(1, 30)),
  };
}

function ordinaryVolumes(random: Random): VolumePlan[] {
  const scratch = {
    bytes: steady(random.integer(1, 50_000) * 4 * KIB),
    inodes: steady(random.integer(1, 4000)),
  };
  const settings = { bytes: steady(4 * KIB), inodes: steady(5) };
  const choices: readonly VolumePlan[][] = [
    [],
    [{ name: "settings", source: { configMap: { name: "settings" } }, files: settings }],
    [
      { name: "scratch", source: { emptyDir: {} }, files: scratch },
      { name: "settings", source: { configMap: { name: "settings" } }, files: settings },
    ],
  ];
  return random.pick(choices);
}
