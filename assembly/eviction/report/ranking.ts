/** The whole ranking with every pod's sort keys, and what its usage is made of. Spec 4. */
import { compareInt128, Int128, setInt128 } from "../../base/arithmetic/int128.ts";
import {
  addLiteral,
  beginArray,
  beginObject,
  beginText,
  booleanMember,
  endArray,
  endObject,
  endText,
  integerMember,
  key,
  member,
} from "../../base/json/write.ts";
import { nanoOf } from "../../base/kubernetes/quantity/record.ts";
import { Quantity } from "../../base/kubernetes/quantity.ts";
import { behavesAs } from "../../node/model/behavior.ts";
import { Pod, PodFlag, podAt, podHas } from "../../node/model/pod.ts";
import { Behavior } from "../../node/model/releaseTable.ts";
import { resourceOf } from "../../node/model/signal.ts";
import { RESOURCE_NAMES, Resource, SIGNAL_NAMES, Signal } from "../../node/model/signalTable.ts";
import { podHasStats } from "../../node/model/stats.ts";
import { tables } from "../../node/model/tables.ts";
import { addPodName, nanoMember, podNameMembers, qosClassName } from "../../node/report/values.ts";
import { PolicyFlag, policyHas } from "../model/policy.ts";
import { evictionAt, ReclaimState, step } from "../model/step.ts";
import { thresholdAt } from "../model/threshold.ts";
import { isRefused } from "../stages/localStorage.ts";
import { rankPods } from "../stages/order.ts";
import { compareRanked, Ranked, rankedAt, usageOf } from "../stages/rank.ts";
import { partsMember } from "./parts.ts";

const usage: Int128 = changetype<Int128>(memory.data(16, 16));
const zero: Int128 = changetype<Int128>(memory.data(16, 16));

/** The signal that `explain` is asked to rank by, or -1. */
let asked: i32 = -1;

export function rankBy(signal: i32): void {
  asked = signal;
}

/** The signal that ranks: the chosen threshold's; memory when nothing was chosen. */
export function rankingSignal(): i32 {
  return step.chosen >= 0 ? i32(thresholdAt(step.chosen).signal) : Signal.MemoryAvailable;
}

export function rankingMember(): void {
  const signal = asked < 0 ? rankingSignal() : asked;
  const count = rankPods(signal);
  if (asked >= 0) {
    member("rankingSignal", unchecked(SIGNAL_NAMES[signal]));
    member("rankingResource", unchecked(RESOURCE_NAMES[resourceOf(signal)]));
  }
  key("ranking");
  beginArray();
  for (let position: u32 = 0; position < count; position++) {
    writeRanked(position, rankedAt(position), signal);
  }
  endArray();
}

/** Critical pods whose turn came: by local storage limits, or ranked before the one evicted. */
export function refusedMember(): void {
  const pressed = step.localStorage == 0 && step.chosen >= 0 && !isReclaimSufficient();
  key("refused");
  beginArray();
  if (pressed) writeRefusedInRanking();
  const limited = policyHas(PolicyFlag.LocalStorageCapacityIsolation) && step.failed == 0;
  for (let index: u32 = 0; index < tables.podCount; index++) {
    if (limited && isRefused(index)) writePodName(index);
  }
  endArray();
}

function isReclaimSufficient(): bool {
  return (
    step.reclaimState == ReclaimState.Sufficient || step.reclaimState == ReclaimState.Suspended
  );
}

function writeRefusedInRanking(): void {
  const evicted = step.evictionCount > 0 ? i32(evictionAt(0).pod) : -1;
  const count = rankPods(rankingSignal());
  for (let position: u32 = 0; position < count; position++) {
    const index = rankedAt(position).pod;
    if (i32(index) == evicted) return;
    if (podHas(podAt(index), PodFlag.Critical)) writePodName(index);
  }
}

function writePodName(index: u32): void {
  beginObject();
  podNameMembers(podAt(index));
  endObject();
}

function writeRanked(position: u32, ranked: Ranked, signal: i32): void {
  const pod = podAt(ranked.pod);
  const hasStats = podHasStats(ranked.pod);
  const resource = resourceOf(signal);
  beginObject();
  integerMember("position", i64(position) + 1);
  podNameMembers(pod);
  booleanMember("hasStats", hasStats);
  if (hasStats && resource != Resource.Pids)
    booleanMember("exceedsRequest", exceeds(pod, ranked, signal));
  integerMember("priority", pod.priority);
  setInt128(usage, 0, 0);
  if (hasStats) usageOf(usage, ranked.pod, signal);
  if (resource == Resource.Pids) nanoMember("processCount", usage);
  nanoMember("usage", usage);
  nanoMember("request", requestOf(pod, resource));
  if (resource != Resource.Pids) nanoMember("usageMinusRequest", ranked.delta);
  member("qosClass", qosClassName(pod.qosClass));
  skippedMember(pod);
  const tied = position > 0 && compareRanked(rankedAt(position - 1), ranked) == 0;
  booleanMember("tied", tied);
  partsMember(ranked.pod, pod, signal);
  key("sentence");
  beginText();
  if (position == 0) addFirst(pod, ranked, signal);
  else addBehind(rankedAt(position - 1), ranked, signal, tied);
  endText();
  endObject();
}

/** What the last comparator subtracts. */
function requestOf(pod: Pod, resource: Resource): Int128 {
  if (resource == Resource.Pids) return zero;
  const memoryRanking = resource == Resource.Memory;
  if (!memoryRanking && !behavesAs(Behavior.RanksByRequestAndPriority)) return zero;
  return nanoOf(memoryRanking ? pod.memoryRequest : pod.ephemeralStorageRequest);
}

function exceeds(pod: Pod, ranked: Ranked, signal: i32): bool {
  usageOf(usage, ranked.pod, signal);
  const resource = resourceOf(signal);
  let own: Quantity = pod.ephemeralStorageRequest;
  if (resource == Resource.Memory) own = pod.memoryRequest;
  else if (resource == Resource.Inodes) own = pod.inodesRequest;
  return compareInt128(usage, nanoOf(own)) > 0;
}

/** Critical pods are ranked and refused when their turn comes. Spec 5.2. */
function skippedMember(pod: Pod): void {
  if (!podHas(pod, PodFlag.Critical)) return;
  if (podHas(pod, PodFlag.Static)) member("skipped", "static pods are critical and never evicted");
  else if (podHas(pod, PodFlag.Mirror))
    member("skipped", "mirror pods are critical and never evicted");
  else member("skipped", "pods of priority 2000000000 and above are critical and never evicted");
}

function addFirst(pod: Pod, ranked: Ranked, signal: i32): void {
  addPodName(pod);
  addLiteral(" is first: ");
  if (!podHasStats(ranked.pod)) return addLiteral("the Summary has no stats of it.");
  if (resourceOf(signal) == Resource.Pids) {
    return addLiteral("the lowest priority, and the most processes in it.");
  }
  addLiteral(
    exceeds(pod, ranked, signal)
      ? "it exceeds its request, and no pod that does has a lower priority or exceeds it by more."
      : "no pod exceeds its request, has a lower priority, or is closer to its request.",
  );
}

/** The comparator that ordered it after the pod before it. */
function addBehind(before: Ranked, ranked: Ranked, signal: i32, tied: bool): void {
  const other = podAt(before.pod);
  addPodName(podAt(ranked.pod));
  if (tied) {
    addLiteral(" ties with ");
    addPodName(other);
    return addLiteral(": equal in every comparator, so uid orders them here and chance there.");
  }
  addLiteral(" comes after ");
  addPodName(other);
  addLiteral(": ");
  addLiteral(difference(before, ranked, signal));
  addLiteral(".");
}

function difference(before: Ranked, ranked: Ranked, signal: i32): string {
  const other = podAt(before.pod);
  const pod = podAt(ranked.pod);
  const pids = resourceOf(signal) == Resource.Pids;
  const ranksByPriority = behavesAs(Behavior.RanksByRequestAndPriority);
  if (!ranksByPriority && other.qosClass != pod.qosClass) return "its QoS class is evicted later";
  if (pids && other.priority != pod.priority) return "its priority is higher";
  if (podHasStats(before.pod) != podHasStats(ranked.pod)) return "it has stats, the other has none";
  if (pids) return "it has fewer processes";
  if (!ranksByPriority) return "it uses less";
  if (before.first >> 32 != ranked.first >> 32) return "it does not exceed its request";
  if (other.priority != pod.priority) return "its priority is higher";
  return "its usage over request is smaller";
}
