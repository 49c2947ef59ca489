/** Messages of kubelets that people quoted in public threads, and what each of them says. */
import { RELEASES } from "../../../../analysis/engine/contract/releases.ts";
import { formatRelease } from "../../../../analysis/text/release.ts";

const NEWEST = formatRelease(RELEASES.messages.newest);

export interface PublicMessage {
  /** The thread, or the repository that quotes it. */
  readonly source: string;
  /** As it was quoted: with the table, the fold or the sentence around it. */
  readonly text: string;
  readonly says: Readonly<Record<string, unknown>>;
}

const Ki = 1024;
const Mi = 1024 * Ki;
const Gi = 1024 * Mi;

const DISK = ["nodefs.available", "imagefs.available"];
const DISK_SINCE_29 = [...DISK, "containerfs.available"];
const ANY_DISK = [
  "nodefs.available",
  "imagefs.available",
  "nodefs.inodesFree",
  "imagefs.inodesFree",
];
const BEFORE_26 = { from: "1.11", to: "1.25" };
const SINCE_26 = { from: "1.26", to: NEWEST };
const BRACKETS = { from: "1.5", to: "1.13" };
const HAD_CONDITION = { from: "1.14", to: NEWEST };

/** A container's usage and request, of ephemeral storage unless another resource is named. */
const used = (name: string, usage: number, request = 0, resource = "ephemeral-storage") => ({
  name,
  usage,
  request,
  resource,
});

const disk = (...containers: readonly ReturnType<typeof used>[]) => ({
  kind: "node-pressure",
  resource: "ephemeral-storage",
  signals: DISK,
  threshold: null,
  available: null,
  containers,
  release: BEFORE_26,
});

const limit = (kind: string, bytes: number, more: Readonly<Record<string, unknown>> = {}) => ({
  kind,
  resource: "ephemeral-storage",
  signals: [],
  limit: bytes,
  release: { from: "1.11", to: NEWEST },
  ...more,
});

const rejected = (condition: string, release: object, signals: readonly string[]) => ({
  kind: "admission",
  resource: null,
  nodeConditions: [condition],
  signals,
  containers: [],
  release,
});

export const PUBLIC_MESSAGES: readonly PublicMessage[] = [
  {
    source: "kubernetes/kubernetes#31397",
    text: "Evicted: The node was low on compute resources.",
    says: {
      kind: "node-pressure",
      resource: null,
      signals: [
        ...["memory.available", "nodefs.available", "nodefs.inodesFree"],
        ...["imagefs.available", "imagefs.inodesFree"],
      ],
      release: { from: "1.3", to: "1.4" },
    },
  },
  {
    source: "kubernetes/test-infra#1152",
    text:
      "Status:         Failed\nReason:         Evicted\nMessage:        The node was low on " +
      "compute resources.\n    Requests:\n      cpu:      100m",
    says: { kind: "node-pressure", containers: [], release: { from: "1.3", to: "1.4" } },
  },
  {
    source: "kubernetes/kubernetes#57442",
    text: "The node was low on resource: nodefs",
    says: {
      kind: "node-pressure",
      resource: "nodefs",
      signals: ["nodefs.available"],
      release: { from: "1.5", to: "1.10" },
    },
  },
  {
    source: "kubernetes/kubernetes#66151",
    text: "Reason:       Evicted\nMessage:      The node was low on resource: imagefs.\n",
    says: {
      resource: "imagefs",
      signals: ["imagefs.available"],
      release: { from: "1.5", to: "1.10" },
    },
  },
  {
    source: "docker/for-mac#5733",
    text: "Kubernetes in docker-desktop is evicting Pods: The node was low on resource: inodes",
    says: {
      kind: "node-pressure",
      resource: "inodes",
      signals: ["nodefs.inodesFree", "imagefs.inodesFree"],
      release: { from: "1.11", to: "1.25" },
    },
  },
  {
    source: "openshift/release#516",
    text:
      "  1m\t\t1m\t\t1\tkubelet, origin-ci-ig-n-kwtq\t\t\tWarning\t\tEvicted\t\tThe node was " +
      "low on resource: [DiskPressure].\n",
    says: rejected("DiskPressure", BRACKETS, ANY_DISK),
  },
  {
    source: "gitpod-io/gitpod#1229",
    text: "Evicted: Pod The node was low on resource: [DiskPressure]",
    says: rejected("DiskPressure", BRACKETS, ANY_DISK),
  },
  {
    source: "gitpod-io/gitpod#935",
    text:
      "Evicted: Pod The node had condition: [DiskPressure].\nPlease file an issue if you think " +
      "this is a bug.",
    says: rejected("DiskPressure", { from: "1.14", to: "1.25" }, ANY_DISK),
  },
  {
    source: "rancher/rancher#29604",
    text: "The node had condition: [DiskPressure].\nyes, i will review disk usage",
    says: rejected("DiskPressure", HAD_CONDITION, [
      ...DISK_SINCE_29,
      ...["nodefs.inodesFree", "imagefs.inodesFree", "containerfs.inodesFree"],
    ]),
  },
  {
    source: "paritytech/Nomidot#306, the rejected pod",
    text: "> Pod The node had condition: [MemoryPressure].",
    says: rejected("MemoryPressure", { from: "1.14", to: "1.25" }, [
      "memory.available",
      "allocatableMemory.available",
    ]),
  },
  {
    source: "paritytech/Nomidot#306, the evicted one",
    text:
      "> The node was low on resource: memory. Container nomidotwatcher was using 1703264Ki, " +
      "which exceeds its request of 0.",
    says: {
      kind: "node-pressure",
      resource: "memory",
      signals: ["memory.available", "allocatableMemory.available"],
      containers: [used("nomidotwatcher", 1703264 * Ki, 0, "memory")],
      release: BEFORE_26,
    },
  },
  {
    source: "operate-first/apps#1352",
    text:
      "csi-rbdplugin-provisioner-6f4cc98cdf-v6p99    openshift-storage    Evicted   " +
      "oct-03-03-compute   The node was low on resource: ephemeral-storage. Container " +
      "csi-snapshotter was using 26820Ki, which exceeds its request of 0. Container " +
      "csi-provisioner was using 41024Ki, which exceeds its request of 0. Container " +
      "liveness-prometheus was using 4Ki, which exceeds its request of 0. Container " +
      "csi-attacher was using 26564Ki, which exceeds its request of 0. Container csi-rbdplugin " +
      "was using 3396Ki, which exceeds its request of 0. Container csi-resizer was using " +
      "27840Ki, which exceeds its request of 0. \n",
    says: disk(
      used("csi-snapshotter", 26820 * Ki),
      used("csi-provisioner", 41024 * Ki),
      used("liveness-prometheus", 4 * Ki),
      used("csi-attacher", 26564 * Ki),
      used("csi-rbdplugin", 3396 * Ki),
      used("csi-resizer", 27840 * Ki),
    ),
  },
  {
    source: "GoogleCloudPlatform/ml-testing-accelerators#194",
    text:
      "`The node was low on resource: ephemeral-storage. Container monitor was using 776Ki, " +
      "which exceeds its request of 0. Container train was using 7499Mi, which exceeds its " +
      "request of 0.`",
    says: disk(used("monitor", 776 * Ki), used("train", 7499 * Mi)),
  },
  {
    source: "StackStorm/stackstorm-k8s#170",
    text:
      "The node was low on resource: ephemeral-storage. Container st2actionrunner was using " +
      "82Ki, which exceeds its request of 0",
    says: disk(used("st2actionrunner", 82 * Ki)),
  },
  {
    source: "argoproj/argo-workflows#8526",
    text:
      '"The node was low on resource: ephemeral-storage. Container wait was using 60Ki, which ' +
      'exceeds its request of 0."',
    says: disk(used("wait", 60 * Ki)),
  },
  {
    source: "kubernetes/kubernetes#91600",
    text:
      "Status:         Failed\nReason:         Evicted\nMessage:        The node was low on " +
      "resource: ephemeral-storage. Container ebaogi-bff-app was using 34260Ki, which exceeds " +
      "its request of 0. \nIP:             \nIPs:            <none>",
    says: disk(used("ebaogi-bff-app", 34260 * Ki)),
  },
  {
    source: "actions/actions-runner-controller#1215",
    text:
      "Error Occurred in Pod: actions-runner-system/github-runner-jnp9m-2rwsr in prod-k8s " +
      "cluster\nThe node was low on resource: ephemeral-storage. Container docker was using " +
      "80Ki, which exceeds its request of 0. Container runner was using 84096Ki, which exceeds " +
      "its request of 0. \n\nError Occurred in Node: ip-10-0-1-54.us-east-2.compute.internal in " +
      "prod-k8s cluster\nfailed to garbage collect required amount of images. Wanted to free " +
      "11069618585 bytes, but freed 0 bytes",
    says: disk(used("docker", 80 * Ki), used("runner", 84096 * Ki)),
  },
  {
    source: "kubeflow/spark-operator#1546",
    text:
      "experiencing this `The node was low on resource: ephemeral-storage. Container " +
      "spark-kubernetes-driver was using 48136Ki, which exceeds its request of 0.` error",
    says: disk(used("spark-kubernetes-driver", 48136 * Ki)),
  },
  {
    source: "elastisys/compliantkubernetes-apps#1173",
    text:
      "Warning  Evicted  37m   kubelet  The node was low on resource: ephemeral-storage. " +
      "Container X was using 2596Ki, which exceeds its request of 0.",
    says: disk(used("X", 2596 * Ki)),
  },
  {
    source: "concourse/hush-house#8, folded by YAML",
    text:
      "status:\n  message: 'The node was low on resource: ephemeral-storage. Container " +
      "hush-house-worker\n    was using 73712Ki, which exceeds its request of 0. '\n  phase: " +
      "Failed\n  reason: Evicted",
    says: disk(used("hush-house-worker", 73712 * Ki)),
  },
  {
    source: "caoyingjunz/go-learning#55",
    text:
      "Warning  Evicted           6m5s   kubelet            The node was low on resource: " +
      "ephemeral-storage. Container harbor-chart-rsync-client was using 76Ki, which exceeds its " +
      "request of 0. Container chartmuseum was using 856Ki, which exceeds its request of 0.",
    says: disk(used("harbor-chart-rsync-client", 76 * Ki), used("chartmuseum", 856 * Ki)),
  },
  {
    source: "cloud-ark/kubeplus#1382",
    text:
      "`Status:       Failed\nReason:       Evicted\nMessage:      The node was low on " +
      "resource: ephemeral-storage. Threshold quantity: 2146223340, available: 1883424Ki. " +
      "Container helmer was using 10304Ki, request is 10Mi, has larger consumption of " +
      "ephemeral-storage. Container consumerui was using 52676Ki, request is 10Mi, has larger " +
      "consumption of ephemeral-storage.\n`",
    says: {
      kind: "node-pressure",
      resource: "ephemeral-storage",
      signals: DISK_SINCE_29,
      threshold: 2146223340,
      available: 1883424 * Ki,
      containers: [used("helmer", 10304 * Ki, 10 * Mi), used("consumerui", 52676 * Ki, 10 * Mi)],
      release: SINCE_26,
    },
  },
  {
    source: "akash-network/support#138",
    text:
      "Message:             The node was low on resource: ephemeral-storage. Threshold " +
      "quantity: 15763389861, available: 12139364Ki. \n",
    says: { threshold: 15763389861, available: 12139364 * Ki, containers: [], release: SINCE_26 },
  },
  {
    source: "cloud-pi-native/socle#532, repeated and cut off by a job's log",
    text:
      "The node was low on resource: ephemeral-storage. Threshold quantity: 16023864137, " +
      "available: 12671572Ki. Container build was using 1639680Ki, request is 0, has larger " +
      "consumption of ephemeral-storage. Container helper was using 8Ki, request is 0, has " +
      "larger consumption of ephemeral-storage. WARNING: Event retrieved from the cluster: " +
      "Container runtime did not kill the pod within specified grace period. ERROR: Job failed " +
      '(system failure): pod "dso-gitlab/runner-t1n3fbpd-project-339-concurrent-0-xj0lkphx" is ' +
      'disrupted: reason "TerminationByKubelet", message "The node was low on resource: ' +
      "ephemeral-storage. Threshold quantity: 16023864137, available: 12671572Ki. Container " +
      "build was using 1639680Ki, request",
    says: {
      threshold: 16023864137,
      available: 12671572 * Ki,
      containers: [used("build", 1639680 * Ki), used("helper", 8 * Ki)],
      release: SINCE_26,
    },
  },
  {
    source: "vtmocanu/uzi#225, without the first sentence",
    text: 'zzb7q  node ...-5shb4   "Threshold quantity: 3141254678, available: 2632184Ki"',
    says: {
      kind: "node-pressure",
      resource: null,
      threshold: 3141254678,
      available: 2632184 * Ki,
      release: SINCE_26,
    },
  },
  {
    source: "a write-up of AKS with 750Mi",
    text:
      "Message:          The node was low on resource: memory. Threshold quantity: 750Mi, " +
      "available: 225800Ki. Container nginx was using 4395616Ki, request is 0, has larger " +
      "consumption of memory.\nIP:               10.244.1.3",
    says: {
      resource: "memory",
      threshold: 750 * Mi,
      available: 225800 * Ki,
      containers: [used("nginx", 4395616 * Ki, 0, "memory")],
    },
  },
  {
    source: "a write-up of Node Allocatable, in a shell's comments",
    text:
      "# Message:          The node was low on resource: memory. Threshold quantity: 12Gi, " +
      "available: 12536420Ki. Container p1 was using 788244Ki, request is 128M, has larger " +
      "consumption of memory. \n# Conditions:",
    says: {
      threshold: 12 * Gi,
      available: 12536420 * Ki,
      containers: [used("p1", 788244 * Ki, 128_000_000, "memory")],
    },
  },
  {
    source: "kubernetes/kubernetes, a test of 1.26 and later",
    text: "The node was low on resource: pids. Threshold quantity: 1200, available: 500. ",
    says: {
      resource: "pids",
      signals: ["pid.available"],
      threshold: 1200,
      available: 500,
      containers: [],
      release: SINCE_26,
    },
  },
  {
    source: "cloud-ark/kubeplus#1389",
    text: 'Message:  Container consumerui exceeded its local ephemeral storage limit "20Mi".',
    says: limit("container-limit", 20 * Mi, {
      containers: [
        { name: "consumerui", usage: null, request: null, resource: "ephemeral-storage" },
      ],
    }),
  },
  {
    source: "a runner's configuration, quoted in a shell",
    text: '(\\"Container runner exceeded its local ephemeral storage limit \\\\"4Gi\\\\"\\")',
    says: limit("container-limit", 4 * Gi),
  },
  {
    source: "substratusai/runbooks#246",
    text:
      "  Warning  Evicted              60s                kubelet            Pod ephemeral " +
      "local storage usage exceeds the total limit of containers 100Gi.",
    says: limit("pod-limit", 100 * Gi, { containers: [] }),
  },
  {
    source: "neuvector/docs#272",
    text:
      "Message:          Pod ephemeral local storage usage exceeds the total limit of " +
      "containers 2Gi. \nIP:               10.108.130.33",
    says: limit("pod-limit", 2 * Gi),
  },
  {
    source: "kubernetes/kubernetes#122160",
    text:
      "Warning  Evicted              2m57s  kubelet            Pod ephemeral local storage " +
      "usage exceeds the total limit of containers 5Mi.\n  Normal   Killing              2m57s  " +
      "kubelet            Stopping container grow-test",
    says: limit("pod-limit", 5 * Mi),
  },
  {
    source: "artifact-keeper/artifact-keeper-iac#153, without a full stop",
    text:
      "```\nPod ephemeral local storage usage exceeds the total limit of containers " +
      "1Gi\n```\n\nThe client sees a TLS EOF",
    says: limit("pod-limit", Gi),
  },
  {
    source: "a description of a pod of 1.9",
    text:
      "  Warning  Evicted                19m   kubelet, 172.160.134.17  pod ephemeral local " +
      "storage usage exceeds the total limit of containers {{52428800 0} {<nil>} 50Mi " +
      "BinarySI}\n  Normal   Killing                19m   kubelet, 172.160.134.17  Killing " +
      "container with id docker://busybox:Need to kill Pod",
    says: limit("pod-limit", 50 * Mi, { release: { from: "1.8", to: "1.10" } }),
  },
  {
    source: "OpenShift's tests of storage",
    text: 'Usage of EmptyDir volume "data" exceeds the limit "4Gi".',
    says: limit("emptyDir-limit", 4 * Gi, { resource: null, volume: "data" }),
  },
  {
    source: "a platform's notes, folded in comments",
    text:
      '        # 2026-09-06, every one `Usage of EmptyDir volume "workspace"\n        # exceeds ' +
      'the limit "2Gi"`) were this',
    says: limit("emptyDir-limit", 2 * Gi, { resource: null, volume: "workspace" }),
  },
  {
    source: "a pod's status on AKS 1.3x",
    text: '"message": "Pod was rejected: The node had condition: [MemoryPressure]. ",',
    says: rejected("MemoryPressure", SINCE_26, ["memory.available", "allocatableMemory.available"]),
  },
];
