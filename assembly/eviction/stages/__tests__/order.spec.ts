/** The whole ranking against a selection that takes the first pod again and again. Spec 4.1. */
import { PODS_MAX } from "../../../abi.ts";
import { quantityValue } from "../../../base/kubernetes/quantity.ts";
import { PodFlag, podAt } from "../../../node/model/pod.ts";
import { Signal } from "../../../node/model/signalTable.ts";
import { containerStatsAt, podHasStats, podStatsAt } from "../../../node/model/stats.ts";
import { Layout } from "../layout.ts";
import { rankPods } from "../order.ts";
import { firstToEvict, rankedAt } from "../rank.ts";
import { addPod, clearPods, givePolicy, setLayout, setPodStats, setRequests } from "./node.ts";

const SIZES: i32[] = [0, 1, 2, 11, 12, 13, 23, 24, 25, 36, 37, 48, 49, 300];
const SIGNALS: Signal[] = [Signal.MemoryAvailable, Signal.PIDAvailable, Signal.NodeFsInodesFree];
const SEED: u32 = 20261120;

let random: u32 = SEED;

/** The next of xorshift32 below a bound. */
function below(bound: u32): u32 {
  random ^= random << 13;
  random ^= random >> 17;
  random ^= random << 5;
  return random % bound;
}

/** Pods with few different amounts, so many differ only in their row. */
function addRandomPods(count: i32): void {
  clearPods();
  for (let i = 0; i < count; i++) {
    const index = addPod(i32(below(3)) - 1);
    setRequests(podAt(index), i64(below(3)), i64(below(2)));
    if (below(10) == 0) continue;
    setPodStats(index, below(4), below(4));
    const stats = podStatsAt(index);
    stats.firstContainer = index;
    stats.containerCount = 1;
    containerStatsAt(index).rootfsInodesUsed = below(3);
    containerStatsAt(index).logsInodesUsed = 0;
  }
}

function usageOf(index: u32, signal: Signal): i64 {
  if (signal == Signal.MemoryAvailable) return i64(podStatsAt(index).workingSetBytes);
  return i64(containerStatsAt(podStatsAt(index).firstContainer).rootfsInodesUsed);
}

function exceeds(index: u32, signal: Signal): bool {
  const request = signal == Signal.MemoryAvailable ? quantityValue(podAt(index).memoryRequest) : 0;
  return usageOf(index, signal) > request;
}

function overage(index: u32, signal: Signal): i64 {
  const pod = podAt(index);
  const isMemory = signal == Signal.MemoryAvailable;
  const request = isMemory ? pod.memoryRequest : pod.ephemeralStorageRequest;
  return usageOf(index, signal) - quantityValue(request);
}

function comesBefore(a: u32, b: u32, signal: Signal): bool {
  const bothHaveStats = podHasStats(a) && podHasStats(b);
  const priority = podAt(a).priority - podAt(b).priority;
  if (signal == Signal.PIDAvailable) {
    if (priority != 0) return priority < 0;
    if (podHasStats(a) != podHasStats(b)) return !podHasStats(a);
    const more = i64(podStatsAt(a).processCount) - i64(podStatsAt(b).processCount);
    return bothHaveStats && more != 0 ? more > 0 : a < b;
  }
  if (podHasStats(a) != podHasStats(b)) return !podHasStats(a);
  if (bothHaveStats && exceeds(a, signal) != exceeds(b, signal)) return exceeds(a, signal);
  if (priority != 0) return priority < 0;
  const more = bothHaveStats ? overage(a, signal) - overage(b, signal) : 0;
  return more != 0 ? more > 0 : a < b;
}

/** Takes the first of the pods that are left, until none is. */
function selected(count: i32, signal: Signal): u32[] {
  const rest: u32[] = [];
  for (let index = 0; index < count; index++) rest.push(u32(index));
  const taken: u32[] = [];
  while (rest.length > 0) {
    let first = 0;
    for (let i = 1; i < rest.length; i++) {
      if (comesBefore(rest[i], rest[first], signal)) first = i;
    }
    taken.push(rest[first]);
    rest[first] = rest[rest.length - 1];
    rest.pop();
  }
  return taken;
}

function ranked(signal: Signal): u32[] {
  const found: u32[] = [];
  const count = rankPods(signal);
  for (let position: u32 = 0; position < count; position++) found.push(rankedAt(position).pod);
  return found;
}

describe("the ranking", () => {
  beforeAll(() => {
    givePolicy("");
    setLayout(Layout.Single);
  });

  it("is the order in which a selection takes the pods, for any number of them", () => {
    for (let s = 0; s < SIGNALS.length; s++) {
      for (let i = 0; i < SIZES.length; i++) {
        random = SEED + u32(i);
        addRandomPods(SIZES[i]);
        const expected = selected(SIZES[i], SIGNALS[s]).join(" ");
        expect(ranked(SIGNALS[s]).join(" ")).toBe(expected, `${SIZES[i]} pods, seed ${SEED + i}`);
      }
    }
  });

  it("keeps the rows of pods that are equal in everything", () => {
    clearPods();
    for (let i = 0; i < 300; i++) addPod(0);
    const order = ranked(Signal.MemoryAvailable);
    for (let i = 0; i < 300; i++) expect(order[i]).toBe(u32(i));
  });

  it("holds as many pods as the table", () => {
    random = SEED;
    addRandomPods(PODS_MAX);
    expect(rankPods(Signal.MemoryAvailable)).toBe(u32(PODS_MAX));
    for (let position: u32 = 1; position < u32(PODS_MAX); position++) {
      const before = rankedAt(position - 1).pod;
      const ordered = comesBefore(before, rankedAt(position).pod, Signal.MemoryAvailable);
      if (!ordered) expect(position.toString()).toBe("in order", `seed ${SEED}`);
    }
  });

  it("has only active pods, and the first that is not critical is evicted (Spec 3.11)", () => {
    random = SEED;
    addRandomPods(100);
    const all = ranked(Signal.MemoryAvailable);
    podAt(all[0]).flags = 0;
    podAt(all[1]).flags |= PodFlag.Critical;
    podAt(all[2]).flags |= PodFlag.Critical;
    expect(ranked(Signal.MemoryAvailable).join(" ")).toBe(all.slice(1).join(" "));
    expect(firstToEvict(Signal.MemoryAvailable)).toBe(i32(all[3]));
  });

  it("has no first pod when none can be evicted", () => {
    clearPods();
    expect(firstToEvict(Signal.MemoryAvailable)).toBe(-1);
    podAt(addPod(0)).flags = PodFlag.Critical | PodFlag.Active;
    podAt(addPod(0)).flags = 0;
    expect(firstToEvict(Signal.MemoryAvailable)).toBe(-1);
  });
});
