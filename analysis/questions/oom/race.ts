/** The race between the kubelet and the kernel, from what two steps of a capture observed. */
import type { Decision, Observation, Policy, ThresholdArithmetic } from "../../engine/decision.ts";
import { EngineError } from "../../engine/engineError.ts";
import type { OomEngine } from "../../engine/oomEngine.ts";
import type { Race, RaceDocument, RaceNode } from "../../engine/oomRace.ts";
import { isAmount, objectOf } from "../../read/json/untyped.ts";
import { nodeIn, nodeOf } from "../../read/memory/nodeMemory.ts";

/** The settings that decide the race, and which processes die together. */
export interface OomSettings {
  readonly kernelMemcgNotification?: boolean;
  readonly singleProcessOOMKill?: boolean;
}

/** Reads the settings from a KubeletConfiguration as the core takes it. */
export function oomSettings(configuration: string): OomSettings {
  const { kernelMemcgNotification, singleProcessOOMKill } = JSON.parse(configuration);
  return {
    ...(kernelMemcgNotification === true ? { kernelMemcgNotification } : {}),
    ...(singleProcessOOMKill === true ? { singleProcessOOMKill } : {}),
  };
}

/** Null unless two decisions of detail 1 have two observations with times. */
export function raceBetween(
  before: Decision,
  now: Decision,
  policy: Pick<Policy, "maxPodGracePeriodSeconds">,
  settings: OomSettings,
  engine: OomEngine,
  further: Pick<RaceDocument, "node" | "throttle"> = {},
): Race | null {
  const [first, second] = [observationOf(before), observationOf(now)];
  if (first === null || second === null || first.time === second.time) return null;
  try {
    engine.race({
      observations: [first, second],
      thresholds: (now.thresholds ?? []).filter(isOfMemory).map(limitOf),
      maxPodGracePeriodSeconds: Math.max(0, policy.maxPodGracePeriodSeconds),
      ...evictionOf(now),
      ...further,
      ...(settings.kernelMemcgNotification === true ? { kernelMemcgNotification: true } : {}),
    });
    return engine.raceReport();
  } catch (error) {
    // Numbers that no machine has, or stats that went back.
    if (!(error instanceof EngineError)) throw error;
    return null;
  }
}

function observationOf({ observations = [] }: Decision) {
  const found = observations.find(({ signal }) => signal === "memory.available");
  return found === undefined ? null : timed(found);
}

function timed({ time, available }: Observation) {
  return time === null ? null : { time, availableBytes: available };
}

function isOfMemory({ signal, limit }: ThresholdArithmetic): boolean {
  return signal === "memory.available" && limit !== undefined && limit > 0;
}

function limitOf(threshold: ThresholdArithmetic) {
  const { limit = 0, hard, gracePeriodSeconds, graceRemainingSeconds } = threshold;
  return {
    // Available bytes are whole: less than a limit is less than the next whole one.
    limitBytes: Math.ceil(limit),
    gracePeriodSeconds: hard ? 0 : gracePeriodSeconds,
    ...(graceRemainingSeconds === undefined
      ? {}
      : { graceRemainingMilliseconds: Math.ceil(graceRemainingSeconds * 1000) }),
  };
}

function evictionOf({ evictions, signal }: Decision) {
  const pod = evictions.find(({ cause }) => cause === undefined);
  if (pod === undefined || signal !== "memory.available") return {};
  return { evictionGracePeriodSeconds: pod.gracePeriodSeconds };
}

/** What is known of a node in its Summary; null where it lacks the numbers. */
export function raceNode(now: Decision, summary: Uint8Array): RaceNode | null {
  const node = nodeIn(summary);
  const memory = nodeOf(node)?.node;
  const found = now.observations?.find(({ signal }) => signal === "memory.available");
  if (memory === undefined || found?.capacity === undefined) return null;
  const { workingSetBytes, rssBytes } = memory;
  const { swapUsageBytes, swapAvailableBytes } = objectOf(node.swap);
  const isKnown = isAmount(swapUsageBytes) && isAmount(swapAvailableBytes);
  return {
    capacityBytes: found.capacity,
    cacheBytes: Math.max(0, workingSetBytes - rssBytes),
    ...(isKnown
      ? { swapBytes: swapUsageBytes + swapAvailableBytes, swapFreeBytes: swapAvailableBytes }
      : {}),
  };
}
