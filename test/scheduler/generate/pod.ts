import type { JsonObject } from "../../vectors/notation.ts";
import { podAffinity } from "./podAffinity.ts";
import { requests, resources } from "./resources.ts";
import { nodeSelectorTerm, podLabels } from "./selectors.ts";
import type { Draw } from "./source.ts";
import { spreadConstraints } from "./spread.ts";
import { DISKS, IMAGES, NAMESPACES, TAINT_KEYS, TAINT_VALUES, ZONE, ZONES } from "./words.ts";

/** What the pods of a scenario share. */
export interface Surroundings {
  readonly nodes: readonly string[];
  readonly schedulers: readonly string[];
  readonly priorityClasses: readonly string[];
  readonly namespaces: readonly string[];
}

const EPOCH = Date.UTC(2026, 0, 1);

/** Several pods of one template: controllers make pods so. */
export function pods(
  draw: Draw,
  count: number,
  prefix: string,
  around: Surroundings,
  place: () => JsonObject,
): JsonObject[] {
  const made: JsonObject[] = [];
  while (made.length < count) {
    const template = podTemplate(draw, around);
    const copies = Math.min(count - made.length, draw.pick([1, 1, 2, 4]));
    for (let copy = 0; copy < copies; copy++) {
      made.push(fromTemplate(draw, template, `${prefix}-${made.length}`, place()));
    }
  }
  return made;
}

function fromTemplate(
  draw: Draw,
  { metadata, spec }: { metadata: JsonObject; spec: JsonObject },
  name: string,
  { status = {}, ...placed }: JsonObject,
): JsonObject {
  const seconds = 1000 * draw.below(4);
  const creationTimestamp = new Date(EPOCH + seconds).toISOString().replace(".000", "");
  return {
    kind: "Pod",
    apiVersion: "v1",
    metadata: { ...metadata, name, uid: `uid-${name}`, creationTimestamp },
    spec: { ...spec, ...placed },
    status,
  };
}

function podTemplate(draw: Draw, around: Surroundings): { metadata: JsonObject; spec: JsonObject } {
  const labels = podLabels(draw);
  const affinity = affinityOf(draw, labels, around);
  const scheduler = draw.pick(around.schedulers);
  return {
    metadata: {
      namespace: draw.pick(around.namespaces),
      labels,
      ...(draw.shows("owners", 40) ? { ownerReferences: [owner(draw, labels)] } : {}),
    },
    spec: {
      ...(scheduler === "default-scheduler" ? {} : { schedulerName: scheduler }),
      ...containersOf(draw),
      ...(Object.keys(affinity).length > 0 ? { affinity } : {}),
      ...(draw.shows("nodeAffinity", 12) ? { nodeSelector: nodeSelector(draw) } : {}),
      ...(draw.shows("taints", 60) ? { tolerations: tolerations(draw) } : {}),
      ...(draw.shows("spread", 55)
        ? { topologySpreadConstraints: spreadConstraints(draw, labels) }
        : {}),
      ...(draw.shows("priorities", 60) ? priority(draw, around) : {}),
      // The API server makes its container ports host ports.
      ...(draw.shows("ports", 8) ? { hostNetwork: true } : {}),
      ...(draw.shows("images", 30) ? { volumes: imageVolumes(draw) } : {}),
    },
  };
}

function affinityOf(draw: Draw, labels: JsonObject, { nodes }: Surroundings): JsonObject {
  return {
    ...(draw.shows("nodeAffinity", 45) ? { nodeAffinity: nodeAffinity(draw, nodes) } : {}),
    ...(draw.shows("podAffinity", 55) ? podAffinity(draw, labels) : {}),
  };
}

export function nodeAffinity(draw: Draw, nodes: readonly string[]): JsonObject {
  const terms = (count: number) =>
    Array.from({ length: count }, () => nodeSelectorTerm(draw, nodes));
  return {
    ...draw.maybe(40, () => ({
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: terms(draw.between(1, 3)),
      },
    })),
    ...draw.maybe(60, () => ({
      preferredDuringSchedulingIgnoredDuringExecution: terms(draw.between(1, 3)).map(
        (preference) => ({ weight: draw.between(1, 100), preference }),
      ),
    })),
  };
}

function nodeSelector(draw: Draw): JsonObject {
  return draw.chance(50) ? { disk: draw.pick(DISKS) } : { [ZONE]: draw.pick(ZONES) };
}

function tolerations(draw: Draw): JsonObject[] {
  return Array.from({ length: draw.between(1, 3) }, () => {
    const effect = draw.maybe(60, () => ({
      effect: draw.pick(["NoSchedule", "PreferNoSchedule", "NoExecute"]),
    }));
    const exists = draw.chance(45);
    // Without a key, a toleration must ask whether anything exists.
    if (exists && draw.chance(15)) return { operator: "Exists", ...effect };
    const key = draw.pick(TAINT_KEYS);
    if (exists) return { key, operator: "Exists", ...effect };
    return {
      key,
      ...draw.maybe(50, () => ({ operator: "Equal" })),
      ...draw.maybe(70, () => ({ value: draw.pick(TAINT_VALUES) })),
      ...effect,
    };
  });
}

function priority(draw: Draw, { priorityClasses }: Surroundings): JsonObject {
  if (priorityClasses.length > 0 && draw.chance(50)) {
    return { priorityClassName: draw.pick(priorityClasses) };
  }
  return { priority: draw.pick([-10, 0, 5, 1000, 2_000_000_000]) };
}

function containersOf(draw: Draw): JsonObject {
  const containers = Array.from({ length: draw.pick([1, 1, 1, 2, 3]) }, (_, index) =>
    container(draw, `c${index}`),
  );
  const overhead = draw.shows("fit", 6) ? requests(draw) : {};
  return {
    containers,
    ...(draw.shows("fit", 20) ? { initContainers: initContainers(draw) } : {}),
    ...(Object.keys(overhead).length > 0 ? { overhead } : {}),
    ...(draw.minor >= 32 && draw.shows("fit", 8) ? podLevel(draw) : {}),
  };
}

/** Resources of the whole pod: processors, memory and huge pages alone may be set. */
function podLevel(draw: Draw): JsonObject {
  return {
    resources: {
      requests: {
        ...draw.maybe(70, () => ({ cpu: draw.pick(["500m", "1", "3"]) })),
        ...draw.maybe(80, () => ({ memory: draw.pick(["256Mi", "1Gi", "2Gi"]) })),
      },
      ...draw.maybe(40, () => ({ limits: podLevelLimits(draw) })),
    },
  };
}

/** Where no request is written the API server makes one of them. */
function podLevelLimits(draw: Draw): JsonObject {
  return {
    ...draw.maybe(60, () => ({ cpu: draw.pick(["1", "3"]) })),
    ...draw.maybe(60, () => ({ memory: draw.pick(["1Gi", "2Gi"]) })),
    ...draw.maybe(20, () => ({ "hugepages-2Mi": "64Mi" })),
  };
}

function initContainers(draw: Draw): JsonObject[] {
  return Array.from({ length: draw.between(1, 3) }, (_, index) => ({
    ...container(draw, `i${index}`),
    // A sidecar.
    ...draw.maybe(45, () => ({ restartPolicy: "Always" })),
  }));
}

function container(draw: Draw, name: string): JsonObject {
  const image = draw.shows("images", 85) ? imageOf(draw) : "registry.example/pause:3.10";
  return {
    name,
    image,
    ...(draw.shows("fit") ? { resources: resources(draw) } : {}),
    ...(draw.shows("ports", 40) ? { ports: ports(draw) } : {}),
  };
}

function imageOf(draw: Draw): string {
  return draw.pick([...IMAGES, "docker.io/library/redis", "redis:7", "registry.example/api"]);
}

/** Some without a reference, and an emptyDir among them. */
function imageVolumes(draw: Draw): JsonObject[] {
  return Array.from({ length: draw.between(1, 4) }, (_, index) => ({
    name: `v${index}`,
    ...(draw.chance(15)
      ? { emptyDir: {} }
      : {
          image: {
            ...draw.maybe(90, () => ({ reference: imageOf(draw) })),
            ...draw.maybe(40, () => ({ pullPolicy: draw.pick(["Always", "IfNotPresent"]) })),
          },
        }),
  }));
}

function ports(draw: Draw): JsonObject[] {
  return Array.from({ length: draw.between(1, 2) }, () => {
    const port = draw.pick([80, 8080, 9090]);
    return {
      containerPort: port,
      ...draw.maybe(70, () => ({ hostPort: port })),
      ...draw.maybe(30, () => ({ protocol: draw.pick(["TCP", "UDP", "SCTP"]) })),
      ...draw.maybe(25, () => ({ hostIP: draw.pick(["0.0.0.0", "10.0.0.1", "10.0.0.2"]) })),
    };
  });
}

/** The kinds that the default spread looks for; the names are those of `owners.ts`. */
function owner(draw: Draw, labels: JsonObject): JsonObject {
  // Services and ReplicationControllers may ask for other tiers.
  const others = labels.tier === undefined ? [] : Array<string>(4).fill("ReplicationController");
  const kind = draw.pick(["ReplicaSet", "StatefulSet", "ReplicationController", ...others]);
  const apiVersion = kind === "ReplicationController" ? "v1" : "apps/v1";
  return { kind, apiVersion, name: `${labels.app ?? "none"}`, uid: "owner", controller: true };
}

export function namespacesOf(draw: Draw): string[] {
  return draw.chance(50) ? ["shop"] : [...NAMESPACES];
}
