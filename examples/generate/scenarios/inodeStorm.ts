import type { Scenario } from "../scenario.ts";
import { growth, KIB, MIB, steady } from "../simulation/level.ts";
import type { PodPlan } from "../simulation/plan.ts";
import { database, quiet, SMALL_NODE, SYSTEM_PODS } from "./cast.ts";

const FILES_PER_SECOND = 520;

const SESSIONS: PodPlan = {
  namespace: "shop",
  name: "sessions",
  owner: "ReplicaSet",
  containers: [
    {
      ...quiet("php", "docker.io/library/php:8.5-fpm", 340),
      requests: { cpu: "500m", memory: "512Mi", "ephemeral-storage": "1Gi" },
      processes: steady(40, 4),
    },
  ],
  volumes: [
    {
      name: "sessions",
      source: { emptyDir: {} },
      files: {
        bytes: growth(164 * MIB, FILES_PER_SECOND * 4 * KIB, { fromSeconds: 30 }),
        inodes: growth(42_000, FILES_PER_SECOND, { fromSeconds: 30, jitter: 200 }),
      },
    },
  ],
};

/** A pod that has not asked for ephemeral storage. */
function withoutStorageRequest(name: string, memoryMib: number, inodes: number): PodPlan {
  return {
    namespace: "shop",
    name,
    owner: "ReplicaSet",
    containers: [
      {
        ...quiet(name, `ghcr.io/shop/${name}:1.0.0`, memoryMib),
        requests: { cpu: "100m", memory: "512Mi" },
        rootfs: { bytes: steady(640 * KIB), inodes: steady(inodes) },
      },
    ],
  };
}

const MAILER: PodPlan = {
  namespace: "shop",
  name: "mailer",
  owner: "ReplicaSet",
  containers: [
    {
      ...quiet("mailer", "ghcr.io/shop/mailer:2.2.0", 120),
      requests: { cpu: "100m", memory: "128Mi", "ephemeral-storage": "2Gi" },
    },
  ],
};

export const INODE_STORM: Scenario = {
  name: "inode-storm",
  title: "A storm of small files, and two bystanders",
  description:
    "A session store writes 520 small files a second and never deletes one. When less " +
    "than 5% of the inodes are free, the kubelet evicts pods, but not the session store " +
    "first: under inode pressure the kubelet subtracts the request for ephemeral " +
    "storage, in bytes, from the number of inodes. The catalog and the search, which " +
    "request no storage, are evicted before it, with 109 and 23 inodes.",
  lookAt: [
    "The sort keys of the three evictions: inodes less bytes requested.",
    "nodefs.inodesFree and imagefs.inodesFree are met together: the kubelet may take either.",
  ],
  seed: 5,
  steps: 95,
  node: {
    ...SMALL_NODE,
    nodeFs: { ...SMALL_NODE.nodeFs, otherInodes: 5_823_000 },
  },
  config: {
    evictionMinimumReclaim: { "nodefs.inodesFree": "100k", "imagefs.inodesFree": "100k" },
  },
  pods: [
    ...SYSTEM_PODS.filter(({ name }) => name !== "node-exporter"),
    {
      ...database(1900, 2),
      containers: database(1900, 2).containers.map((container) => ({
        ...container,
        requests: { ...container.requests, "ephemeral-storage": "4Gi" },
      })),
    },
    withoutStorageRequest("catalog", 420, 108),
    withoutStorageRequest("search", 470, 22),
    MAILER,
    SESSIONS,
  ],
  events: [
    { step: 61, kind: "nothingCollected" },
    { step: 61, kind: "evicted", pod: "catalog" },
    { step: 62, kind: "imagesCollected" },
    { step: 62, kind: "evicted", pod: "search" },
    { step: 63, kind: "imagesCollected" },
    { step: 63, kind: "evicted", pod: "sessions" },
  ],
};
