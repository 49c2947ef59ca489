import { describe, expect, it } from "vitest";
import type { Decision, Eviction } from "../../../../analysis/engine/decision.ts";
import type { ClusterQuestions } from "../../../../hosts/daemon/acting/clusterQuestions.ts";
import type { Fresh } from "../../../../hosts/daemon/acting/freshMeasurement.ts";
import {
  DEFAULT_BOUNDS,
  GUARD_RAILS,
  type Question,
} from "../../../../hosts/daemon/acting/guardRails.ts";
import type { ListedPod } from "../../../../hosts/daemon/acting/listedPods.ts";
import type { JournalEntry } from "../../../../hosts/daemon/stateDirectory/actJournal.ts";

const SECOND = 1_000_000_000n;
const NOW = 1_800_000_000n * SECOND;
const EVICTION = { namespace: "shop", name: "cart", uid: "u-cart", gracePeriodSeconds: 60 };

const MEASURED = { time: NOW, summary: new Uint8Array() };

/** The same pod is chosen again. */
const FRESH: Fresh = {
  ...{ objection: null, snapshot: MEASURED, decision: observed("2027-01-15T08:00:00Z") },
};

/** An eviction of another pod, so many seconds ago. */
function entry(secondsAgo: number, parts: Partial<JournalEntry> & { uid?: string } = {}) {
  const { uid = `u-${secondsAgo}`, ...others } = parts;
  return {
    pod: { namespace: "shop", name: `other-${secondsAgo}`, uid },
    time: NOW - BigInt(secondsAgo) * SECOND,
    gracePeriodSeconds: 60,
    outcome: "made",
    attempts: 1,
    ...others,
  } as JournalEntry;
}

function observed(time: string | null): Decision {
  const observations = [
    { signal: "memory.available", available: 1, capacity: 2, time },
    { signal: "nodefs.available", available: 1, capacity: 2, time: "2001-01-01T00:00:00Z" },
  ];
  return { signal: "memory.available", observations } as unknown as Decision;
}

function question(parts: Partial<Question> = {}): Question {
  return {
    eviction: EVICTION as Eviction,
    decision: observed("2027-01-15T08:00:00Z"),
    time: NOW,
    runningSeconds: 3600,
    bounds: DEFAULT_BOUNDS,
    identity: { isSelf: () => false },
    journal: [],
    isThere: () => true,
    listed: () => new Map(),
    configurationJson: "{}",
    cluster: null,
    fresh: async () => FRESH,
    passed: () => 0n,
    ...parts,
  };
}

interface Row {
  readonly rail: string;
  readonly case: string;
  readonly given: Partial<Question>;
  /** Null when the eviction may be made. */
  readonly reason: string | null;
}

const many = (count: number, parts: Partial<JournalEntry> = {}) =>
  Array.from({ length: count }, (_, index) => entry(600 + index, parts));
const elsewhere = { pod: { namespace: "batch", name: "b", uid: "u-b" } };
const LISTED: ListedPod = {
  ...{ namespace: "shop", name: "cart", uid: "u-cart", phase: "Running", annotations: {} },
  ...{ createdAt: null, deletionTime: null, failedAt: null },
};
const listed = (parts: Partial<ListedPod>) => ({
  listed: () => new Map([[parts.uid ?? LISTED.uid, { ...LISTED, ...parts }]]),
});
const annotated = (value: string) => listed({ annotations: { "plimsoll.dev/evict": value } });
/** A cluster with one reason not to act. */
const cluster = (question: keyof ClusterQuestions) => {
  const names = ["lateness", "kubeletPressure", "namespaceOptOut", "stop", "otherDaemon"] as const;
  const asked = [...names, "fleetBound"].map((name) => [
    name,
    async () => (name === question ? `the answer of ${name}` : null),
  ]);
  return { cluster: Object.fromEntries(asked) as ClusterQuestions };
};
/** So many seconds after the measurement. */
const at = (seconds: number) => NOW + BigInt(seconds) * SECOND;
const OTHER = { uid: "u-other", name: "other" };
const refused = (secondsAgo: number, attempts: number) => ({
  journal: [entry(secondsAgo, { uid: "u-cart", outcome: "failed", attempts })],
});

const ROWS: readonly Row[] = [
  {
    rail: "never-itself",
    case: "the pod this daemon runs in",
    given: { identity: { isSelf: ({ uid }) => uid === "u-cart" } },
    reason: "this daemon runs in it",
  },
  { rail: "never-itself", case: "any other pod", given: {}, reason: null },
  {
    rail: "protected-namespace",
    case: "a pod of kube-system",
    given: { eviction: { ...EVICTION, namespace: "kube-system" } as Eviction },
    reason: "namespace kube-system is protected",
  },
  { rail: "protected-namespace", case: "a pod of another namespace", given: {}, reason: null },
  {
    rail: "opted-out",
    case: "a pod that is annotated with never",
    given: annotated("never"),
    reason: 'its annotation plimsoll.dev/evict is "never"',
  },
  {
    rail: "opted-out",
    case: "a pod whose annotation is misspelt",
    given: annotated("Nevr"),
    reason: 'its annotation plimsoll.dev/evict is "Nevr"',
  },
  { rail: "opted-out", case: "a pod that says allow", given: annotated("allow"), reason: null },
  { rail: "opted-out", case: "a pod without the annotation", given: listed({}), reason: null },
  {
    rail: "warm-up",
    case: "a daemon that was started a moment ago",
    given: { runningSeconds: 299.9, bounds: { ...DEFAULT_BOUNDS, warmUpSeconds: 300 } },
    reason: "the daemon has run for 299 s of 300 s",
  },
  {
    rail: "warm-up",
    case: "a daemon that has run long enough",
    given: { runningSeconds: 300, bounds: { ...DEFAULT_BOUNDS, warmUpSeconds: 300 } },
    reason: null,
  },
  {
    rail: "backs-off",
    case: "a pod that was refused a moment ago",
    given: refused(29, 1),
    reason: "it was refused once; the next attempt is in 1 s",
  },
  { rail: "backs-off", case: "after half a minute", given: refused(30, 1), reason: null },
  {
    rail: "backs-off",
    case: "twice as long after each refusal",
    given: refused(119, 3),
    reason: "it was refused 3 times; the next attempt is in 1 s",
  },
  { rail: "backs-off", case: "but five minutes at most", given: refused(300, 99), reason: null },
  {
    rail: "backs-off",
    case: "another pod",
    given: { journal: [entry(1, { outcome: "failed" })] },
    reason: null,
  },
  {
    rail: "once-per-pod",
    case: "a pod that was evicted already",
    given: { journal: [entry(86_400, { uid: "u-cart" })] },
    reason: "it was evicted already",
  },
  {
    rail: "once-per-pod",
    case: "a pod whose eviction a crash cut short",
    given: { journal: [entry(5, { uid: "u-cart", outcome: "presumed" })] },
    reason: "its eviction was started with an unknown outcome, which counts as made",
  },
  {
    rail: "once-per-pod",
    case: "a pod whose eviction failed may be tried again",
    given: { journal: [entry(5, { uid: "u-cart", outcome: "failed" })] },
    reason: null,
  },
  {
    rail: "once-per-pod",
    case: "another pod of the same name, which took its place",
    given: { journal: [entry(5, { pod: { ...EVICTION, uid: "u-before" } })] },
    reason: null,
  },
  {
    rail: "one-in-flight",
    case: "another pod that is still being evicted",
    given: { journal: [entry(59)] },
    reason: "shop/other-59 is still being evicted",
  },
  {
    rail: "one-in-flight",
    case: "another pod whose grace period has passed",
    given: { journal: [entry(60)] },
    reason: null,
  },
  {
    rail: "one-in-flight",
    case: "another pod that is gone",
    given: { journal: [entry(1)], isThere: () => false },
    reason: null,
  },
  {
    rail: "one-in-flight",
    case: "a pod without a grace period is given as long as the kubelet waits for it",
    given: { journal: [entry(29, { gracePeriodSeconds: 0 })] },
    reason: "shop/other-29 is still being evicted",
  },
  {
    rail: "one-in-flight",
    case: "an eviction that failed",
    given: { journal: [entry(1, { outcome: "failed" })] },
    reason: null,
  },
  {
    rail: "cap-per-hour",
    case: "as many as the cap within an hour, in any namespace",
    given: { journal: many(12, elsewhere) },
    reason: "12 pods were evicted within an hour",
  },
  {
    rail: "cap-per-hour",
    case: "one fewer than the cap",
    given: { journal: many(11, elsewhere) },
    reason: null,
  },
  {
    rail: "cap-per-hour",
    case: "the cap, but an hour ago",
    given: { journal: many(12, { time: NOW - 3600n * SECOND }) },
    reason: null,
  },
  {
    rail: "cap-per-hour",
    case: "what was written down before the clock was set back counts",
    given: { journal: many(12, { time: NOW + 7200n * SECOND }) },
    reason: "12 pods were evicted within an hour",
  },
  {
    rail: "cap-per-namespace",
    case: "as many as the cap of its own namespace",
    given: { journal: many(4) },
    reason: "4 pods of namespace shop were evicted within an hour",
  },
  {
    rail: "cap-per-namespace",
    case: "any number of another namespace",
    given: { journal: many(9, elsewhere) },
    reason: null,
  },
  {
    rail: "stale-stats",
    case: "stats older than the bound",
    given: { decision: observed("2027-01-15T07:57:59Z") },
    reason: "the stats of memory.available are 121 s old",
  },
  {
    rail: "stale-stats",
    case: "stats as old as the bound; those of other signals do not matter",
    given: { decision: observed("2027-01-15T07:58:00Z") },
    reason: null,
  },
  {
    rail: "stale-stats",
    case: "stats without a time",
    given: { decision: observed(null) },
    reason: "the stats of memory.available do not say when they were measured",
  },
  {
    rail: "stale-stats",
    case: "stats of the future",
    given: { decision: observed("2027-01-15T08:00:31Z") },
    reason: "the stats of memory.available are 31 s in the future",
  },
  {
    rail: "stale-stats",
    case: "stats of the future by no more than clocks differ",
    given: { decision: observed("2027-01-15T08:00:30Z") },
    reason: null,
  },
  {
    rail: "stale-stats",
    case: "a local storage limit, judged on a Summary of which anything is old",
    given: { decision: { ...observed("2027-01-15T08:00:00Z"), signal: undefined } as never },
    reason: "the stats of nodefs.available are 821692800 s old",
  },
  {
    rail: "stale-stats",
    case: "a local storage limit, judged on a Summary without stats of the node",
    given: { decision: { observations: [] } as never },
    reason: "the stats do not say when they were measured",
  },
  {
    rail: "fresh-measurement",
    case: "a measurement that no longer asks for the pod",
    given: { fresh: async () => ({ ...FRESH, objection: "it asks for none" }) },
    reason: "it asks for none",
  },
  { rail: "fresh-measurement", case: "one that asks for it again", given: {}, reason: null },
  {
    rail: "fresh-measurement",
    case: "one of the future, which asks for it again",
    given: { fresh: async () => ({ ...FRESH, decision: observed("2027-01-15T08:10:00Z") }) },
    reason: "the stats of memory.available are 600 s in the future",
  },
  {
    rail: "fresh-measurement",
    case: "one after which this process was stopped",
    given: { passed: () => 121n * SECOND },
    reason: "the node was measured 121 s ago",
  },
  {
    rail: "fresh-measurement",
    case: "one whose stats have become too old since",
    given: {
      fresh: async () => ({ ...FRESH, decision: observed("2027-01-15T07:59:00Z") }),
      passed: () => 61n * SECOND,
    },
    reason: "the stats of memory.available are 121 s old",
  },
  {
    rail: "newer-pod",
    case: "a pod that was created after the snapshot",
    given: listed({ createdAt: NOW + 1n }),
    reason: "it is newer than the snapshot it was chosen from",
  },
  {
    rail: "newer-pod",
    case: "a pod that was created with the snapshot",
    given: listed({ createdAt: NOW }),
    reason: null,
  },
  {
    rail: "opted-out",
    case: "a pod of a namespace that is annotated with never",
    given: cluster("namespaceOptOut"),
    reason: "the answer of namespaceOptOut",
  },
  {
    rail: "opted-out",
    case: "a pod that says allow in a namespace that says never",
    given: { ...annotated("allow"), ...cluster("namespaceOptOut") },
    reason: null,
  },
  {
    rail: "earlier-than-kubelet",
    case: "thresholds that are not earlier",
    given: cluster("lateness"),
    reason: "the answer of lateness",
  },
  {
    rail: "earlier-than-kubelet",
    case: "no measurement to compare them by",
    given: {
      ...cluster("stop"),
      fresh: async () => ({ ...FRESH, snapshot: { time: NOW, summary: null } }),
    },
    reason: "no fresh measurement was possible",
  },
  { rail: "earlier-than-kubelet", case: "earlier ones", given: cluster("stop"), reason: null },
  { rail: "earlier-than-kubelet", case: "no cluster", given: {}, reason: null },
  {
    rail: "kubelet-is-evicting",
    case: "a pod that failed a moment ago",
    given: listed({ ...OTHER, phase: "Failed", failedAt: at(-29) }),
    reason: "shop/other has failed less than 30 s ago",
  },
  {
    rail: "kubelet-is-evicting",
    case: "a pod that failed long enough ago",
    given: listed({ ...OTHER, phase: "Failed", failedAt: at(-30) }),
    reason: null,
  },
  {
    rail: "kubelet-is-evicting",
    case: "a pod in its grace period",
    given: listed({ ...OTHER, deletionTime: at(60) }),
    reason: "shop/other is being deleted",
  },
  {
    rail: "kubelet-is-evicting",
    case: "a pod whose grace period has just passed",
    given: listed({ ...OTHER, deletionTime: at(-29) }),
    reason: "shop/other is being deleted",
  },
  {
    rail: "kubelet-is-evicting",
    case: "a pod that has been stuck in its deletion",
    given: listed({ ...OTHER, deletionTime: at(-30) }),
    reason: null,
  },
  {
    rail: "kubelet-is-evicting",
    case: "a kubelet that reports pressure",
    given: cluster("kubeletPressure"),
    reason: "the answer of kubeletPressure",
  },
  {
    rail: "acting-stopped",
    case: "a fleet that is stopped",
    given: cluster("stop"),
    reason: "the answer of stop",
  },
  { rail: "acting-stopped", case: "one that may act", given: cluster("lateness"), reason: null },
  {
    rail: "node-lease",
    case: "a node of another daemon",
    given: cluster("otherDaemon"),
    reason: "the answer of otherDaemon",
  },
  { rail: "node-lease", case: "a node of this daemon", given: cluster("stop"), reason: null },
  {
    rail: "nodes-acting",
    case: "as many nodes as may act",
    given: cluster("fleetBound"),
    reason: "the answer of fleetBound",
  },
  { rail: "nodes-acting", case: "one fewer", given: cluster("stop"), reason: null },
];

describe("guard rails", () => {
  it.each(ROWS)("$rail: $case", async ({ rail, given, reason }) => {
    const row = GUARD_RAILS.find(({ name }) => name === rail);
    expect(await row?.holds(question(given))).toBe(reason);
  });

  it("are all in this table, each with a case in which it holds and one in which not", () => {
    for (const { name } of GUARD_RAILS) {
      const own = ROWS.filter(({ rail }) => rail === name);
      expect(own.some(({ reason }) => reason === null)).toBe(true);
      expect(own.some(({ reason }) => reason !== null)).toBe(true);
    }
  });
});
