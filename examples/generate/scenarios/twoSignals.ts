import type { Scenario } from "../scenario.ts";
import { GIB, growth, KIB, MIB, steady } from "../simulation/level.ts";
import type { PodPlan } from "../simulation/plan.ts";
import { database, quiet, RESERVED, SMALL_NODE, SYSTEM_PODS, WEB } from "./cast.ts";

const TRAINING: PodPlan = {
  namespace: "batch",
  name: "training",
  owner: "Job",
  containers: [
    {
      ...quiet("training", "ghcr.io/shop/training:0.3.0", 700),
      requests: { cpu: "2", memory: "1Gi" },
      memory: growth(700 * MIB, 4 * MIB, { fromSeconds: 40, jitter: 500 * KIB }),
    },
  ],
};

/** Buffers to a volume, which lies on the node's own file system. */
const GATEWAY: PodPlan = {
  namespace: "shop",
  name: "gateway",
  owner: "ReplicaSet",
  containers: [
    {
      ...quiet("gateway", "ghcr.io/shop/gateway:9.0.1", 260),
      requests: { cpu: "500m", memory: "512Mi" },
    },
  ],
  volumes: [
    {
      name: "buffer",
      source: { emptyDir: {} },
      files: {
        bytes: growth(2 * GIB, 16 * MIB, { fromSeconds: 20, jitter: MIB }),
        inodes: steady(2200, 8),
      },
    },
  ],
};

/** Renders into its writable layer, which is on the file system of the images. */
const RENDERER: PodPlan = {
  namespace: "batch",
  name: "renderer",
  owner: "ReplicaSet",
  containers: [
    {
      ...quiet("renderer", "ghcr.io/shop/renderer:2.7.7", 310),
      requests: { cpu: "1", memory: "512Mi" },
      rootfs: {
        bytes: growth(4 * GIB, 19 * MIB, { fromSeconds: 30, jitter: MIB }),
        inodes: steady(1540, 5),
      },
    },
  ],
};

export const TWO_SIGNALS: Scenario = {
  name: "two-signals",
  title: "Memory and two disks at once",
  description:
    "This node keeps images and writable layers on a file system of their own. Within a " +
    "minute memory, the node's file system and the image file system all fall below " +
    "their thresholds. Memory comes first, always. Then two disk thresholds are met, and " +
    "the order of a Go map, which is random, decides which one the kubelet reclaims: the " +
    "gateway, whose volume fills the one disk, or the renderer, whose writable layer " +
    "fills the other.",
  lookAt: [
    "The step after the memory eviction, and its alternatives.",
    "What counts as usage: volumes and logs for nodefs, writable layers for imagefs.",
  ],
  seed: 9,
  steps: 112,
  node: {
    ...SMALL_NODE,
    nodeFs: {
      capacityBytes: 40 * GIB,
      inodes: 2_621_440,
      otherBytes: 23_040 * MIB,
      otherInodes: 284_113,
    },
    imageFs: {
      capacityBytes: 60 * GIB,
      inodes: 3_932_160,
      otherBytes: 32_380 * MIB,
      otherInodes: 11,
    },
  },
  config: { ...RESERVED, evictionMinimumReclaim: { "imagefs.available": "1Gi" } },
  pods: [...SYSTEM_PODS, database(2300, 3), WEB, TRAINING, GATEWAY, RENDERER],
  events: [
    { step: 76, kind: "evicted", pod: "training" },
    { step: 77, kind: "evicted", pod: "gateway" },
    { step: 78, kind: "imagesCollected" },
    { step: 78, kind: "evicted", pod: "renderer" },
  ],
};
