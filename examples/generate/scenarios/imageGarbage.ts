import type { Scenario } from "../scenario.ts";
import { GIB, growth, MIB, steady, through } from "../simulation/level.ts";
import type { PodPlan, UnusedImage } from "../simulation/plan.ts";
import { database, quiet, SMALL_NODE, SYSTEM_PODS, WEB } from "./cast.ts";

/** Old releases of one image: what a node collects over the weeks. */
function oldReleases(count: number, bytes: number): UnusedImage[] {
  return Array.from({ length: count }, (_, i) => ({
    name: `ghcr.io/shop/builder:1.${i}.0`,
    bytes,
    inodes: 21_400,
  }));
}

const BUILDER: PodPlan = {
  namespace: "ci",
  name: "builder",
  owner: "StatefulSet",
  containers: [
    {
      ...quiet("builder", "ghcr.io/shop/builder:1.24.0", 800),
      requests: { cpu: "2", memory: "1Gi", "ephemeral-storage": "66Gi" },
    },
  ],
  volumes: [
    {
      name: "cache",
      source: { emptyDir: {} },
      files: {
        bytes: through(
          [
            [0, 55 * GIB],
            [600, 64 * GIB],
            [900, 62 * GIB],
          ],
          5 * MIB,
        ),
        inodes: steady(412_000, 300),
      },
    },
  ],
};

/** A service that writes its access log into its own file system instead of a volume. */
const FRONTEND: PodPlan = {
  namespace: "shop",
  name: "frontend",
  owner: "ReplicaSet",
  containers: [
    {
      ...quiet("frontend", "ghcr.io/shop/frontend:7.1.2", 300),
      requests: { cpu: "500m", memory: "512Mi", "ephemeral-storage": "2Gi" },
      rootfs: {
        bytes: growth(3 * GIB, 22 * MIB, { fromSeconds: 60, jitter: 2 * MIB }),
        inodes: steady(61),
      },
    },
  ],
};

const THUMBNAILS: PodPlan = {
  namespace: "shop",
  name: "thumbnails",
  owner: "ReplicaSet",
  containers: [
    {
      ...quiet("thumbnails", "ghcr.io/shop/thumbnails:3.3.0", 210),
      requests: { cpu: "250m", memory: "256Mi", "ephemeral-storage": "58Gi" },
    },
  ],
  volumes: [
    {
      name: "rendered",
      source: { emptyDir: {} },
      files: { bytes: steady(57 * GIB), inodes: steady(902_114, 40) },
    },
  ],
};

const MINIMUM_RECLAIM = {
  evictionMinimumReclaim: { "nodefs.available": "2Gi", "imagefs.available": "2Gi" },
};

export const IMAGE_GC_SUFFICES: Scenario = {
  name: "image-gc-suffices",
  title: "The disk fills, and deleting unused images is enough",
  description:
    "A build cache fills the only disk. When less than 15% are left, the kubelet reports " +
    "DiskPressure and, before it evicts any pod, deletes the images that no container " +
    "uses. That frees 9 GiB, more than the threshold and the minimum reclaim of 2Gi " +
    "require, so no pod is evicted.",
  lookAt: [
    "The step that ends with node-level reclaim: what it called, and what was free afterwards.",
    "imagefs.available at 15% fires before nodefs.available at 10%, though both are the same disk.",
  ],
  seed: 3,
  steps: 100,
  node: {
    ...SMALL_NODE,
    unusedImages: oldReleases(18, 512 * MIB),
  },
  config: MINIMUM_RECLAIM,
  pods: [...SYSTEM_PODS, database(1900, 2), WEB, BUILDER],
  events: [{ step: 56, kind: "imagesCollected" }],
};

export const IMAGE_GC_INSUFFICIENT: Scenario = {
  name: "image-gc-insufficient",
  title: "The disk fills, and deleting unused images is not enough",
  description:
    "The frontend writes its access log into its own writable layer, 22 MiB a second. " +
    "Deleting unused images frees 800 MiB: above the threshold again, but short of the " +
    "minimum reclaim of 2Gi, so the kubelet evicts the frontend. The thumbnails use four " +
    "times as much disk, but within their request.",
  lookAt: [
    "Node-level reclaim brings imagefs.available above 15% and is still judged insufficient.",
    "Usage against the request for ephemeral-storage, and what the usage is made of.",
  ],
  seed: 4,
  steps: 100,
  node: { ...SMALL_NODE, unusedImages: oldReleases(2, 400 * MIB) },
  config: MINIMUM_RECLAIM,
  pods: [...SYSTEM_PODS, database(1900, 2), WEB, WEB, THUMBNAILS, FRONTEND],
  events: [
    { step: 59, kind: "imagesCollected" },
    { step: 59, kind: "evicted", pod: "frontend" },
  ],
};
