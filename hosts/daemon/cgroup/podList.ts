import { type Plain, quantityOf } from "./document.ts";
import type { PodRule } from "./podsFile.ts";
import type { MeasuredUnit } from "./reading.ts";

/** Annotation by which a pod is known as static. Spec 5.2. */
const CONFIG_SOURCE = "kubernetes.io/config.source";

/** The units as the PodList a kubelet would serve. */
export function podListOf(units: readonly MeasuredUnit[], nodeName: string): Plain {
  return {
    kind: "PodList",
    apiVersion: "v1",
    metadata: {},
    items: units.map((unit) => podOf(unit, nodeName)),
  };
}

function podOf(unit: MeasuredUnit, nodeName: string): Plain {
  const { namespace, name, uid, path, isOwn, rule, startTime } = unit;
  const isStatic = isOwn || rule?.static === true;
  return {
    metadata: {
      name,
      namespace,
      uid,
      creationTimestamp: startTime,
      annotations: { [CONFIG_SOURCE]: isStatic ? "file" : "api", "plimsoll/cgroup": path },
    },
    spec: {
      volumes: rule?.directories?.map((path) => ({ name: path, hostPath: { path } })),
      containers: [{ name, resources: resourcesOf(unit, rule) }],
      terminationGracePeriodSeconds: rule?.terminationGracePeriodSeconds ?? 30,
      nodeName,
      priorityClassName: rule?.priorityClassName,
      priority: rule?.priority ?? 0,
    },
    status: {
      phase: "Running",
      startTime,
      containerStatuses: [{ name, state: { running: { startedAt: startTime } } }],
    },
  };
}

/** What the cgroup says, and over it what the file says. A limit alone asks for nothing. */
function resourcesOf({ memory }: MeasuredUnit, rule: PodRule | undefined): Plain {
  const requests = {
    ...(memory.requestBytes === 0n ? {} : { memory: quantityOf(memory.requestBytes) }),
    ...rule?.requests,
  };
  const limits = {
    ...(memory.limitBytes === null ? {} : { memory: quantityOf(memory.limitBytes) }),
    ...rule?.limits,
  };
  return { limits, requests };
}
