import { Random } from "../random.ts";
import type { SimulatedNode } from "../simulation/node.ts";
import type { ContainerPlan, Owner, PodPlan } from "../simulation/plan.ts";
import type { SimulatedPod } from "../simulation/pod.ts";
import { seconds } from "./blocks.ts";
import { podSpec } from "./podSpec.ts";

type Block = Readonly<Record<string, unknown>>;

/** What the kubelet's `/pods` answers: the static pods themselves, never their mirrors. */
export function podListOf(node: SimulatedNode): Block {
  return {
    kind: "PodList",
    apiVersion: "v1",
    metadata: {},
    items: node.pods.map((pod) => podObject(pod, node.plan.name)),
  };
}

function podObject(pod: SimulatedPod, nodeName: string): Block {
  const random = new Random(0).fork(pod.uid);
  return {
    metadata: pod.plan.owner === "Node" ? staticMetadata(pod) : metadata(pod, random),
    spec: podSpec(pod, nodeName),
    status: pod.phase === "Failed" ? failedStatus(pod) : runningStatus(pod, random),
  };
}

/** A static pod's uid is the hash of its manifest. */
function staticMetadata({ plan, name, uid, createdAt }: SimulatedPod): Block {
  return {
    name,
    namespace: plan.namespace,
    uid,
    labels: { component: plan.name, tier: "control-plane" },
    annotations: {
      "kubernetes.io/config.hash": uid,
      "kubernetes.io/config.seen": nanoseconds(createdAt),
      "kubernetes.io/config.source": "file",
    },
  };
}

function metadata({ plan, name, uid, createdAt }: SimulatedPod, random: Random): Block {
  const ownerName = ownerNameOf(plan.owner, plan.name, name);
  return {
    name,
    ...(plan.owner === "StatefulSet" ? {} : { generateName: `${ownerName}-` }),
    namespace: plan.namespace,
    uid,
    resourceVersion: String(random.integer(10_000, 9_999_999)),
    generation: 1,
    creationTimestamp: seconds(createdAt),
    labels: { "app.kubernetes.io/name": plan.name },
    annotations: {
      "kubernetes.io/config.seen": nanoseconds(createdAt),
      "kubernetes.io/config.source": "api",
    },
    ownerReferences: [
      {
        apiVersion: plan.owner === "Job" ? "batch/v1" : "apps/v1",
        kind: plan.owner,
        name: ownerName,
        uid: new Random(0).fork(`${plan.namespace}/${ownerName}`).uid(),
        controller: true,
        blockOwnerDeletion: true,
      },
    ],
  };
}

function ownerNameOf(owner: Owner, planName: string, podName: string): string {
  return owner === "ReplicaSet" ? podName.slice(0, podName.lastIndexOf("-")) : planName;
}

/** Without a reason: no kubelet recorded the eviction, the policy decided it. */
function failedStatus(pod: SimulatedPod): Block {
  return {
    observedGeneration: 1,
    phase: "Failed",
    startTime: seconds(pod.createdAt),
    qosClass: qosClassOf(pod.plan),
  };
}

function runningStatus(pod: SimulatedPod, random: Random): Block {
  const address = `10.244.1.${random.integer(2, 254)}`;
  const since = seconds(pod.createdAt);
  return {
    observedGeneration: 1,
    phase: "Running",
    conditions: CONDITIONS.map((type) => ({
      type,
      observedGeneration: 1,
      status: "True",
      lastProbeTime: null,
      lastTransitionTime: since,
    })),
    hostIP: "192.168.10.21",
    hostIPs: [{ ip: "192.168.10.21" }],
    podIP: address,
    podIPs: [{ ip: address }],
    startTime: since,
    containerStatuses: pod.plan.containers.map((container, i) =>
      containerStatus(container, pod.containers[i]?.startedAt ?? pod.createdAt, random),
    ),
    qosClass: qosClassOf(pod.plan),
  };
}

const CONDITIONS = [
  "PodReadyToStartContainers",
  "Initialized",
  "Ready",
  "ContainersReady",
  "PodScheduled",
];

function containerStatus(plan: ContainerPlan, startedAt: number, random: Random): Block {
  const { requests, limits } = plan;
  return {
    name: plan.name,
    state: { running: { startedAt: seconds(startedAt) } },
    lastState: {},
    ready: true,
    restartCount: 0,
    image: plan.image,
    imageID: `${plan.image.split(":")[0]}@sha256:${random.hex(64)}`,
    containerID: `containerd://${random.hex(64)}`,
    started: true,
    ...(requests === undefined ? {} : { allocatedResources: requests }),
    resources: { ...(limits && { limits }), ...(requests && { requests }) },
  };
}

function nanoseconds(time: number): string {
  return new Date(time).toISOString().replace("Z", "000000Z");
}

/** The API server writes it into every pod; plans always state requests with limits. Spec 6.1. */
function qosClassOf({ containers }: PodPlan): string {
  const resources = containers.flatMap(({ requests, limits }) =>
    (["cpu", "memory"] as const).map((name) => [requests?.[name], limits?.[name]] as const),
  );
  if (resources.every(([request, limit]) => request === undefined && limit === undefined)) {
    return "BestEffort";
  }
  const equal = ([request, limit]: readonly [string | undefined, string | undefined]) =>
    request !== undefined && request === limit;
  return resources.every(equal) ? "Guaranteed" : "Burstable";
}
