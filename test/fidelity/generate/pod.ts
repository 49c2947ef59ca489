/** v1 Pods of every kind that eviction treats differently. Specification 3.8, 4, 5, 6. */
import type { Json, JsonObject } from "../../vectors/notation.ts";
import { drawResources, UNSUPPORTED_NAMES } from "./resources.ts";
import type { Source, Wildness } from "./source.ts";
import { drawVolumes } from "./volumes.ts";

/** A pod with what its stats are made from. */
export interface DrawnPod {
  readonly document: JsonObject;
  readonly uid: string;
}

const NAMES: readonly string[] = ["app", "init", "sidecar", "log", "db", "web", "x"];
/** Names no API server accepts; messages must carry them all the same. */
const ODD_NAMES: readonly string[] = [
  'q"',
  "back\\slash",
  "per%s",
  "é",
  "日本",
  "🙂",
  "a<b>&c",
  " ",
];
const PRIORITIES: readonly (number | null)[] = [
  0,
  0,
  1,
  100,
  1000,
  -10,
  null,
  1_999_999_999,
  2_000_000_000,
  2_000_001_000,
  2_147_483_647,
  -2_147_483_648,
];

export function drawPod(source: Source, uid: string, wild: Wildness): DrawnPod {
  const name = wild.spellings && source.chance(4) ? source.pick(ODD_NAMES) : "pod";
  const spec = drawSpec(source, wild);
  const status = drawStatus(source);
  const document: JsonObject = {
    metadata: {
      namespace: source.pick(["shop", "default", "kube-system"]),
      name: `${name}-${uid}`,
      uid,
      annotations: drawAnnotations(source),
      deletionTimestamp: drawDeletion(source),
    },
    spec,
    status: source.chance(15) ? withAllocations(source, spec, status) : status,
  };
  return { document, uid };
}

const ALLOCATED: readonly (string | undefined)[] = [
  ...["64Mi", "256Mi", "1Gi", "2Gi", "0", "100M", "1.5Gi"],
  undefined,
];

/**
 * With a resize that may be pending. Requests of storage cannot be resized; the API server sets
 * the class of a pod for good.
 */
function withAllocations(source: Source, spec: JsonObject, status: Json | undefined): Json {
  const statusOf = (container: Json) => {
    const { name, resources } = container as JsonObject;
    const requests = ((resources as JsonObject | null)?.requests ?? {}) as JsonObject;
    const { memory, ...others } = requests;
    const own = memory === undefined ? {} : { memory };
    const resized = source.pick(ALLOCATED);
    const changed = resized === undefined ? {} : { memory: resized };
    const allocated = { ...others, ...(source.chance(60) ? changed : own) };
    const state = source.pick(STATES);
    return { name, state, allocatedResources: source.chance(85) ? allocated : undefined };
  };
  const listed = (containers: Json | undefined) =>
    ((containers ?? []) as Json[]).filter(() => source.chance(90)).map(statusOf);
  return {
    ...(status as JsonObject | undefined),
    containerStatuses: listed(spec.containers),
    initContainerStatuses: listed(spec.initContainers),
    qosClass: source.pick(["BestEffort", "Burstable", "Guaranteed"]),
    allocatedResources: source.chance(40) ? { memory: source.pick(ALLOCATED) } : undefined,
  };
}

function drawDeletion(source: Source): Json | undefined {
  return source.chance(12) ? source.pick(["2026-01-01T00:00:00Z", null]) : undefined;
}

/** The same pod under another name: every comparator calls the two equal. */
export function twin(pod: DrawnPod, uid: string): DrawnPod {
  const metadata = pod.document.metadata as JsonObject;
  const name = String(metadata.name).replace(pod.uid, uid);
  return { document: { ...pod.document, metadata: { ...metadata, name, uid } }, uid };
}

function drawAnnotations(source: Source): Json | undefined {
  if (source.chance(85)) return undefined;
  return source.pick<Json>([
    { "kubernetes.io/config.source": "file" },
    { "kubernetes.io/config.source": "http" },
    { "kubernetes.io/config.source": "api" },
    { "kubernetes.io/config.source": "" },
    { "kubernetes.io/config.mirror": "" },
    { "kubernetes.io/config.mirror": "abc", "kubernetes.io/config.source": "api" },
    { note: "nothing" },
    null,
  ]);
}

function drawSpec(source: Source, wild: Wildness): JsonObject {
  const used = new Set<string>();
  const count = source.pick([1, 1, 1, 2, 2, 3, 0]);
  const containers = Array.from({ length: count }, () => drawContainer(source, used, wild, false));
  const inits = source.chance(25) ? source.pick([1, 1, 2, 3]) : 0;
  const spec: Record<string, Json | undefined> = {
    containers,
    initContainers:
      inits === 0
        ? source.pick([undefined, undefined, undefined, [], null])
        : Array.from({ length: inits }, () => drawContainer(source, used, wild, true)),
    volumes: drawVolumes(source, wild),
    priority: source.chance(40) ? undefined : source.pick(PRIORITIES),
    priorityClassName: source.chance(5) ? "system-node-critical" : undefined,
    terminationGracePeriodSeconds: drawGraceSeconds(source),
    overhead: source.chance(12) ? drawOverhead(source, wild) : undefined,
    resources: source.chance(12) ? drawResources(source, wild, true) : undefined,
    tolerations: source.chance(15) ? drawTolerations(source) : undefined,
  };
  if (source.chance(2)) spec.ephemeralContainers = [{ name: "debug" }];
  return spec;
}

function drawOverhead(source: Source, wild: Wildness): Json | undefined {
  const resources = drawResources(source, wild, false);
  return (resources as JsonObject | null)?.requests;
}

function drawGraceSeconds(source: Source): Json | undefined {
  return source.pick<Json | undefined>([undefined, undefined, 30, 30, 0, 1, 10, 3600, -5, null]);
}

function drawContainer(
  source: Source,
  used: Set<string>,
  wild: Wildness,
  init: boolean,
): JsonObject {
  let name = wild.spellings && source.chance(4) ? source.pick(ODD_NAMES) : source.pick(NAMES);
  while (used.has(name)) name += "x";
  used.add(name);
  return {
    name,
    resources: source.chance(25)
      ? source.pick([undefined, {}])
      : drawResources(source, wild, false),
    restartPolicy: init ? source.pick([undefined, "Always", "Always", ""]) : undefined,
  };
}

function drawTolerations(source: Source): Json {
  const key = "node.kubernetes.io/memory-pressure";
  return source.some<Json>(
    [
      { key, operator: "Exists", effect: "NoSchedule" },
      { key, operator: "Exists" },
      { operator: "Exists" },
      { key, effect: "NoSchedule" },
      { key, operator: "Equal", value: "", effect: "NoSchedule" },
      { key, operator: "Equal", value: "x" },
      { key, operator: "Exists", effect: "NoExecute" },
      { key, operator: "Exists", value: "x" },
      { key: "node.kubernetes.io/disk-pressure", operator: "Exists" },
      { key, operator: "Lt", value: "1" },
      { key, operator: "", value: null },
      {},
    ],
    12,
  );
}

const PHASES: readonly string[] = [
  ...["Running", "Running", "Running", "Running", "Pending", "Unknown", ""],
  ...["Failed", "Succeeded"],
];

const STATES: readonly Json[] = [
  { running: { startedAt: "2026-01-01T00:00:00Z" } },
  { running: {} },
  { running: null },
  { waiting: { reason: "CrashLoopBackOff" } },
  { terminated: { exitCode: 137, reason: "OOMKilled" } },
  {},
];

function drawContainerStatuses(source: Source): Json | undefined {
  if (source.chance(60)) return source.pick([undefined, undefined, [], null]);
  const count = source.pick([1, 1, 2, 3]);
  return Array.from({ length: count }, (_, index) => {
    return { name: `c${index}`, state: source.pick(STATES) };
  });
}

function drawStatus(source: Source): Json | undefined {
  if (source.chance(40)) return undefined;
  const classes = ["BestEffort", "Burstable", "Guaranteed", "", undefined, undefined, undefined];
  return {
    phase: source.pick(PHASES),
    containerStatuses: drawContainerStatuses(source),
    initContainerStatuses: source.chance(15) ? drawContainerStatuses(source) : undefined,
    qosClass: source.pick(classes),
    unknown: source.chance(5) ? { [source.pick(UNSUPPORTED_NAMES)]: [1, { a: null }] } : undefined,
  };
}
