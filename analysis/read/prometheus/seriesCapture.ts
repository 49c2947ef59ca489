/** The series of a node as a capture: a header, and a record for each scrape of the node. */

import { resourceOf } from "../../text/quantityText.ts";
import type { CaptureHeader } from "../capture/capture.ts";
import type { MissingWord } from "../capture/missing.ts";
import type { RecordParts } from "../capture/writer.ts";
import type { PriorityClasses } from "../objects/priorityClasses.ts";
import {
  DIRECTORIES,
  type Directories,
  type NodeFigures,
  nodeFigures,
  writtenStats,
} from "./nodeFigures.ts";
import { inOrder, type OriginRow } from "./origins.ts";
import { PodTable } from "./podSeries.ts";
import { happened, type RecordedEvent } from "./recordedEvents.ts";
import type { SeriesStore } from "./store.ts";
import type { Track } from "./track.ts";

export interface SeriesOptions {
  readonly directories?: Directories;
  readonly priorityClasses?: PriorityClasses;
  /** Milliseconds since the epoch: only what lies between them becomes records. */
  readonly from?: number;
  readonly to?: number;
  /** The answers may be those of `query_range`. */
  readonly mayRepeat?: boolean;
}

/** The description of a capture, in addition to its records. */
export interface SeriesReport {
  readonly intervalSeconds: number;
  readonly origins: readonly OriginRow[];
  readonly missing: readonly MissingWord[];
  readonly happened: readonly RecordedEvent[];
  readonly notes: readonly string[];
}

/** The series have nothing that a capture could be made of; the message is a sentence. */
export class NoFiguresError extends Error {
  override readonly name = "NoFiguresError";
}

const encoder = new TextEncoder();

export class SeriesCapture {
  readonly report: SeriesReport;
  readonly #store: SeriesStore;
  readonly #figures: NodeFigures;
  readonly #pods: PodTable;
  readonly #clock: Track;
  readonly #options: SeriesOptions;
  /** Pods that ran and were left out of a record, over all records. */
  #unmeasured = 0;

  constructor(store: SeriesStore, options: SeriesOptions = {}) {
    this.#store = store;
    this.#options = options;
    this.#figures = nodeFigures(store, options.directories ?? DIRECTORIES);
    this.#pods = new PodTable(store, options.priorityClasses ?? {});
    const { clock, notes } = this.#figures;
    if (clock === null) throw noFigures(store);
    this.#clock = clock;
    const parts = Object.values(this.#figures).flatMap((part) =>
      part !== null && typeof part === "object" && "origins" in part ? part.origins : [],
    );
    this.report = {
      intervalSeconds: clock.gap / 1000,
      origins: inOrder([...parts, ...this.#pods.origins]),
      missing: [...this.#figures.missing, ...this.#pods.missing],
      happened: happened(store, clock),
      notes: [...notes, ...(options.mayRepeat === true ? gridNotes(store, clock) : [])],
    };
  }

  /** How often a pod that ran was left out of a record because no sample had its usage. */
  get unmeasured(): number {
    return this.#unmeasured;
  }

  header(): CaptureHeader {
    const { intervalSeconds, origins, missing, happened: events } = this.report;
    const { layout } = this.#figures;
    const version = this.#store.of("kube_node_info").at(-1)?.labels.kubelet_version ?? "";
    const capacity = this.#capacity();
    return {
      plimsoll: "capture/1",
      node: this.#store.names.node,
      ...(/^v\d+\.\d+/.test(version) ? { kubelet: version } : {}),
      ...(Object.keys(capacity).length === 0 ? {} : { capacity }),
      ...(layout === null ? {} : { layout }),
      missing,
      series: { intervalSeconds, origins, happened: events },
    };
  }

  /** One for each sample of the clock; a PodList where it changed. */
  *records(): Generator<RecordParts, void, undefined> {
    const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = this.#options;
    const interval = this.#clock.gap;
    let listed: string | null = null;
    for (const { time } of this.#clock.samples()) {
      if (time < from || time > to) continue;
      const { items, stats, unmeasured } = this.#pods.at(time, interval);
      this.#unmeasured += unmeasured;
      const list = `{"kind":"PodList","apiVersion":"v1","items":[${items.join(",")}]}`;
      const record = {
        time: BigInt(time) * 1_000_000n,
        summary: encoder.encode(
          `{"node":${this.#nodeStats(time, interval)},"pods":${JSON.stringify(stats)}}`,
        ),
      };
      yield list === listed ? record : { ...record, pods: encoder.encode(list) };
      listed = list;
    }
  }

  #nodeStats(time: number, interval: number): string {
    const { memory, pods, nodeFs, imageFs, processes } = this.#figures;
    const [ofNode, ofPods, ofNodeFs, ofImageFs, ofProcesses] = [
      memory,
      pods,
      nodeFs,
      imageFs,
      processes,
    ].map((part) => part?.read(time, interval) ?? null);
    return writtenStats({
      nodeName: this.#store.names.node,
      ...(ofPods == null ? {} : { systemContainers: [{ name: "pods", memory: ofPods }] }),
      ...(ofNode == null ? {} : { memory: ofNode }),
      ...(ofNodeFs == null ? {} : { fs: ofNodeFs }),
      // Writable layers are assumed to be where the images are, as in either layout that is found.
      ...(ofImageFs == null ? {} : { runtime: { imageFs: ofImageFs, containerFs: ofImageFs } }),
      ...(ofProcesses == null ? {} : { rlimit: ofProcesses }),
    });
  }

  #capacity(): Record<string, string> {
    const members = this.#store.of("kube_node_status_capacity").flatMap(({ labels, track }) => {
      const amount = track.last?.value;
      const member = amount === undefined ? null : resourceOf(labels.resource ?? "", amount);
      return member === null ? [] : [member];
    });
    return Object.fromEntries(members);
  }
}

function noFigures(store: SeriesStore): NoFiguresError {
  const { node, hosts } = store.names;
  const known = hosts.length > 1 ? ` (also known as ${hosts.slice(1).join(", ")})` : "";
  return new NoFiguresError(
    `Of node ${node}${known} no series has memory, file systems or processes; ` +
      "check --node and the span, or name the label with --node-label.",
  );
}

/** Answers of `query_range` are on one grid, and repeat a value until it is five minutes old. */
function gridNotes(store: SeriesStore, clock: Track): readonly string[] {
  const tracks = ["container_memory_working_set_bytes", "kube_pod_info"].flatMap((metric) =>
    store.of(metric).map(({ track }) => track),
  );
  const long = tracks.filter(({ size }) => size > 2);
  const { gap } = clock;
  const offset = (track: Track) => (track.first?.time ?? 0) % gap;
  const isGrid =
    gap > 0 && long.every((each) => each.gap % gap === 0 && offset(each) === offset(clock));
  if (!isGrid || long.length === 0) return [];
  return [
    `All samples are exactly ${gap / 1000} s apart, as in answers of query_range. These ` +
      "repeat a value for up to five minutes, so a figure may be older than its time.",
  ];
}
