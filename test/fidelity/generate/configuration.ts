/** The KubeletConfiguration of a scenario. Specification 2. */
import type { Json } from "../../vectors/notation.ts";
import { type NodeScale, SIGNALS, type SignalName } from "./node.ts";
import type { Source, Wildness } from "./source.ts";
import {
  BAD_GRACE_PERIODS,
  GRACE_PERIODS,
  ODD_GRACE_PERIODS,
  roughly,
  spellReclaim,
  spellThreshold,
} from "./spelling.ts";

export interface DrawnConfiguration {
  readonly config: Json | undefined;
  /** Nanoseconds after which a clock of this configuration runs out. */
  readonly periods: readonly bigint[];
}

type Statements = Partial<Record<string, Json>>;

const TRANSITIONS: Readonly<Record<string, bigint>> = {
  "0s": 300_000_000_000n,
  "5m0s": 300_000_000_000n,
  "5m": 300_000_000_000n,
  "30s": 30_000_000_000n,
  "10s": 10_000_000_000n,
  "1ns": 1n,
  "-1s": 0n,
  "1h30m": 5_400_000_000_000n,
};

/** The decoder refuses these before anything is parsed. */
const UNREADABLE: readonly Statements[] = [
  { evictionPressureTransitionPeriod: "abc" },
  { evictionPressureTransitionPeriod: 5 },
  { evictionPressureTransitionPeriod: "" },
  { evictionPressureTransitionPeriod: "1d" },
  { evictionPressureTransitionPeriod: null },
  { evictionMaxPodGracePeriod: "0" },
  { evictionMaxPodGracePeriod: 2 ** 31 },
  { evictionMaxPodGracePeriod: 1.5 },
  { evictionHard: { "memory.available": 100 } },
  { evictionHard: [] },
  { evictionSoft: "memory.available<1Gi" },
  { evictionMinimumReclaim: { "memory.available": true } },
  { evictionSoftGracePeriod: { "memory.available": null } },
  { localStorageCapacityIsolation: "true" },
  { mergeDefaultEvictionSettings: 1 },
  { enforceNodeAllocatable: "pods" },
  { enforceNodeAllocatable: [1] },
  { enforceNodeAllocatable: [null] },
  { kind: "Pod" },
  { kind: "kubeletconfiguration" },
  { evictionhard: { "memory.available": "1Gi" } },
  { unknown: [{ deep: null }] },
];

export function drawConfiguration(
  source: Source,
  scale: NodeScale,
  wild: Wildness,
): DrawnConfiguration {
  if (source.chance(3)) return { config: source.pick([undefined, {}]), periods: [] };
  const periods: bigint[] = [];
  const soft = drawThresholds(source, scale, wild, 45);
  const config: Statements = {
    evictionHard: drawThresholds(source, scale, wild, 15),
    evictionSoft: soft,
    evictionSoftGracePeriod: drawGracePeriods(source, soft, wild, periods),
    evictionMinimumReclaim: drawReclaims(source, scale, wild),
    evictionPressureTransitionPeriod: drawTransition(source, periods),
    evictionMaxPodGracePeriod: source.pick([undefined, undefined, 0, 30, 5, -1, 2 ** 31 - 1]),
    enforceNodeAllocatable: drawEnforcement(source, wild),
    cgroupsPerQOS: wild.errors && source.chance(15) ? source.chance(50) : undefined,
    kubeReservedCgroup: wild.errors && source.chance(20) ? "/kube" : undefined,
    localStorageCapacityIsolation: source.pick([undefined, undefined, undefined, true, false]),
    mergeDefaultEvictionSettings: source.pick([undefined, undefined, true, false, null]),
  };
  if (wild.errors && source.chance(15)) Object.assign(config, source.pick(UNREADABLE));
  return { config: config as Json, periods };
}

/** `absent`: percent of scenarios without the member. */
function drawThresholds(
  source: Source,
  scale: NodeScale,
  wild: Wildness,
  absent: number,
): Json | undefined {
  if (source.chance(absent)) return undefined;
  if (source.chance(4)) return source.pick([{}, null]);
  const statements: Statements = {};
  const share = source.pick([12, 25, 50, 90]);
  for (const signal of source.shuffled(source.some(SIGNALS, share))) {
    const capacity = scale.capacity[signal];
    const text = spellThreshold(source, capacity, wild);
    statements[signal] = text;
    const limit = roughly(text, capacity);
    if (limit !== undefined) noteLine(scale, signal, limit);
  }
  addStrangers(source, statements, wild, "10%");
  return statements as Json;
}

/** What is met on memory is met on the copies for allocatable memory as well. */
function noteLine(scale: NodeScale, signal: SignalName, amount: bigint): void {
  scale.lines[signal].push(amount);
  if (signal === "memory.available") scale.lines["allocatableMemory.available"].push(amount);
  const mirror = /^(?:nodefs|imagefs)(\..*)$/.exec(signal)?.[1];
  if (mirror !== undefined) scale.lines[`containerfs${mirror}` as SignalName].push(amount);
}

/** Names that are not signals; the kubelet refuses them. */
function addStrangers(source: Source, statements: Statements, wild: Wildness, text: string): void {
  if (!wild.errors || !source.chance(12)) return;
  const names = ["swap.available", "Memory.available", "", "nodefs", "é", "memory.available "];
  statements[source.pick(names)] = text;
}

function drawGracePeriods(
  source: Source,
  soft: Json | undefined,
  wild: Wildness,
  periods: bigint[],
): Json | undefined {
  const statements: Statements = {};
  for (const signal of Object.keys(soft ?? {})) {
    if (wild.errors && source.chance(8)) continue;
    statements[signal] = drawGracePeriod(source, wild, periods);
  }
  if (source.chance(10)) statements[source.pick(SIGNALS)] = "10s";
  addStrangers(source, statements, wild, "1s");
  return Object.keys(statements).length === 0 ? undefined : (statements as Json);
}

function drawGracePeriod(source: Source, wild: Wildness, periods: bigint[]): string {
  if (wild.errors && source.chance(10)) return source.pick(BAD_GRACE_PERIODS);
  if (wild.spellings && source.chance(15)) return source.pick(ODD_GRACE_PERIODS);
  const text = source.pick(Object.keys(GRACE_PERIODS));
  periods.push(GRACE_PERIODS[text] ?? 0n);
  return text;
}

function drawReclaims(source: Source, scale: NodeScale, wild: Wildness): Json | undefined {
  if (source.chance(50)) return undefined;
  const statements: Statements = {};
  for (const signal of source.some(SIGNALS, source.pick([20, 60]))) {
    const capacity = scale.capacity[signal];
    const text = spellReclaim(source, capacity, wild);
    statements[signal] = text;
    const amount = roughly(text, capacity);
    if (amount === undefined) continue;
    for (const limit of [...scale.lines[signal]]) noteLine(scale, signal, limit + amount);
  }
  addStrangers(source, statements, wild, "1Mi");
  return statements as Json;
}

function drawTransition(source: Source, periods: bigint[]): string | undefined {
  if (source.chance(50)) {
    periods.push(300_000_000_000n);
    return undefined;
  }
  const text = source.pick(Object.keys(TRANSITIONS));
  periods.push(TRANSITIONS[text] ?? 0n);
  return text;
}

function drawEnforcement(source: Source, wild: Wildness): Json | undefined {
  if (source.chance(75)) return undefined;
  if (!wild.errors || source.chance(60)) return source.pick([["pods"], [], ["none"], null]);
  return source.pick([
    ["system-reserved"],
    ["pods", "none"],
    ["pods", "pods"],
    ["bogus"],
    ["pods", "kube-reserved"],
    ["kube-reserved-compressible"],
    ["system-reserved", "system-reserved-compressible"],
    ["none", "none"],
    ["pods", "pods", "kube-reserved", "none"],
  ]);
}
