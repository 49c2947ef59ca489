/** The few names that generated objects share, so that selectors meet labels. */

export const NAMESPACES = ["shop", "web", "kube-system"] as const;
export const APPS = ["cart", "api", "cache", "db"] as const;
export const TIERS = ["front", "back", ""] as const;
export const VERSIONS = ["1", "2", "17"] as const;
export const ZONES = ["a", "b", "c"] as const;
export const REGIONS = ["east", "west"] as const;
export const DISKS = ["ssd", "hdd"] as const;
export const GENERATIONS = ["1", "3", "7", "12", "many"] as const;

export const HOSTNAME = "kubernetes.io/hostname";
export const ZONE = "topology.kubernetes.io/zone";
export const REGION = "topology.kubernetes.io/region";

export const TAINT_KEYS = ["dedicated", "gpu", "node.kubernetes.io/not-ready"] as const;
export const TAINT_VALUES = ["", "batch", "10"] as const;

export const IMAGES = [
  "registry.example/cart:1.2",
  "registry.example/api:latest",
  "docker.io/library/redis:7",
  "registry.example/db@sha256:0f6b1c6d5a8c3f3a2f3c2f7f0a4f5b1d7ad3c1f2e4b5a6978812345678901234",
] as const;

/** Resources beyond processors, memory and disk. */
export const EXTENDED = ["example.com/gpu", "example.com/fpga", "hugepages-2Mi"] as const;

/** A plugin that no release of the scheduler has itself. */
export const FOREIGN_PLUGIN = "Coscheduling";
