/** The objects of a scenario, as they are created at the API server. */
import { NODE } from "./nodeFiles.ts";
import {
  IMAGE,
  type Load,
  PRIORITY_CLASSES,
  type ScenarioContainer,
  type ScenarioPod,
} from "./scenario.ts";

const GRACE_SECONDS = 5;
/** As process.go looks for it. */
const VOLUME_PATH = "/data";

export interface Creation {
  readonly path: string;
  readonly body: object;
}

export function creationsOf(pods: readonly ScenarioPod[]): Creation[] {
  const namespaces = new Set(pods.map(({ namespace = "default" }) => namespace));
  const made = ["default", "kube-system"];
  return [
    ...Object.entries(PRIORITY_CLASSES).map(([name, value]) => ({
      path: "/apis/scheduling.k8s.io/v1/priorityclasses",
      body: { metadata: { name }, value },
    })),
    ...[...namespaces]
      .filter((name) => !made.includes(name))
      .map((name) => ({ path: "/api/v1/namespaces", body: { metadata: { name } } })),
    ...pods.map((pod) => ({
      path: `/api/v1/namespaces/${pod.namespace ?? "default"}/pods`,
      body: podOf(pod),
    })),
  ];
}

function podOf(pod: ScenarioPod): object {
  const emptyDir = pod.volumeSizeLimit === undefined ? {} : { sizeLimit: pod.volumeSizeLimit };
  return {
    metadata: { name: pod.name, labels: { app: pod.name } },
    spec: {
      nodeName: NODE,
      priorityClassName: pod.priorityClassName,
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      terminationGracePeriodSeconds: pod.terminationGracePeriodSeconds ?? GRACE_SECONDS,
      // No controller takes the taint away that a new node has.
      tolerations: [{ operator: "Exists" }],
      volumes: [{ name: "data", emptyDir }],
      initContainers: (pod.sidecars ?? []).map((one) => ({
        ...containerOf(one),
        restartPolicy: "Always",
      })),
      containers: pod.containers.map(containerOf),
    },
  };
}

function containerOf({ name, load, requests = {}, limits = {} }: ScenarioContainer): object {
  return {
    name,
    image: IMAGE,
    imagePullPolicy: "IfNotPresent",
    env: [{ name: "LOAD", value: JSON.stringify(load satisfies Load) }],
    resources: { requests, limits },
    volumeMounts: [{ name: "data", mountPath: VOLUME_PATH }],
  };
}
