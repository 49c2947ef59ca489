/** A pod of a PodList and its stats as series. */

import { amountOf } from "../../text/quantityText.ts";
import type { Labels } from "./answer.ts";
import type { MemoryStats, Write } from "./exposedNode.ts";

type Quantities = Readonly<Record<string, unknown>>;

interface ListedContainer {
  readonly name?: string;
  readonly restartPolicy?: string;
  readonly resources?: { readonly requests?: Quantities; readonly limits?: Quantities };
}

/** What is read of an item of a PodList. */
export interface ListedPod {
  readonly metadata?: {
    readonly name?: string;
    readonly namespace?: string;
    readonly uid?: string;
    readonly deletionTimestamp?: string;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly ownerReferences?: readonly {
      readonly kind?: string;
      readonly name?: string;
      readonly controller?: boolean;
    }[];
  };
  readonly spec?: {
    readonly priority?: number;
    readonly priorityClassName?: string;
    readonly overhead?: Quantities;
    readonly containers?: readonly ListedContainer[];
    readonly initContainers?: readonly ListedContainer[];
    readonly volumes?: readonly {
      readonly name?: string;
      readonly persistentVolumeClaim?: { readonly claimName?: string };
    }[];
  };
  readonly status?: { readonly phase?: string; readonly qosClass?: string };
}

interface UsedBytes {
  readonly usedBytes?: number;
}

/** What is read of a pod's stats. */
export interface PodUsage {
  readonly podRef?: { readonly uid?: string };
  readonly memory?: MemoryStats;
  readonly containers?: readonly {
    readonly name?: string;
    readonly memory?: MemoryStats;
    readonly rootfs?: UsedBytes;
    readonly logs?: UsedBytes;
  }[];
  readonly process_stats?: { readonly process_count?: number };
}

interface PodState {
  readonly node: string;
  readonly isEvicted: boolean;
}

const PHASES = ["Pending", "Succeeded", "Failed", "Running", "Unknown"];
const QOS_CLASSES = ["BestEffort", "Burstable", "Guaranteed"];

export function exposePod(pod: ListedPod, { node, isEvicted }: PodState, write: Write): void {
  const { name = "", namespace = "", uid = "", deletionTimestamp } = pod.metadata ?? {};
  const { status = {}, spec = {} } = pod;
  const own = { namespace, pod: name, uid };
  const state = write("stateMetrics");
  const owner = pod.metadata?.ownerReferences?.[0];
  const created = { created_by_kind: owner?.kind ?? "", created_by_name: owner?.name ?? "" };
  const priorityClass = { priority_class: spec.priorityClassName ?? "" };
  state("kube_pod_info", { ...own, node, ...created, ...priorityClass }, 1);
  const phase = isEvicted ? "Failed" : (status.phase ?? "Running");
  for (const each of PHASES) {
    state("kube_pod_status_phase", { ...own, phase: each }, each === phase ? 1 : 0);
  }
  state("kube_pod_status_reason", { ...own, reason: "Evicted" }, isEvicted ? 1 : 0);
  for (const each of status.qosClass === undefined ? [] : QOS_CLASSES) {
    const value = each === status.qosClass ? 1 : 0;
    state("kube_pod_status_qos_class", { ...own, qos_class: each }, value);
  }
  exposeOwner(pod, own, node, state);
  exposeSpec(pod, own, node, write);
  const deleted = deletionTimestamp === undefined ? Number.NaN : Date.parse(deletionTimestamp);
  if (!Number.isNaN(deleted)) state("kube_pod_deletion_timestamp", own, deleted / 1000);
}

type WriteSample = ReturnType<Write>;

function exposeOwner(pod: ListedPod, own: Labels, node: string, state: WriteSample): void {
  const { ownerReferences = [], annotations = {} } = pod.metadata ?? {};
  const source = annotations["kubernetes.io/config.source"] ?? "api";
  const owners =
    source === "api" ? ownerReferences : [{ kind: "Node", name: node, controller: true }];
  for (const { kind = "", name = "", controller = false } of owners) {
    const labels = { owner_kind: kind, owner_name: name, owner_is_controller: String(controller) };
    state("kube_pod_owner", { ...own, ...labels }, 1);
  }
}

function exposeSpec({ spec = {} }: ListedPod, own: Labels, node: string, write: Write): void {
  const state = write("stateMetrics");
  for (const container of spec.containers ?? []) {
    state("kube_pod_container_info", { ...own, container: container.name ?? "" }, 1);
    exposeResources(container, "kube_pod_container_resource", { ...own, node }, state);
  }
  for (const container of spec.initContainers ?? []) {
    const { name = "", restartPolicy = "" } = container;
    const labels = { ...own, container: name, restart_policy: restartPolicy };
    state("kube_pod_init_container_info", labels, 1);
    exposeResources(container, "kube_pod_init_container_resource", { ...own, node }, state);
  }
  const overhead = amountOf(spec.overhead?.memory);
  if (overhead !== null) state("kube_pod_overhead_memory_bytes", own, overhead);
  for (const { name = "", persistentVolumeClaim: claim } of spec.volumes ?? []) {
    if (claim === undefined) continue;
    const labels = { ...own, volume: name, persistentvolumeclaim: claim.claimName ?? "" };
    state("kube_pod_spec_volumes_persistentvolumeclaims_info", labels, 1);
  }
  const { namespace = "", pod = "" } = own;
  const priority = String(spec.priority ?? 0);
  const labels = { namespace, pod, node, priority, resource: "memory", unit: "bytes" };
  write("scheduler")("kube_pod_resource_request", labels, requestOf(spec.containers ?? []));
}

/** What the scheduler counts is more than this; only its label is read. */
function requestOf(containers: readonly ListedContainer[]): number {
  const amounts = containers.map(({ resources }) => amountOf(resources?.requests?.memory) ?? 0);
  return amounts.reduce((sum, amount) => sum + amount, 0);
}

const RESOURCE_UNITS: Readonly<Record<string, string>> = { cpu: "core" };

function exposeResources(
  { name = "", resources = {} }: ListedContainer,
  metric: string,
  own: Labels,
  state: WriteSample,
): void {
  for (const part of ["requests", "limits"] as const) {
    for (const [resource, quantity] of Object.entries(resources[part] ?? {})) {
      const amount = amountOf(quantity);
      const unit = RESOURCE_UNITS[resource] ?? "byte";
      const labels = { container: name, resource: resource.replaceAll("-", "_"), unit };
      if (amount !== null) state(`${metric}_${part}`, { ...own, ...labels }, amount);
    }
  }
}

export function exposeUsage(pod: ListedPod, usage: PodUsage, write: Write): void {
  const { name = "", namespace = "", uid = "" } = pod.metadata ?? {};
  const id = cgroupName(uid, pod.status?.qosClass);
  const own = { namespace, pod: name };
  const cadvisor = write("cadvisor");
  const workingSet = usage.memory?.workingSetBytes;
  const metric = "container_memory_working_set_bytes";
  if (workingSet !== undefined) {
    cadvisor(metric, { ...own, id }, workingSet);
    write("resource")("pod_memory_working_set_bytes", own, workingSet);
  }
  const processes = usage.process_stats?.process_count;
  if (processes !== undefined) cadvisor("container_processes", { ...own, id }, processes);
  for (const { name: container = "", memory, rootfs, logs } of usage.containers ?? []) {
    const labels = { ...own, container, id: `${id}/cri-containerd-${container}.scope` };
    if (memory?.workingSetBytes !== undefined) cadvisor(metric, labels, memory.workingSetBytes);
    if (rootfs?.usedBytes !== undefined) {
      cadvisor("container_fs_usage_bytes", { ...labels, device: "/dev/vda1" }, rootfs.usedBytes);
    }
    if (logs?.usedBytes !== undefined) {
      const ofLogs = { ...own, uid, container };
      write("kubelet")("kubelet_container_log_filesystem_used_bytes", ofLogs, logs.usedBytes);
    }
  }
}

/** The name of a pod's cgroup, as the systemd driver writes it. */
function cgroupName(uid: string, qosClass: string | undefined): string {
  const name = `pod${uid.replaceAll("-", "_")}.slice`;
  if (qosClass === "Guaranteed") return `/kubepods.slice/kubepods-${name}`;
  const tier = qosClass === "BestEffort" ? "besteffort" : "burstable";
  return `/kubepods.slice/kubepods-${tier}.slice/kubepods-${tier}-${name}`;
}
