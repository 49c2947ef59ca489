/** Every series that is read: who exposes it, what distinguishes its rows, what it becomes. */

export type Exporter =
  | "cadvisor"
  | "kubelet"
  | "node-exporter"
  | "kube-state-metrics"
  | "kube-scheduler"
  | "k8s-ephemeral-storage-metrics";

/**
 * `samples`: each one counts, with its time. `states`: it says what is so, and when that changed.
 * `facts`: it says what a pod or node is made of, once in a while.
 */
export type Reading = "samples" | "states" | "facts";

/** What a series is about; the labels that say so are in `labels.ts`. */
export type Subject = "cgroup" | "node" | "pod";

export interface SeriesRow {
  readonly metric: string;
  readonly exporter: Exporter;
  readonly subject: Subject;
  readonly reading: Reading;
  /** Labels that are kept in addition to those of the subject; none of them names the scraper. */
  readonly labels: readonly string[];
  /** Matchers in addition to those of the node: one selection for each. */
  readonly matchers: readonly string[];
  /** The member of a document, or of the header. */
  readonly becomes: string;
}

/** The cgroup of all pods; below a kubelet's own cgroup, as in kind, if it has one. */
const CGROUP_OF_PODS = "(/[^/]+)*/([^/]+-)?kubepods([.]slice)?";
const CGROUPS_OF_NODE = `id=~"/|${CGROUP_OF_PODS}"`;
const CGROUPS_OF_PODS = 'pod!=""';

function cadvisor(
  metric: string,
  matchers: readonly string[],
  becomes: string,
  labels: readonly string[] = [],
  reading: Reading = "samples",
): SeriesRow {
  return { metric, exporter: "cadvisor", subject: "cgroup", reading, labels, matchers, becomes };
}

function nodeExporter(
  metric: string,
  becomes: string,
  labels: readonly string[] = [],
  reading: Reading = "samples",
): SeriesRow {
  const exporter = "node-exporter";
  return { metric, exporter, subject: "node", reading, labels, matchers: [""], becomes };
}

function kubelet(
  metric: string,
  becomes: string,
  subject: Subject,
  labels: readonly string[] = [],
): SeriesRow {
  const [exporter, reading] = ["kubelet", "samples"] as const;
  return { metric, exporter, subject, reading, labels, matchers: [""], becomes };
}

function stateMetrics(
  metric: string,
  becomes: string,
  subject: Subject,
  reading: Reading,
  labels: readonly string[] = [],
  matcher = "",
): SeriesRow {
  const exporter = "kube-state-metrics";
  return { metric, exporter, subject, reading, labels, matchers: [matcher], becomes };
}

const IN_CONTAINERS = 'container!="",container!="POD"';
const OF_ROOT = 'id="/"';
const OF_MOUNT = ["device", "fstype", "mountpoint"];
const OF_RESOURCE = ["container", "resource"];
const STORED = 'resource=~"cpu|memory|ephemeral_storage"';
const PRESSURE = 'condition=~"MemoryPressure|DiskPressure|PIDPressure",status="true"';

export const SERIES: readonly SeriesRow[] = [
  cadvisor(
    "container_memory_working_set_bytes",
    [CGROUPS_OF_NODE, CGROUPS_OF_PODS],
    "node.memory, systemContainers.pods.memory, pods.memory, pods.containers.memory",
  ),
  cadvisor("container_memory_usage_bytes", [CGROUPS_OF_NODE], "node.memory.usageBytes"),
  cadvisor("container_memory_rss", [CGROUPS_OF_NODE], "node.memory.rssBytes"),
  cadvisor(
    "container_spec_memory_limit_bytes",
    [`id=~"${CGROUP_OF_PODS}"`],
    "systemContainers.pods.memory.availableBytes",
  ),
  cadvisor(
    "container_fs_usage_bytes",
    [OF_ROOT, IN_CONTAINERS],
    "node.fs.availableBytes, pods.containers.rootfs.usedBytes",
    ["device"],
  ),
  cadvisor("container_fs_limit_bytes", [OF_ROOT], "node.fs.capacityBytes", ["device"]),
  cadvisor("container_fs_inodes_free", [OF_ROOT], "node.fs.inodesFree", ["device"]),
  cadvisor("container_fs_inodes_total", [OF_ROOT], "node.fs.inodes", ["device"]),
  cadvisor("container_processes", [CGROUPS_OF_PODS], "pods.process_stats.process_count"),
  {
    ...cadvisor("machine_memory_bytes", [""], "node.memory.availableBytes", [], "facts"),
    subject: "node",
  },
  kubelet("node_memory_working_set_bytes", "node.memory.workingSetBytes", "node"),
  kubelet("pod_memory_working_set_bytes", "pods.memory.workingSetBytes", "cgroup"),
  kubelet(
    "kubelet_container_log_filesystem_used_bytes",
    "pods.containers.logs.usedBytes",
    "cgroup",
  ),
  kubelet("kubelet_evictions", "header happened", "node", ["eviction_signal"]),
  nodeExporter("node_memory_MemTotal_bytes", "node.memory.availableBytes"),
  nodeExporter("node_memory_MemAvailable_bytes", "node.memory.availableBytes"),
  nodeExporter("node_filesystem_size_bytes", "node.fs.capacityBytes, imageFs", OF_MOUNT),
  nodeExporter("node_filesystem_avail_bytes", "node.fs.availableBytes, imageFs", OF_MOUNT),
  nodeExporter("node_filesystem_files", "node.fs.inodes, imageFs", OF_MOUNT),
  nodeExporter("node_filesystem_files_free", "node.fs.inodesFree, imageFs", OF_MOUNT),
  nodeExporter("node_processes_threads", "node.rlimit.curproc"),
  nodeExporter("node_processes_max_threads", "node.rlimit.maxpid"),
  nodeExporter("node_processes_max_processes", "node.rlimit.maxpid"),
  nodeExporter("node_uname_info", "which node-exporter is the node's", ["nodename"], "facts"),
  stateMetrics("kube_node_info", "header kubelet", "node", "facts", [
    "kubelet_version",
    "internal_ip",
  ]),
  stateMetrics("kube_node_status_capacity", "header capacity", "node", "facts", ["resource"]),
  stateMetrics(
    "kube_node_status_condition",
    "header happened",
    "node",
    "samples",
    ["condition", "status"],
    PRESSURE,
  ),
  stateMetrics(
    "kube_pod_info",
    "which pods are the node's, metadata, priorityClassName",
    "pod",
    "samples",
    ["node", "priority_class"],
  ),
  stateMetrics("kube_pod_status_phase", "status.phase", "pod", "states", ["phase"]),
  stateMetrics(
    "kube_pod_status_reason",
    "header happened",
    "pod",
    "samples",
    ["reason"],
    'reason="Evicted"',
  ),
  stateMetrics("kube_pod_status_qos_class", "status.qosClass", "pod", "facts", ["qos_class"]),
  stateMetrics("kube_pod_owner", "metadata.ownerReferences, static pods", "pod", "facts", [
    "owner_kind",
    "owner_name",
    "owner_is_controller",
  ]),
  stateMetrics("kube_pod_deletion_timestamp", "metadata.deletionTimestamp", "pod", "facts"),
  stateMetrics("kube_pod_overhead_memory_bytes", "spec.overhead.memory", "pod", "facts"),
  stateMetrics("kube_pod_container_info", "spec.containers", "pod", "facts", ["container"]),
  stateMetrics(
    "kube_pod_container_resource_requests",
    "spec.containers.resources.requests",
    "pod",
    "facts",
    OF_RESOURCE,
    STORED,
  ),
  stateMetrics(
    "kube_pod_container_resource_limits",
    "spec.containers.resources.limits",
    "pod",
    "facts",
    OF_RESOURCE,
    STORED,
  ),
  stateMetrics("kube_pod_init_container_info", "spec.initContainers", "pod", "facts", [
    "container",
    "restart_policy",
  ]),
  stateMetrics(
    "kube_pod_init_container_resource_requests",
    "spec.initContainers.resources.requests",
    "pod",
    "facts",
    OF_RESOURCE,
    STORED,
  ),
  stateMetrics(
    "kube_pod_init_container_resource_limits",
    "spec.initContainers.resources.limits",
    "pod",
    "facts",
    OF_RESOURCE,
    STORED,
  ),
  stateMetrics(
    "kube_pod_spec_volumes_persistentvolumeclaims_info",
    "spec.volumes",
    "pod",
    "facts",
    ["volume", "persistentvolumeclaim"],
  ),
  {
    metric: "kube_pod_resource_request",
    exporter: "kube-scheduler",
    subject: "cgroup",
    reading: "facts",
    labels: ["node", "priority"],
    matchers: [""],
    becomes: "spec.priority",
  },
  {
    metric: "ephemeral_storage_pod_usage",
    exporter: "k8s-ephemeral-storage-metrics",
    subject: "cgroup",
    reading: "samples",
    labels: [],
    matchers: [""],
    becomes: "pods.ephemeral-storage.usedBytes",
  },
];

export const ROWS: ReadonlyMap<string, SeriesRow> = new Map(SERIES.map((row) => [row.metric, row]));
