/** What common setups make of the series of a node, before a server stores them. */

import type { TextSeries } from "./openMetricsText.ts";

export type Setup = (series: readonly TextSeries[]) => TextSeries[];

type Metric = Record<string, string>;

const relabeled =
  (change: (metric: Metric) => Metric | null): Setup =>
  (series) =>
    series.flatMap(({ metric, values }) => {
      const changed = change({ ...metric });
      return changed === null ? [] : [{ metric: changed, values }];
    });

const ofCadvisor = ({ metrics_path }: Metric) => metrics_path === "/metrics/cadvisor";

export const SETUPS = {
  "everything that is scraped": (series) => [...series],
  /** The chart's metric relabelings of cAdvisor: `container_spec.*`, and an id without a pod. */
  "kube-prometheus-stack": relabeled((metric) => {
    if (!ofCadvisor(metric)) return metric;
    const isDropped = (metric.id ?? "") !== "" && (metric.pod ?? "") === "";
    return isDropped || metric.__name__?.startsWith("container_spec") ? null : metric;
  }),
  "without /metrics/resource": relabeled((metric) =>
    metric.metrics_path === "/metrics/resource" ? null : metric,
  ),
  /** Targets known by address: kubernetes_sd_configs without relabelings. */
  "addresses as instances": relabeled((metric) => {
    if (metric.job === "kubelet") delete metric.node;
    return metric;
  }),
  "without honor_labels": relabeled((metric) => {
    if (metric.job !== "kube-state-metrics") return metric;
    for (const name of ["namespace", "pod", "container"]) {
      if (metric[name] === undefined) continue;
      metric[`exported_${name}`] = metric[name];
      metric[name] = `kube-state-metrics-${name}`;
    }
    return metric;
  }),
  "without kube-state-metrics": relabeled((metric) =>
    metric.job === "kube-state-metrics" || metric.job === "kube-scheduler" ? null : metric,
  ),
  "without the scheduler": relabeled((metric) => (metric.job === "kube-scheduler" ? null : metric)),
} satisfies Readonly<Record<string, Setup>>;

export type SetupName = keyof typeof SETUPS;
