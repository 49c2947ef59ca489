/** A run of a real kubelet as it was recorded: what it was served, and what it made of that. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { NodeCondition, PodName, Signal } from "../../../hosts/shared/decision.ts";
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
  /** What the runtime was asked to give the pod's first container. */
  readonly gracePeriodSeconds: number;
}

interface RuntimeCall {
  readonly call: string;
  /** Names the pod and its uid. */
  readonly id: string;
  readonly time: string;
  readonly timeout: number;
}

export interface Sample {
  readonly summary?: { readonly node: JsonObject; readonly pods: readonly JsonObject[] };
  /** Only where it changed. */
  readonly pods?: Json;
}

export interface Run {
  readonly name: string;
  /** YAML. */
  readonly config: string;
  readonly samples: readonly Sample[];
  readonly passes: readonly Pass[];
  readonly evictions: readonly RecordedEviction[];
}

export function readRun(folder: string, name: string): Run {
  const file = (path: string): Buffer => readFileSync(join(folder, name, path));
  const outcome = JSON.parse(file("outcome.json").toString());
  const passes: readonly Pass[] = outcome.passes;
  const calls = recordsOf<RuntimeCall>(file("cri-calls.ndjson"));
  return {
    name,
    config: file("config.yaml").toString(),
    samples: recordsOf(gunzipSync(file("capture.ndjson.gz"))),
    passes,
    evictions: outcome.evictions.map((eviction: RecordedEviction) => ({
      ...eviction,
      gracePeriodSeconds: gracePeriodOf(eviction.uid, passes[eviction.pass]?.time ?? "", calls),
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
