/** All series of a node, by metric: what is kept of a day fits into memory as pairs of doubles. */

import { AnswerError, type AnsweredSeries, type Labels } from "./answer.ts";
import { ROWS, type SeriesRow } from "./catalog.ts";
import { type Cgroup, cgroupOf, exporterLabels, podLabels } from "./labels.ts";
import type { NodeNames } from "./nodeNames.ts";
import { Track } from "./track.ts";

/** A series under the labels that count. */
export interface KeptSeries {
  readonly labels: Labels;
  /** The cgroup that the series belongs to; null for other series. */
  readonly cgroup: Cgroup | null;
  readonly track: Track;
}

/** Sixteen bytes each. */
const SAMPLES_MAX = 8_000_000;
/** A day of pods that come and go has some ten thousand. */
const SERIES_MAX = 200_000;

export class SeriesStore {
  readonly names: NodeNames;
  readonly #series = new Map<string, Map<string, KeptSeries>>();
  #samples = 0;
  #tracks = 0;

  constructor(names: NodeNames) {
    this.names = names;
  }

  get sampleCount(): number {
    return this.#samples;
  }

  /** Whether the series is one of the node's that is read. */
  add(series: AnsweredSeries): boolean {
    const row = ROWS.get(series.labels.__name__ ?? "");
    if (row === undefined || !this.names.has(series.labels)) return false;
    const labels = {
      ...exporterLabels(series.labels),
      ...podLabels(exporterLabels(series.labels)),
    };
    const cgroup = row.subject === "cgroup" ? cgroupOf(labels) : null;
    if (row.subject === "cgroup" && cgroup === null) return false;
    const { track } = this.#kept(row, labels, cgroup);
    for (const [index, time] of series.times.entries()) {
      const value = series.values[index] ?? 0;
      if (row.reading === "states" && value !== 1) continue;
      if (row.reading === "facts" && track.last?.value === value && time > track.last.time)
        continue;
      track.add(time, value);
      this.#samples += 1;
    }
    if (this.#samples <= SAMPLES_MAX) return true;
    const most = SAMPLES_MAX / 1e6;
    throw new AnswerError(`they have more than ${most} million samples; ask for a shorter time`);
  }

  /** The series of a metric, in the order of their labels. */
  of(metric: string): readonly KeptSeries[] {
    const found = [...(this.#series.get(metric) ?? [])];
    return found.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, kept]) => kept);
  }

  #kept(row: SeriesRow, labels: Labels, cgroup: Cgroup | null): KeptSeries {
    const own = Object.fromEntries(row.labels.map((name) => [name, labels[name] ?? ""]));
    const { namespace = "", pod = "", uid = "" } = labels;
    const subject =
      cgroup !== null
        ? [cgroup.level, cgroup.namespace, cgroup.pod, cgroup.uid, cgroup.container]
        : row.subject === "pod"
          ? [namespace, pod, uid]
          : [];
    const key = [...subject, ...Object.values(own)].join("\0");
    const ofMetric = this.#series.get(row.metric) ?? new Map<string, KeptSeries>();
    this.#series.set(row.metric, ofMetric);
    const found = ofMetric.get(key);
    if (found !== undefined) return found;
    this.#tracks += 1;
    if (this.#tracks > SERIES_MAX) {
      throw new AnswerError(`there are more than ${SERIES_MAX} of them; ask for a shorter time`);
    }
    const kept = {
      labels: row.subject === "pod" ? { ...own, namespace, pod, uid } : own,
      cgroup,
      track: new Track(),
    };
    ofMetric.set(key, kept);
    return kept;
  }
}
