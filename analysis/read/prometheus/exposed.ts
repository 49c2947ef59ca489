/** A capture as the series that a cluster would have of it: the inverse of `seriesCapture.ts`. */

import type { Decision } from "../../engine/decision.ts";
import { evictionSignal } from "../../text/evictionSignal.ts";
import { amountOf } from "../../text/quantityText.ts";
import type { CaptureHeader } from "../capture/capture.ts";
import { leavesOutHugePages } from "../memory/hugePages.ts";
import type { Labels } from "./answer.ts";
import { exposeNode, type NodeStats } from "./exposedNode.ts";
import { exposePod, exposeUsage, type ListedPod, type PodUsage } from "./exposedPod.ts";
import { Exposition } from "./exposition.ts";

/** What is read of a Summary; every member may be absent. */
export interface SummaryStats {
  readonly node?: NodeStats;
  readonly pods?: readonly PodUsage[];
}

/** A step of a capture, and what was decided in it. */
export interface ExposedStep {
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly pods: readonly ListedPod[];
  readonly summary: SummaryStats | null;
  readonly decision: Decision | null;
}

/** An address of RFC 5737, which no machine has. */
const ADDRESS = "192.0.2.1";

/** The labels that a scrape adds, as kube-prometheus does. */
export function targetsOf(node: string): Readonly<Record<string, Labels>> {
  const kubelet = { job: "kubelet", instance: `${ADDRESS}:10250`, node };
  return {
    cadvisor: { ...kubelet, metrics_path: "/metrics/cadvisor" },
    kubelet: { ...kubelet, metrics_path: "/metrics" },
    resource: { ...kubelet, metrics_path: "/metrics/resource" },
    nodeExporter: { job: "node-exporter", instance: `${ADDRESS}:9100` },
    stateMetrics: { job: "kube-state-metrics", instance: "192.0.2.2:8080" },
    scheduler: { job: "kube-scheduler", instance: "192.0.2.3:10259" },
  };
}

/** Scrapes a capture: what happened in a step is seen by the scrapes after it. */
export class ExposedCapture {
  readonly #exposition = new Exposition();
  readonly #header: CaptureHeader;
  readonly #node: string;
  readonly #evictions = new Map<string, number>();
  readonly #evicted = new Map<string, ListedPod>();
  #conditions: readonly string[] = [];
  #before: ExposedStep | null = null;

  constructor(header: CaptureHeader, node: string) {
    this.#header = header;
    this.#node = node;
  }

  get exposition(): Exposition {
    return this.#exposition;
  }

  /** The next step; what the one before decided has happened by now. */
  step(step: ExposedStep): void {
    if (this.#before !== null) this.#happen(this.#before);
    this.#before = step;
  }

  /** Scrapes the values at a time; null before the first step. */
  scrape(time: number): void {
    const step = this.#before;
    if (step === null) return;
    const targets = targetsOf(this.#node);
    const write = (target: string) => (metric: string, labels: Labels, value: number) =>
      this.#exposition.add(metric, { ...targets[target], ...labels }, time, value);
    if (step.summary?.node !== undefined) {
      const isImageFsDedicated = this.#header.layout?.dedicatedImageFs === true;
      exposeNode(step.summary.node, { isImageFsDedicated, hugePages: this.#hugePages() }, write);
    }
    this.#scrapeStates(time, write("stateMetrics"));
    const usage = new Map((step.summary?.pods ?? []).map((pod) => [pod.podRef?.uid ?? "", pod]));
    const listed = new Set<string>();
    for (const pod of step.pods) {
      const { uid = "" } = pod.metadata ?? {};
      listed.add(uid);
      // A pod that is being evicted runs until its containers have ended.
      const isEvicted = this.#evicted.has(uid) && pod.status?.phase === "Failed";
      exposePod(pod, { node: this.#node, isEvicted }, write);
      const used = usage.get(uid);
      if (used !== undefined) exposeUsage(pod, used, write);
    }
    // An evicted pod stays in the API until it is deleted.
    for (const [uid, pod] of this.#evicted) {
      if (!listed.has(uid)) exposePod(pod, { node: this.#node, isEvicted: true }, write);
    }
  }

  #hugePages(): number {
    const { kubelet = "", capacity = {} } = this.#header;
    if (!leavesOutHugePages(kubelet)) return 0;
    return Object.entries(capacity)
      .filter(([name]) => name.startsWith("hugepages-"))
      .reduce((sum, [, quantity]) => sum + (amountOf(quantity) ?? 0), 0);
  }

  #scrapeStates(
    time: number,
    write: (metric: string, labels: Labels, value: number) => void,
  ): void {
    const node = this.#node;
    const { kubelet = "", capacity = {} } = this.#header;
    const { kubelet: target, nodeExporter } = targetsOf(node);
    const version = { kubelet_version: kubelet, internal_ip: ADDRESS };
    write("kube_node_info", { node, ...version }, 1);
    for (const [name, quantity] of Object.entries(capacity)) {
      const amount = amountOf(quantity);
      const resource = name.replaceAll("-", "_");
      if (amount !== null) write("kube_node_status_capacity", { node, resource }, amount);
    }
    for (const condition of ["MemoryPressure", "DiskPressure", "PIDPressure"]) {
      const isTrue = this.#conditions.includes(condition);
      for (const [status, holds] of [
        ["true", isTrue],
        ["false", !isTrue],
        ["unknown", false],
      ]) {
        const labels = { node, condition, status: String(status) };
        write("kube_node_status_condition", labels, holds ? 1 : 0);
      }
    }
    this.#exposition.add("node_uname_info", { ...nodeExporter, nodename: node }, time, 1);
    for (const [signal, count] of this.#evictions) {
      const labels = { ...target, eviction_signal: signal };
      // OpenMetrics wants `_total` behind a counter's name, and the kubelet's has none.
      this.#exposition.add("kubelet_evictions", labels, time, count, "unknown");
    }
  }

  #happen({ decision, pods }: ExposedStep): void {
    if (decision === null) return;
    this.#conditions = decision.nodeConditions;
    for (const eviction of decision.evictions) {
      const signal = evictionSignal(eviction, decision);
      this.#evictions.set(signal, (this.#evictions.get(signal) ?? 0) + 1);
      const pod = pods.find(({ metadata }) => metadata?.uid === eviction.uid);
      if (pod !== undefined) this.#evicted.set(eviction.uid, pod);
    }
  }
}
