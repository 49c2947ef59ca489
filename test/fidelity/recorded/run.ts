/** A run of a real kubelet as it was recorded: what it was served, and what it made of that. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { NodeCondition, PodName, Signal } from "../../../analysis/engine/decision.ts";
import type { Json, JsonObject } from "../../vectors/notation.ts";

/** Quantities as the kubelet logs them. */
export interface SeenAmount {
  readonly available: string;
  readonly capacity: string;
  readonly time: string;
}

export type Seen = Readonly<Record<Signal, SeenAmount>>;

export interface SeenThreshold {
  readonly signal: Signal;
  readonly quantity: string;
  readonly observed: string;
}

/** One run of the kubelet's loop, out of its log; what it did not log is absent. */
export interface Pass {
  readonly time: string;
  /** Of the last line before it reads the clock, if the recording contains it; a Summary later. */
  readonly observedAt?: string;
  readonly observations: Seen;
  readonly observationsAfterReclaim?: Seen;
  readonly thresholdsMet?: readonly SeenThreshold[];
  readonly thresholdsUnresolved?: readonly SeenThreshold[];
  readonly gracePeriodsSatisfied?: readonly SeenThreshold[];
  readonly updatedStats?: readonly SeenThreshold[];
  readonly conditionsHeld?: readonly NodeCondition[];
  /** How long ago a threshold was first met, as Go prints durations. */
  readonly graceNotMet?: readonly { readonly threshold: string; readonly duration: string }[];
  readonly reclaiming?: string;
  readonly ranked?: readonly PodName[];
  readonly refusedCritical?: readonly PodName[];
  readonly evicted?: readonly PodName[];
  /** Lines of the capture, from 0: the last before the pass, and the one with its numbers. */
  readonly sampleBefore: number;
  readonly sampleExact: number | null;
}

export interface RecordedEviction extends PodName {
  readonly message: string;
  readonly kind: "node-pressure" | "local-storage-limit";
  readonly starvedResourceAnnotations?: Readonly<Record<string, string>>;
  readonly pass: number;
  /** By the log where it says so, or what the runtime was asked to give the first container. */
  readonly gracePeriodSeconds: number;
}

/** Kubelets of 1.20 do not log the grace period that an eviction gives. */
type LoggedEviction = Omit<RecordedEviction, "gracePeriodSeconds"> &
  Partial<Pick<RecordedEviction, "gracePeriodSeconds">>;

interface RuntimeCall {
  readonly call: string;
  /** Names the pod and its uid. */
  readonly id: string;
  readonly time: string;
  readonly timeout: number;
  /** What ListContainerStats answered. */
  readonly stats?: readonly MeasuredContainer[];
}

export interface MeasuredContainer {
  /** NAMESPACE_POD_UID_ATTEMPT_CONTAINER_ATTEMPT. */
  readonly id: string;
  readonly workingSetBytes?: number;
  readonly usedBytes: number;
  readonly inodesUsed: number;
}

export interface Sample {
  readonly summary?: { readonly node: JsonObject; readonly pods: readonly JsonObject[] };
  /** Only where it changed. */
  readonly pods?: Json;
}

export interface Measured {
  readonly time: string;
  readonly containers: readonly MeasuredContainer[];
}

/** What a kubelet did in a run. */
export interface Outcome {
  readonly name: string;
  /** The kubelet's version, such as "1.35.8". */
  readonly kubelet: string;
  /** YAML. */
  readonly config: string;
  readonly passes: readonly Pass[];
  readonly evictions: readonly RecordedEviction[];
}

export interface Run extends Outcome {
  readonly samples: readonly Sample[];
  /** Every answer of the runtime about containers, where the recording has them. */
  readonly measured?: readonly Measured[];
}

export function readRun(folder: string, name: string): Run {
  const file = (path: string): Buffer => readFileSync(join(folder, name, path));
  const outcome = JSON.parse(file("outcome.json").toString());
  const passes: readonly Pass[] = outcome.passes;
  const calls = recordsOf<RuntimeCall>(file("cri-calls.ndjson"));
  return {
    name,
    kubelet: outcome.kubelet,
    config: file("config.yaml").toString(),
    samples: recordsOf(gunzipSync(file("capture.ndjson.gz"))),
    measured: calls.flatMap(({ time, stats: containers }) => {
      return containers === undefined ? [] : [{ time, containers }];
    }),
    passes,
    evictions: outcome.evictions.map((eviction: LoggedEviction) => ({
      ...eviction,
      gracePeriodSeconds:
        eviction.gracePeriodSeconds ??
        gracePeriodOf(eviction.uid, passes[eviction.pass]?.time ?? "", calls),
    })),
  };
}

function recordsOf<T>(ndjson: Buffer): T[] {
  const lines = ndjson.toString().split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line));
}

function gracePeriodOf(uid: string, since: string, calls: readonly RuntimeCall[]): number {
  const stops = calls.filter(({ call, time }) => call === "StopContainer" && time > since);
  return stops.find(({ id }) => id.includes(`_${uid}_`))?.timeout ?? Number.NaN;
}
