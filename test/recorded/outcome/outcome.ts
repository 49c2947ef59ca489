/** What became of a recorded run, out of the kubelet's log, the API's objects and the samples. */
import type { PodName } from "../../../analysis/engine/decision.ts";
import type { Pass, RecordedEviction, Seen } from "../../fidelity/recorded/run.ts";
import { parseSize } from "../../vectors/notation.ts";
import { type LogLine, logLines } from "./klog.ts";
import { type LoggedEviction, type LoggedPass, passesOf } from "./passes.ts";

interface Stats {
  readonly availableBytes?: number;
}

/** What is read of a sample of the recorder. */
export interface ServedSample {
  readonly time: string;
  readonly summary?: { readonly node?: { readonly memory?: Stats; readonly fs?: Stats } };
  readonly nodeConditions: readonly NodeConditionObject[];
}

interface NodeConditionObject {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly lastTransitionTime: string;
}

interface PodObject {
  readonly metadata: PodName;
}

interface EventObject {
  readonly metadata: { readonly annotations?: Readonly<Record<string, string>> };
  readonly reason: string;
  readonly message: string;
  readonly involvedObject: { readonly uid: string };
}

export interface Outcome {
  readonly scenario: string;
  /** Such as "1.35.8". */
  readonly kubelet: string;
  readonly passes: readonly Pass[];
  readonly evictions: readonly (LoggedEviction & Omit<RecordedEviction, "gracePeriodSeconds">)[];
  /** As the API server had them, each time one changed. */
  readonly conditions: readonly (NodeConditionObject & { readonly seenAt: string })[];
}

export interface Recorded {
  readonly scenario: string;
  readonly log: string;
  readonly samples: readonly ServedSample[];
  readonly pods: readonly PodObject[];
  readonly events: readonly EventObject[];
}

export function outcomeOf({ scenario, log, samples, pods, events }: Recorded): Outcome {
  const year = Number(samples[0]?.time.slice(0, 4));
  const podOf = (called: string): PodName => {
    const found = pods.find(({ metadata: { namespace, name } }) => {
      return called === `${namespace}/${name}`;
    });
    if (found === undefined) throw new Error(`The log names ${called}, which no pod is called.`);
    return nameOnly(found.metadata);
  };
  const lines = logLines(log, year);
  // The pods seen before the first sample are unknown.
  const logged = passesOf(lines, podOf).filter(({ observedAt = "" }) => {
    return Date.parse(observedAt) > Date.parse(samples[0]?.time ?? "");
  });
  return {
    scenario,
    kubelet: versionIn(lines),
    passes: logged.map((pass) => withSamples(pass, samples)),
    evictions: logged.flatMap((pass, index) => evictionsOf(pass, index, events)),
    conditions: conditionsOf(samples),
  };
}

function versionIn(lines: readonly LogLine[]): string {
  const { kubeletVersion } =
    lines.find(({ message }) => message === "Kubelet version")?.values ?? {};
  return String(kubeletVersion).replace(/^v/, "");
}

function withSamples(pass: LoggedPass, samples: readonly ServedSample[]): Pass {
  const { observations, evicted, ...rest } = pass;
  if (observations === undefined) throw new Error("A pass without observations is none.");
  const sampleBefore = samples.findLastIndex(
    ({ time }) => Date.parse(time) < Date.parse(pass.time),
  );
  const exact = samples.findIndex(
    (sample, at) => at >= sampleBefore && isSeen(sample, observations),
  );
  return {
    ...rest,
    observations,
    ...(evicted === undefined ? {} : { evicted: evicted.map(nameOnly) }),
    sampleBefore,
    sampleExact: exact < 0 ? null : exact,
  };
}

function nameOnly({ namespace, name, uid }: PodName): PodName {
  return { namespace, name, uid };
}

/** Whether a sample carries the very numbers of the node that a pass saw. */
function isSeen({ summary }: ServedSample, seen: Seen): boolean {
  const { memory, fs } = summary?.node ?? {};
  return (
    BigInt(memory?.availableBytes ?? -1) === parseSize(seen["memory.available"].available) &&
    BigInt(fs?.availableBytes ?? -1) === parseSize(seen["nodefs.available"].available)
  );
}

/** An eviction for a local storage limit comes without a resource that is reclaimed. */
function evictionsOf(
  { evicted = [], reclaiming }: LoggedPass,
  pass: number,
  events: readonly EventObject[],
): Outcome["evictions"] {
  return evicted.map((pod) => {
    const event = events.find(({ reason, involvedObject }) => {
      return reason === "Evicted" && involvedObject.uid === pod.uid;
    });
    const annotations = event?.metadata.annotations;
    return {
      ...pod,
      kind: reclaiming === undefined ? "local-storage-limit" : "node-pressure",
      ...(annotations === undefined ? {} : { starvedResourceAnnotations: annotations }),
      pass,
    };
  });
}

function conditionsOf(samples: readonly ServedSample[]): Outcome["conditions"] {
  const last = new Map<string, string>();
  return samples.flatMap(({ time, nodeConditions }) =>
    nodeConditions
      .filter(({ type, status }) => {
        const isChanged = last.get(type) !== status;
        last.set(type, status);
        return isChanged;
      })
      .map(({ type, status, reason, lastTransitionTime }) => {
        return { seenAt: time, type, status, reason, lastTransitionTime };
      }),
  );
}
