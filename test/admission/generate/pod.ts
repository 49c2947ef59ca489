/** v1 Pods of every kind that admission and preemption treat differently. */

import type { Source, Wildness } from "../../fidelity/generate/source.ts";
import type { Json, JsonObject } from "../../vectors/notation.ts";
import { type Amounts, addAmounts, drawAmounts, resourceList } from "./amounts.ts";
import { drawAffinity, drawNodeSelector, drawTolerations } from "./placement.ts";

/** A pod, and about what it asks for. */
export interface DrawnPod {
  readonly document: JsonObject;
  readonly amounts: Amounts;
}

/** What the pods of one case have in common. */
export interface PodTheme {
  readonly wild: Wildness;
  readonly scalars: readonly string[];
  readonly nodeName: string;
  readonly percentResized: number;
}

const CRITICAL: readonly number[] = [2_000_000_000, 2_000_000_000, 2_000_001_000, 2_147_483_647];
const PRIORITIES: readonly (number | null | undefined)[] = [
  undefined,
  undefined,
  0,
  0,
  0,
  1000,
  -10,
  null,
  1_999_999_999,
];
const PHASES: readonly string[] = [
  "Running",
  "Running",
  "Running",
  "Pending",
  "Failed",
  "Succeeded",
];
const CLASSES: readonly string[] = ["BestEffort", "Burstable", "Guaranteed", "", "Other"];
const IPS: readonly (string | undefined)[] = [
  undefined,
  undefined,
  "",
  "0.0.0.0",
  "127.0.0.1",
  "::",
];

/** A pod on the node. */
export function drawResident(source: Source, uid: string, theme: PodTheme): DrawnPod {
  const priority = source.chance(12) ? source.pick(CRITICAL) : source.pick(PRIORITIES);
  return drawPod(source, uid, theme, priority, 4);
}

/** The one that asks to be admitted. */
export function drawArrival(source: Source, theme: PodTheme): DrawnPod {
  const priority = source.chance(65) ? source.pick(CRITICAL) : source.pick(PRIORITIES);
  const { document, amounts } = drawPod(source, "zz", theme, priority, 8);
  const spec = document.spec as JsonObject;
  const placed: Record<string, Json | undefined> = {
    ...spec,
    nodeName: drawNodeName(source, theme.nodeName),
    nodeSelector: source.chance(10) ? drawNodeSelector(source) : undefined,
    affinity: source.chance(11) ? drawAffinity(source, theme.nodeName) : undefined,
    tolerations: source.chance(30) ? drawTolerations(source) : undefined,
    os: source.chance(4)
      ? { name: source.pick(["linux", "linux", "linux", "windows"]) }
      : undefined,
    securityContext: source.chance(4) ? drawSecurityContext(source) : undefined,
  };
  return { document: { ...document, spec: placed }, amounts };
}

function drawSecurityContext(source: Source): Json {
  return source.pick<Json>([
    { supplementalGroupsPolicy: "Strict" },
    { supplementalGroupsPolicy: "Merge" },
    { supplementalGroupsPolicy: null, runAsUser: 1000 },
    {},
  ]);
}

function drawNodeName(source: Source, name: string): Json | undefined {
  if (source.chance(70)) return undefined;
  return source.chance(75) ? name : source.pick(["other", "", null]);
}

function drawPod(
  source: Source,
  uid: string,
  theme: PodTheme,
  priority: number | null | undefined,
  percentStatic: number,
): DrawnPod {
  const total = new Map<string, bigint>();
  const shape = source.weighted({ bestEffort: 15, burstable: 55, guaranteed: 30 });
  const count = source.pick([1, 1, 1, 1, 2, 2, 3]);
  const used = new Set<string>();
  const containers = Array.from({ length: count }, (_, index) => {
    return drawContainer(source, `c${index}`, theme, shape, total, used);
  });
  const inits = source.chance(22) ? source.pick([1, 1, 2, 3]) : 0;
  const initContainers = Array.from({ length: inits }, (_, index) => {
    const container = drawContainer(source, `i${index}`, theme, shape, new Map(), used);
    const restartPolicy = source.pick([undefined, "Always", "Always", ""]);
    return { ...container, restartPolicy };
  });
  const spec: Record<string, Json | undefined> = {
    containers,
    initContainers: inits === 0 ? source.pick([undefined, undefined, [], null]) : initContainers,
    priority,
    overhead: source.chance(9) ? drawList(source, theme, 50, total) : undefined,
    resources: source.chance(9) ? drawPodLevel(source, theme, total) : undefined,
  };
  const document: JsonObject = {
    metadata: {
      namespace: source.pick(["shop", "default", "kube-system"]),
      name: `pod-${uid}`,
      uid,
      labels: drawLabels(source),
      annotations: source.chance(percentStatic) ? drawAnnotations(source) : undefined,
      deletionTimestamp: source.chance(4) ? "2026-01-01T00:00:00Z" : undefined,
    },
    spec,
    status: drawStatus(source, theme, [...containers, ...initContainers]),
  };
  return { document, amounts: total };
}

function drawLabels(source: Source): Json | undefined {
  if (source.chance(98)) return source.chance(70) ? undefined : { app: "x" };
  return { "kubernetes.io/os": source.pick(["linux", "windows", ""]) };
}

function drawAnnotations(source: Source): Json {
  return source.pick<Json>([
    { "kubernetes.io/config.source": "file" },
    { "kubernetes.io/config.source": "http" },
    { "kubernetes.io/config.source": "api" },
    { "kubernetes.io/config.source": "" },
    { "kubernetes.io/config.mirror": "abc", "kubernetes.io/config.source": "file" },
    { "kubernetes.io/config.mirror": "" },
    { note: "nothing" },
  ]);
}

function drawContainer(
  source: Source,
  name: string,
  theme: PodTheme,
  shape: "bestEffort" | "burstable" | "guaranteed",
  total: Map<string, bigint>,
  used: Set<string>,
): JsonObject {
  return {
    name,
    resources: drawResources(source, theme, shape, total),
    ports: source.chance(15) ? drawPorts(source, used) : undefined,
  };
}

function drawResources(
  source: Source,
  theme: PodTheme,
  shape: "bestEffort" | "burstable" | "guaranteed",
  total: Map<string, bigint>,
): Json | undefined {
  if (shape === "bestEffort") {
    // Only cpu and memory make a class: the rest leaves a pod BestEffort.
    if (source.chance(60)) return source.pick<Json | undefined>([undefined, {}, null]);
    const amounts = new Map(
      [...drawAmounts(source, theme.scalars, 60)].filter(
        ([key]) => key !== "cpu" && key !== "memory",
      ),
    );
    addAmounts(total, amounts);
    return { requests: resourceList(source, amounts, theme.wild) };
  }
  const amounts = drawAmounts(source, theme.scalars, shape === "guaranteed" ? 95 : 60);
  addAmounts(total, amounts);
  const requests = resourceList(source, amounts, theme.wild);
  if (shape === "guaranteed") return { requests, limits: requests };
  return { requests, limits: source.chance(25) ? drawList(source, theme, 50) : undefined };
}

function drawList(
  source: Source,
  theme: PodTheme,
  percent: number,
  total?: Map<string, bigint>,
): Json {
  const amounts = drawAmounts(source, theme.scalars, percent);
  if (total !== undefined) addAmounts(total, amounts);
  return resourceList(source, amounts, theme.wild);
}

function drawPodLevel(source: Source, theme: PodTheme, total: Map<string, bigint>): Json {
  const amounts = drawAmounts(source, theme.scalars, 65);
  for (const [name, amount] of amounts) total.set(name, amount);
  const requests = resourceList(source, amounts, theme.wild);
  return source.pick<Json>([
    { requests },
    { requests, limits: requests },
    { limits: requests },
    { requests, limits: drawList(source, theme, 60) },
    {},
  ]);
}

function drawPorts(source: Source, used: Set<string>): Json {
  return Array.from({ length: source.pick([1, 1, 2]) }, () => {
    const hostPort = source.pick([80, 80, 443, 8080, 0, undefined]);
    used.add(String(hostPort));
    return {
      containerPort: 80,
      hostPort,
      protocol: source.pick([undefined, "TCP", "TCP", "UDP", ""]),
      hostIP: source.pick(IPS),
    };
  });
}

function drawStatus(
  source: Source,
  theme: PodTheme,
  containers: readonly JsonObject[],
): Json | undefined {
  const resized = source.chance(theme.percentResized);
  if (!resized && source.chance(45)) return undefined;
  const inits = containers.filter(({ name }) => String(name).startsWith("i"));
  const others = containers.filter(({ name }) => !String(name).startsWith("i"));
  // Releases before 1.35 do not know these members, and refuse nothing in them.
  const plain = { ...theme, wild: { ...theme.wild, errors: false } };
  const allocated = resized && source.chance(20) ? drawList(source, plain, 60) : undefined;
  return {
    phase: source.pick(PHASES.slice(0, source.chance(85) ? 4 : 6)),
    qosClass: source.chance(15) ? source.pick(CLASSES) : undefined,
    containerStatuses:
      resized || source.chance(30) ? statuses(source, theme, others, resized) : undefined,
    initContainerStatuses:
      inits.length > 0 && resized ? statuses(source, theme, inits, true) : undefined,
    conditions: source.chance(resized ? 35 : 3) ? drawConditions(source) : undefined,
    resources: resized && source.chance(20) ? { requests: drawList(source, plain, 60) } : undefined,
    allocatedResources: allocated,
    extendedResourceClaimStatus: source.chance(3) ? drawClaims(source, theme) : undefined,
  };
}

function drawClaims(source: Source, theme: PodTheme): Json {
  const requestMappings = [...theme.scalars, "nvidia.com/gpu"].map((resourceName) => {
    return { containerName: source.pick(["c0", "c1", "i0"]), resourceName, requestName: "r" };
  });
  return { resourceClaimName: "claim", requestMappings };
}

function drawConditions(source: Source): Json {
  const pending = (reason: string) => ({ type: "PodResizePending", status: "True", reason });
  return source.pick<Json>([
    [pending("Infeasible")],
    [pending("Deferred")],
    [{ type: "Ready", status: "True" }, pending("Infeasible")],
    [pending("Deferred"), pending("Infeasible")],
    [{ type: "PodResizeInProgress", status: "True" }],
    [],
  ]);
}

function statuses(
  source: Source,
  theme: PodTheme,
  containers: readonly JsonObject[],
  resized: boolean,
): Json {
  return containers.map(({ name }) => ({
    name,
    state: source.pick<Json | undefined>([
      { running: { startedAt: "2026-01-01T00:00:00Z" } },
      { running: {} },
      { waiting: { reason: "CrashLoopBackOff" } },
      { terminated: { exitCode: 0 } },
      undefined,
    ]),
    resources:
      resized && source.chance(75)
        ? source.pick<Json>([{ requests: drawList(source, theme, 70) }, {}, { requests: {} }])
        : undefined,
    allocatedResources: resized && source.chance(70) ? drawList(source, theme, 70) : undefined,
  }));
}
