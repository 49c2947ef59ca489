/** What kube-state-metrics says of a pod, as the item of a PodList. */

import { resourceOf } from "../../text/quantityText.ts";
import { type PriorityClasses, SYSTEM_CLASSES } from "../objects/priorityClasses.ts";
import type { OriginRow } from "./origins.ts";
import type { KeptSeries, SeriesStore } from "./store.ts";
import { isTime, timeText } from "./track.ts";

const FACTS = [
  "kube_pod_owner",
  "kube_pod_status_qos_class",
  "kube_pod_deletion_timestamp",
  "kube_pod_overhead_memory_bytes",
  "kube_pod_container_info",
  "kube_pod_container_resource_requests",
  "kube_pod_container_resource_limits",
  "kube_pod_init_container_info",
  "kube_pod_init_container_resource_requests",
  "kube_pod_init_container_resource_limits",
  "kube_pod_spec_volumes_persistentvolumeclaims_info",
] as const;

type Fact = (typeof FACTS)[number];

const PLAIN = "spec.containers.resources";

/** The series of all pods that say what they are made of, by pod. */
export class PodFacts {
  readonly #node: string;
  readonly #classes: PriorityClasses;
  readonly #given: ReadonlySet<string>;
  readonly #series = new Map<Fact, Map<string, KeptSeries[]>>();
  /** By namespace and name, as the scheduler names pods. */
  readonly #priorities = new Map<string, number>();

  constructor(store: SeriesStore, classes: PriorityClasses) {
    this.#node = store.names.node;
    this.#classes = { ...classes, ...SYSTEM_CLASSES };
    this.#given = new Set(Object.keys(classes));
    for (const metric of FACTS) {
      const ofMetric = new Map<string, KeptSeries[]>();
      for (const kept of store.of(metric)) {
        const uid = kept.labels.uid ?? "";
        ofMetric.set(uid, [...(ofMetric.get(uid) ?? []), kept]);
      }
      this.#series.set(metric, ofMetric);
    }
    for (const { labels, cgroup } of store.of("kube_pod_resource_request")) {
      const priority = Number(labels.priority);
      if (cgroup === null || labels.priority === "" || !Number.isInteger(priority)) continue;
      this.#priorities.set(`${cgroup.namespace}/${cgroup.pod}`, priority);
    }
  }

  /** Times at which something about the pod was seen to change, ascending. */
  changesOf(uid: string): readonly number[] {
    const times = FACTS.flatMap((metric) =>
      this.#of(metric, uid).flatMap(({ track }) => [...track.samples()].slice(1)),
    );
    return times.map(({ time }) => time).sort((a, b) => a - b);
  }

  /** Whether anything is known of the containers' requests. */
  get hasRequests(): boolean {
    return (this.#series.get("kube_pod_container_resource_requests")?.size ?? 0) > 0;
  }

  hasPriority(pod: NamedPod): boolean {
    return this.priorityOf(pod).origin.origin !== "assumed";
  }

  priorityOf({ namespace, name, priorityClass }: NamedPod): Priority {
    const member = "spec.priority";
    const measured = this.#priorities.get(`${namespace}/${name}`);
    if (measured !== undefined) {
      const from = "kube_pod_resource_request, label priority";
      return { value: measured, origin: { member, origin: "measured", from } };
    }
    if (priorityClass === undefined) {
      const from = "0: no kube_pod_info has the pod's priority class";
      return { value: 0, origin: { member, origin: "assumed", from } };
    }
    if (priorityClass === "") {
      const from = "0, which a pod without a priority class has";
      return { value: 0, origin: { member, origin: "derived", from } };
    }
    const value = Object.hasOwn(this.#classes, priorityClass)
      ? this.#classes[priorityClass]
      : undefined;
    if (value === undefined) {
      const option = `--priority-class ${priorityClass}=VALUE`;
      const from = `0 for priority class ${priorityClass}; give ${option}`;
      return { value: 0, origin: { member, origin: "assumed", from } };
    }
    const by = this.#given.has(priorityClass) ? "--priority-class" : "Kubernetes' own";
    const from = `priority class ${priorityClass}, ${value} (${by})`;
    return { value, origin: { member, origin: "derived", from } };
  }

  /** The item of the PodList as it was at a time. */
  itemAt(pod: NamedPod, phase: string, containers: readonly string[], time: number): object {
    const { namespace, name, uid, priorityClass = "" } = pod;
    const owners = this.#of("kube_pod_owner", uid).map(({ labels }) => labels);
    const isStatic = owners.some(({ owner_kind }) => owner_kind === "Node");
    const deletion = (this.#valueAt("kube_pod_deletion_timestamp", uid, time) ?? Number.NaN) * 1000;
    const overhead = this.#valueAt("kube_pod_overhead_memory_bytes", uid, time);
    const qosClass = this.#labelAt("kube_pod_status_qos_class", uid, "qos_class", time);
    const init = this.#initContainersAt(uid, time);
    const volumes = this.#volumes(uid);
    const ownerReferences = owners.filter(({ owner_kind = "" }) => /^[A-Z]/.test(owner_kind));
    return {
      metadata: {
        name,
        namespace,
        uid,
        annotations: { "kubernetes.io/config.source": isStatic ? "file" : "api" },
        ...(ownerReferences.length === 0
          ? {}
          : {
              ownerReferences: ownerReferences.map((labels) => ({
                kind: labels.owner_kind,
                name: labels.owner_name,
                controller: labels.owner_is_controller === "true",
              })),
            }),
        ...(isTime(deletion) ? { deletionTimestamp: timeText({ time: deletion }) } : {}),
      },
      spec: {
        nodeName: this.#node,
        ...(volumes.length === 0 ? {} : { volumes }),
        ...(init.length === 0 ? {} : { initContainers: init }),
        containers: this.#containersAt(uid, containers, time),
        priority: this.priorityOf(pod).value,
        ...(priorityClass === "" ? {} : { priorityClassName: priorityClass }),
        ...(overhead === null ? {} : { overhead: resources([["memory", overhead]]) }),
      },
      status: { phase, ...(qosClass === null ? {} : { qosClass }) },
    };
  }

  /** What is to be said of one pod's item. */
  originsOf(pod: NamedPod): readonly OriginRow[] {
    const { uid } = pod;
    const from = (metric: Fact, member: string): OriginRow[] =>
      this.#of(metric, uid).length === 0 ? [] : [{ member, origin: "measured", from: metric }];
    return [
      this.priorityOf(pod).origin,
      ...from("kube_pod_owner", "metadata.ownerReferences"),
      ...from("kube_pod_status_qos_class", "status.qosClass"),
      ...from("kube_pod_container_resource_requests", `${PLAIN}.requests`),
      ...from("kube_pod_container_resource_limits", `${PLAIN}.limits`),
      ...from(
        "kube_pod_init_container_resource_requests",
        "spec.initContainers.resources.requests",
      ),
      ...from("kube_pod_overhead_memory_bytes", "spec.overhead.memory"),
      ...from("kube_pod_spec_volumes_persistentvolumeclaims_info", "spec.volumes"),
    ];
  }

  #of(metric: Fact, uid: string): readonly KeptSeries[] {
    return this.#series.get(metric)?.get(uid) ?? [];
  }

  #valueAt(metric: Fact, uid: string, time: number): number | null {
    return this.#of(metric, uid)[0]?.track.nearest(time)?.value ?? null;
  }

  /** If several series differ in a label, the one with the value 1 that began last counts. */
  #labelAt(metric: Fact, uid: string, label: string, time: number): string | null {
    const ones = this.#of(metric, uid).flatMap(({ labels, track }) => {
      const sample = track.nearest(time);
      return sample?.value === 1 ? [{ text: labels[label] ?? "", time: sample.time }] : [];
    });
    return ones.sort((a, b) => b.time - a.time)[0]?.text ?? null;
  }

  #containersAt(uid: string, measured: readonly string[], time: number): readonly object[] {
    const init = new Set(this.#namesIn("kube_pod_init_container_info", uid));
    const known = this.#namesIn("kube_pod_container_info", uid);
    const requested = this.#namesIn("kube_pod_container_resource_requests", uid);
    const names = known.length > 0 ? known : [...requested, ...measured];
    const kept = [...new Set(names)].filter((name) => !init.has(name)).sort();
    return kept.map((name) => ({
      name,
      resources: this.#resourcesAt(
        "kube_pod_container_resource_requests",
        "kube_pod_container_resource_limits",
        uid,
        name,
        time,
      ),
    }));
  }

  #initContainersAt(uid: string, time: number): readonly object[] {
    const all = this.#of("kube_pod_init_container_info", uid);
    const names = [...new Set(all.map(({ labels }) => labels.container ?? ""))];
    return names.map((name) => {
      const isSidecar = all.some(
        ({ labels }) => labels.container === name && labels.restart_policy === "Always",
      );
      return {
        name,
        resources: this.#resourcesAt(
          "kube_pod_init_container_resource_requests",
          "kube_pod_init_container_resource_limits",
          uid,
          name,
          time,
        ),
        ...(isSidecar ? { restartPolicy: "Always" } : {}),
      };
    });
  }

  #namesIn(metric: Fact, uid: string): readonly string[] {
    return this.#of(metric, uid).map(({ labels }) => labels.container ?? "");
  }

  #resourcesAt(requests: Fact, limits: Fact, uid: string, container: string, time: number): object {
    const listed = (metric: Fact) =>
      this.#of(metric, uid)
        .filter(({ labels }) => labels.container === container)
        .flatMap(({ labels, track }) => {
          const sample = track.nearest(time);
          return sample === null ? [] : [[labels.resource ?? "", sample.value] as const];
        });
    const [asked, bounded] = [listed(requests), listed(limits)];
    return {
      ...(asked.length === 0 ? {} : { requests: resources(asked) }),
      ...(bounded.length === 0 ? {} : { limits: resources(bounded) }),
    };
  }

  #volumes(uid: string): readonly object[] {
    const claims = this.#of("kube_pod_spec_volumes_persistentvolumeclaims_info", uid);
    return claims.map(({ labels }) => ({
      name: labels.volume ?? "",
      persistentVolumeClaim: { claimName: labels.persistentvolumeclaim ?? "" },
    }));
  }
}

export interface NamedPod {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  /** Empty where the pod has none, undefined where no series says. */
  readonly priorityClass?: string;
}

interface Priority {
  readonly value: number;
  readonly origin: OriginRow;
}

function resources(amounts: readonly (readonly [string, number])[]): Record<string, string> {
  const members = amounts.flatMap(([name, amount]) => {
    const member = resourceOf(name, amount);
    return member === null ? [] : [member];
  });
  return Object.fromEntries(members);
}
