/** Evictions and node conditions that counters and states of a node show. */

import { AnswerError } from "./answer.ts";
import type { SeriesStore } from "./store.ts";
import type { Sample, Track } from "./track.ts";
import { timeText } from "./track.ts";

/** An event between two samples. */
export interface RecordedEvent {
  readonly kind: "evictions" | "evictedPod" | "condition";
  /** RFC 3339: the last sample that shows it not yet so; absent when none does. */
  readonly after?: string;
  /** The first sample that shows it. */
  readonly by: string;
  /** The signal of an eviction. */
  readonly signal?: string;
  readonly count?: number;
  /** The namespace of a pod. */
  readonly namespace?: string;
  readonly name?: string;
  readonly uid?: string;
  /** The node condition. */
  readonly condition?: string;
  readonly status?: boolean;
}

interface Change {
  readonly before: Sample | null;
  readonly now: Sample;
}

/** In order of time. `clock` has the times at which the node was scraped. */
export function happened(store: SeriesStore, clock: Track): readonly RecordedEvent[] {
  const found = [...evictionCounts(store, clock), ...evictedPods(store), ...conditions(store)];
  if (found.length > EVENTS_MAX) {
    throw new AnswerError(
      `they have more than ${EVENTS_MAX} evictions and conditions; ask for a shorter time`,
    );
  }
  return found.sort((a, b) => compare(a.by, b.by) || compare(JSON.stringify(a), JSON.stringify(b)));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function* changes(track: Track): Generator<Change, void, undefined> {
  let before: Sample | null = null;
  for (const now of track.samples()) {
    if (before === null || now.value !== before.value) yield { before, now };
    before = now;
  }
}

/** A counter begins with the first eviction of its signal, and again when the kubelet restarts. */
function evictionCounts(store: SeriesStore, clock: Track): readonly RecordedEvent[] {
  return store.of("kubelet_evictions").flatMap(({ labels, track }) => {
    const { eviction_signal: signal = "" } = labels;
    return [...changes(track)].flatMap(({ before, now }): RecordedEvent[] => {
      const since = before ?? sampleBefore(clock, now.time, track.gap);
      // Without an earlier sample of the kubelet, they may have been made at any time before.
      if (since === null) return [];
      const grown = now.value - (before?.value ?? 0);
      const count = grown < 0 ? now.value : grown;
      if (count <= 0) return [];
      return [{ kind: "evictions", after: timeText(since), by: timeText(now), signal, count }];
    });
  });
}

function sampleBefore(clock: Track, time: number, gap: number): Sample | null {
  const before = clock.at(time - Math.max(1, gap), gap);
  return before === null ? null : before;
}

function evictedPods(store: SeriesStore): readonly RecordedEvent[] {
  return store.of("kube_pod_status_reason").flatMap(({ labels, track }): RecordedEvent[] => {
    if (labels.reason !== "Evicted") return [];
    const change = [...changes(track)].find(({ now }) => now.value === 1);
    if (change === undefined) return [];
    const { namespace = "", pod: name = "", uid = "" } = labels;
    const by = timeText(change.now);
    const after = change.before === null ? {} : { after: timeText(change.before) };
    return [{ kind: "evictedPod", ...after, by, namespace, name, uid }];
  });
}

function conditions(store: SeriesStore): readonly RecordedEvent[] {
  return store.of("kube_node_status_condition").flatMap(({ labels, track }): RecordedEvent[] => {
    if (labels.status !== "true") return [];
    return [...changes(track)].flatMap(({ before, now }): RecordedEvent[] => {
      const status = now.value === 1;
      if (before === null && !status) return [];
      const after = before === null ? {} : { after: timeText(before) };
      const { condition = "" } = labels;
      return [{ kind: "condition", ...after, by: timeText(now), condition, status }];
    });
  });
}

/** The header of a capture of series. */
export interface RecordedEvents {
  readonly happened: readonly RecordedEvent[];
  readonly intervalSeconds: number;
}

const KINDS: ReadonlySet<unknown> = new Set(["evictions", "evictedPod", "condition"]);
const EVENTS_MAX = 10_000;

/** Null for a capture of something else; members of a header that cannot be read are ignored. */
export function recordedEventsOf(series: unknown): RecordedEvents | null {
  const { happened: events, intervalSeconds } = membersOf(series);
  if (!Array.isArray(events) || typeof intervalSeconds !== "number") return null;
  const read = events.slice(0, EVENTS_MAX).filter(isRecordedEvent);
  return { happened: read, intervalSeconds: Math.max(0, intervalSeconds) };
}

const TEXTS = ["after", "signal", "namespace", "name", "uid", "condition"];

function isRecordedEvent(value: unknown): value is RecordedEvent {
  const members = membersOf(value);
  const { kind, by, count = 0, status = true } = members;
  return (
    KINDS.has(kind) &&
    typeof by === "string" &&
    !Number.isNaN(Date.parse(by)) &&
    typeof count === "number" &&
    typeof status === "boolean" &&
    TEXTS.every((name) => ["string", "undefined"].includes(typeof members[name]))
  );
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
