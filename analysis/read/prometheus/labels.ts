/** Labels as setups write them, and what they say a series is about. */

import type { Labels } from "./answer.ts";

/** Which cgroup a series is of, as far as its labels say. */
export type CgroupLevel = "root" | "pods" | "pod" | "container";

export interface Cgroup {
  readonly level: CgroupLevel;
  readonly namespace: string;
  readonly pod: string;
  readonly container: string;
  /** The uid in the cgroup's name; for a static pod it differs from that of the API server. */
  readonly uid: string;
}

/** Labels with the name or address of the node that a series belongs to. */
export const NODE_LABELS: readonly string[] = [
  "node",
  "instance",
  "kubernetes_io_hostname",
  "kubernetes_node",
  "node_name",
  "nodename",
  "hostname",
  "host",
];

const EXPORTED = "exported_";
/** Without `honor_labels`, the exporter's own labels are renamed where the target has them. */
const RENAMED = ["namespace", "pod", "container", "node", "uid"];

/** The labels of the exporter, whatever the scrape has renamed. */
export function exporterLabels(labels: Labels): Labels {
  const renamed = RENAMED.filter((name) => labels[EXPORTED + name] !== undefined);
  if (renamed.length === 0) return labels;
  const own = renamed.map((name) => [name, labels[EXPORTED + name] ?? ""]);
  return { ...labels, ...Object.fromEntries(own) };
}

/** `10.0.0.3:10250` → `10.0.0.3`; `[fd00::3]:10250` → `fd00::3`. */
export function hostOf(instance: string): string {
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(instance);
  if (bracketed !== null) return bracketed[1] ?? "";
  return instance.replace(/^([^:]+):\d+$/, "$1");
}

const POD_CGROUP =
  /pod([0-9a-f]{8}[-_](?:[0-9a-f]{4}[-_]){3}[0-9a-f]{12}|[0-9a-f]{32})(?:\.slice)?/;
const POD_CGROUP_END = new RegExp(`${POD_CGROUP.source}$`);
const PODS_CGROUP = /\/(?:[^/]+-)?kubepods(?:\.slice)?$/;

/** Null for cgroups in between, a sandbox, and cgroups outside of pods. */
export function cgroupOf(labels: Labels): Cgroup | null {
  const { id = "", namespace = "", pod = "", container = "", image = "", name = "" } = labels;
  const uid = (POD_CGROUP.exec(id)?.[1] ?? "").replaceAll("_", "-");
  const of = { namespace, pod, container, uid };
  if (pod !== "" && namespace !== "") {
    if (container === "POD") return null;
    if (container !== "") return { level: "container", ...of };
    // A sandbox has no container's name either, but a name or an image of its own.
    const isSandbox = name !== "" || image !== "";
    const isPod = id === "" || POD_CGROUP_END.test(id);
    return isPod && !isSandbox ? { level: "pod", ...of } : null;
  }
  if (id === "/") return { level: "root", ...of };
  return PODS_CGROUP.test(id) ? { level: "pods", ...of } : null;
}

/** The labels of k8s-ephemeral-storage-metrics have a prefix. */
export function podLabels(labels: Labels): { namespace: string; pod: string } {
  return {
    namespace: labels.pod_namespace ?? labels.namespace ?? "",
    pod: labels.pod_name ?? labels.pod ?? "",
  };
}
