/** Series as a server has them, for tests: one line each. */

import type { AnsweredSeries } from "../../../../analysis/read/prometheus/answer.ts";
import { type NodeChoice, NodeNames } from "../../../../analysis/read/prometheus/nodeNames.ts";
import {
  SeriesCapture,
  type SeriesOptions,
} from "../../../../analysis/read/prometheus/seriesCapture.ts";
import { SeriesStore } from "../../../../analysis/read/prometheus/store.ts";

/** 2026-01-15T10:00:00Z. */
export const START = Date.UTC(2026, 0, 15, 10);

/** One value for each half minute from the start; null where there is no sample. */
export function series(
  name: string,
  labels: Readonly<Record<string, string>>,
  ...values: readonly (number | null)[]
): AnsweredSeries {
  const samples = values.flatMap((value, index) =>
    value === null ? [] : [{ time: START + index * 30_000, value }],
  );
  return {
    labels: { __name__: name, ...labels },
    times: samples.map(({ time }) => time),
    values: samples.map(({ value }) => value),
  };
}

export function captureOf(
  given: readonly AnsweredSeries[],
  choice: Partial<NodeChoice> = {},
  options: SeriesOptions = {},
) {
  const names = new NodeNames({ node: "worker-3", ...choice });
  for (const { labels } of given) names.learn(labels);
  const store = new SeriesStore(names);
  for (const each of given) store.add(each);
  const capture = new SeriesCapture(store, options);
  const decoder = new TextDecoder();
  const records = [...capture.records()].map(({ time, summary, pods }) => ({
    time: Number(time / 1_000_000n),
    summary: JSON.parse(decoder.decode(summary ?? undefined)),
    pods: pods === undefined ? undefined : JSON.parse(decoder.decode(pods)).items,
  }));
  return { capture, header: capture.header(), records };
}

export const KUBELET = { job: "kubelet", instance: "192.0.2.1:10250", node: "worker-3" };
export const EXPORTER = { job: "node-exporter", instance: "192.0.2.1:9100" };
export const UID = "100121fc-1f29-427f-8b62-16cd021503bb";
export const POD = { namespace: "shop", pod: "cart", uid: UID };
export const POD_ID = `/kubepods.slice/kubepods-pod${UID.replaceAll("-", "_")}.slice`;
