import type { ContainerPlan, Owner } from "../simulation/plan.ts";
import type { SimulatedPod } from "../simulation/pod.ts";

type Block = Readonly<Record<string, unknown>>;

/** A PodSpec after the API server's defaulting, members in the order of a kubelet 1.35. */
export function podSpec({ plan, tokenVolume }: SimulatedPod, nodeName: string): Block {
  const token = tokenVolume === null ? [] : [projectedToken(tokenVolume)];
  const volumes = [
    ...(plan.volumes ?? []).map(({ name, source }) => ({ name, ...source })),
    ...token,
  ];
  return {
    ...(volumes.length === 0 ? {} : { volumes }),
    containers: plan.containers.map((container) => containerSpec(container, volumes)),
    restartPolicy: plan.owner === "Job" ? "Never" : "Always",
    terminationGracePeriodSeconds: plan.terminationGracePeriodSeconds ?? 30,
    dnsPolicy: "ClusterFirst",
    serviceAccountName: "default",
    serviceAccount: "default",
    nodeName,
    securityContext: {},
    schedulerName: "default-scheduler",
    tolerations: TOLERATIONS[plan.owner] ?? DEFAULT_TOLERATIONS,
    ...(plan.priorityClassName && { priorityClassName: plan.priorityClassName }),
    priority: plan.priority ?? 0,
    enableServiceLinks: true,
    preemptionPolicy: "PreemptLowerPriority",
  };
}

function containerSpec(plan: ContainerPlan, volumes: readonly { name: string }[]): Block {
  const { requests, limits } = plan;
  return {
    name: plan.name,
    image: plan.image,
    resources: { ...(limits && { limits }), ...(requests && { requests }) },
    ...(volumes.length === 0
      ? {}
      : { volumeMounts: volumes.map(({ name }) => ({ name, mountPath: `/mnt/${name}` })) }),
    terminationMessagePath: "/dev/termination-log",
    terminationMessagePolicy: "File",
    imagePullPolicy: "IfNotPresent",
  };
}

function projectedToken(name: string) {
  return {
    name,
    projected: {
      sources: [
        { serviceAccountToken: { expirationSeconds: 3607, path: "token" } },
        {
          configMap: { name: "kube-root-ca.crt", items: [{ key: "ca.crt", path: "ca.crt" }] },
        },
      ],
      defaultMode: 420,
    },
  };
}

const forTaint = (key: string, effect: string) => ({
  key: `node.kubernetes.io/${key}`,
  operator: "Exists",
  effect,
});

const DEFAULT_TOLERATIONS: readonly Block[] = ["not-ready", "unreachable"].map((key) => ({
  ...forTaint(key, "NoExecute"),
  tolerationSeconds: 300,
}));

const TOLERATIONS: Partial<Record<Owner, readonly Block[]>> = {
  Node: [{ operator: "Exists", effect: "NoExecute" }],
  DaemonSet: [
    ...["not-ready", "unreachable"].map((key) => forTaint(key, "NoExecute")),
    ...["disk-pressure", "memory-pressure", "pid-pressure", "unschedulable"].map((key) =>
      forTaint(key, "NoSchedule"),
    ),
  ],
};
