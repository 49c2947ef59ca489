import { isObject, type Json, type JsonObject, mergeDeep } from "./notation.ts";
import type { ContainerFacts, PodFacts } from "./vector.ts";

const CONFIG_SOURCE = "kubernetes.io/config.source";
const CONFIG_MIRROR = "kubernetes.io/config.mirror";
/** Facts next to a volume's source that belong to its statistics. */
export const VOLUME_STATS_FACTS = ["used", "inodesUsed", "noUsage"];

export function uidOf(name: string, facts: PodFacts): string {
  return facts.uid ?? `uid-${name}`;
}

export function namespaceOf(facts: PodFacts): string {
  return facts.namespace ?? "default";
}

/** The regular containers: those named, or `main` with the pod's own facts. */
export function regularContainers(facts: PodFacts): Readonly<Record<string, ContainerFacts>> {
  if (facts.containers !== undefined) return facts.containers;
  const { request, limit, usage } = facts;
  return {
    main: {
      ...(request === undefined ? {} : { request }),
      ...(limit === undefined ? {} : { limit }),
      ...(usage === undefined ? {} : { usage }),
    },
  };
}

/** A v1 Pod as the API server serves it, reduced to what the facts say. */
export function buildPod(name: string, facts: PodFacts): JsonObject {
  const pod: JsonObject = {
    metadata: metadata(name, facts),
    spec: spec(facts),
    status: {
      phase: facts.phase ?? "Running",
      ...(facts.qosClass === undefined ? {} : { qosClass: facts.qosClass }),
    },
  };
  return mergeDeep(pod, facts.overPod);
}

export function buildPodList(pods: Readonly<Record<string, PodFacts>>): JsonObject {
  const items = Object.entries(pods).map(([name, facts]) => buildPod(name, facts));
  return { kind: "PodList", apiVersion: "v1", items };
}

function metadata(name: string, facts: PodFacts): JsonObject {
  const annotations: Record<string, Json | undefined> = { ...facts.annotations };
  if (facts.static === true) annotations[CONFIG_SOURCE] = "file";
  if (facts.mirror === true) annotations[CONFIG_MIRROR] = "7d1f6a";
  return {
    name,
    namespace: namespaceOf(facts),
    uid: uidOf(name, facts),
    deletionTimestamp: facts.terminating === true ? "2026-01-01T00:00:00Z" : undefined,
    annotations: Object.keys(annotations).length > 0 ? annotations : undefined,
  };
}

function spec(facts: PodFacts): JsonObject {
  return {
    priority: facts.priority,
    priorityClassName: facts.priorityClassName,
    terminationGracePeriodSeconds: facts.terminationGracePeriodSeconds,
    tolerations: facts.tolerations,
    overhead: facts.overhead,
    resources: facts.resources,
    containers: containers(regularContainers(facts)),
    initContainers: facts.initContainers && containers(facts.initContainers),
    ephemeralContainers: facts.ephemeralContainers && containers(facts.ephemeralContainers),
    volumes: facts.volumes && volumes(facts.volumes),
  };
}

function containers(named: Readonly<Record<string, ContainerFacts>>): Json[] {
  return Object.entries(named).map(([name, facts]) => ({
    name,
    restartPolicy: facts.sidecar === true ? "Always" : undefined,
    resources: { requests: facts.request, limits: facts.limit },
  }));
}

function volumes(named: Readonly<Record<string, JsonObject>>): Json[] {
  return Object.entries(named).map(([name, facts]) => {
    const source = Object.entries(facts).filter(([fact]) => !VOLUME_STATS_FACTS.includes(fact));
    return { name, ...Object.fromEntries(source.map(([kind, value]) => [kind, objectOf(value)])) };
  });
}

/** `emptyDir:` with nothing behind it is an empty source. */
function objectOf(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}
