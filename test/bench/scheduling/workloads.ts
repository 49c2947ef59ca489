/**
 * Clusters to schedule on, in the shape of the scheduler's own benchmarks (scheduler_perf): nodes
 * of 4 cores and 32 GiB in three zones, and pods of 100m and 500 MiB with one constraint each.
 */

export type KubernetesObject = Readonly<Record<string, unknown>>;

export interface Workload {
  readonly name: string;
  readonly objects: readonly KubernetesObject[];
}

const ZONES = 3;
const ZONE = "topology.kubernetes.io/zone";
const HOSTNAME = "kubernetes.io/hostname";
const APP = "basic";

type Spec = Readonly<Record<string, unknown>>;

const SELECTOR = { matchLabels: { app: APP } };
const zoneTerm = { topologyKey: ZONE, labelSelector: SELECTOR };
const hostTerm = { topologyKey: HOSTNAME, labelSelector: SELECTOR };

/** Requirements of a pod other than resources. */
export const CONSTRAINTS = {
  "required affinity": {
    affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [zoneTerm] } },
  },
  "preferred affinity": preferred("podAffinity"),
  "required anti-affinity": {
    affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [hostTerm] } },
  },
  "preferred anti-affinity": preferred("podAntiAffinity"),
  "required spread": spread("DoNotSchedule"),
  "preferred spread": spread("ScheduleAnyway"),
} as const satisfies Readonly<Record<string, Spec>>;

function preferred(kind: "podAffinity" | "podAntiAffinity"): Spec {
  const terms = [{ weight: 1, podAffinityTerm: hostTerm }];
  return { affinity: { [kind]: { preferredDuringSchedulingIgnoredDuringExecution: terms } } };
}

function spread(whenUnsatisfiable: string): Spec {
  return {
    topologySpreadConstraints: [
      { maxSkew: 5, topologyKey: ZONE, whenUnsatisfiable, labelSelector: SELECTOR },
    ],
  };
}

export function basicWorkload(nodeCount: number, podCount: number): Workload {
  return constrainedWorkload("basic", {}, nodeCount, podCount);
}

export function constrainedWorkload(
  name: string,
  constraint: Spec,
  nodeCount: number,
  podCount: number,
): Workload {
  const pods = Array.from({ length: podCount }, (_, i) => {
    return podObject(`pod-${i}`, { app: APP }, requests(100, 500), constraint);
  });
  return { name, objects: [...nodeObjects(nodeCount), ...pods] };
}

/** Pods of many applications, of different sizes, each spread or kept together in its own way. */
export function mixedWorkload(nodeCount: number, podCount: number, apps = 100): Workload {
  const kinds: readonly Spec[] = [{}, {}, {}, ...Object.values(CONSTRAINTS)];
  const pods = Array.from({ length: podCount }, (_, i) => {
    const app = (i * 37) % apps;
    const constraint = withApp(kinds[app % kinds.length] as Spec, `app-${app}`);
    const size = requests(50 + 50 * (app % 7), 64 << (app % 5));
    return podObject(`pod-${i}`, { app: `app-${app}` }, size, constraint);
  });
  return { name: "mixed", objects: [...nodeObjects(nodeCount), ...pods] };
}

function withApp(constraint: Spec, app: string): Spec {
  return JSON.parse(JSON.stringify(constraint).replaceAll(`"app":"${APP}"`, `"app":"${app}"`));
}

function requests(milliCPU: number, mebibytes: number): Spec {
  return { cpu: `${milliCPU}m`, memory: `${mebibytes}Mi` };
}

function podObject(
  name: string,
  labels: Readonly<Record<string, string>>,
  requested: Spec,
  constraint: Spec,
): KubernetesObject {
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { namespace: "bench", name, uid: name, labels },
    spec: {
      schedulerName: "default-scheduler",
      containers: [
        { name: "pause", image: "registry.k8s.io/pause:3.10", resources: { requests: requested } },
      ],
      ...constraint,
    },
  };
}

function nodeObjects(count: number): KubernetesObject[] {
  return Array.from({ length: count }, (_, i) => {
    const name = `node-${i}`;
    const resources = { cpu: "4", memory: "32Gi", pods: "110", "ephemeral-storage": "100Gi" };
    const labels = { [HOSTNAME]: name, [ZONE]: `zone-${i % ZONES}` };
    return {
      apiVersion: "v1",
      kind: "Node",
      metadata: { name, labels },
      status: { capacity: resources, allocatable: resources },
    };
  });
}

/** Objects one a line, in documents of at most `capacity` bytes. */
export function documentsOf(
  objects: readonly KubernetesObject[],
  capacity: number,
): readonly Uint8Array[] {
  const encoder = new TextEncoder();
  const documents: Uint8Array[] = [];
  let lines = "";
  for (const object of objects) {
    const line = `${JSON.stringify(object)}\n`;
    if (lines.length + line.length > capacity) {
      documents.push(encoder.encode(lines));
      lines = "";
    }
    lines += line;
  }
  documents.push(encoder.encode(lines));
  return documents;
}
