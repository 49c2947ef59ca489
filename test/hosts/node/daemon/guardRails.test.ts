import { describe, expect, it } from "vitest";
import type { JournalEntry } from "../../../../hosts/node/daemon/actJournal.ts";
import {
  DEFAULT_BOUNDS,
  GUARD_RAILS,
  type Question,
} from "../../../../hosts/node/daemon/guardRails.ts";
import type { Decision, Eviction } from "../../../../hosts/shared/decision.ts";

const SECOND = 1_000_000_000n;
const NOW = 1_800_000_000n * SECOND;
const EVICTION = { namespace: "shop", name: "cart", uid: "u-cart", gracePeriodSeconds: 60 };

/** An eviction of another pod, so many seconds ago. */
function entry(secondsAgo: number, parts: Partial<JournalEntry> & { uid?: string } = {}) {
  const { uid = `u-${secondsAgo}`, ...others } = parts;
  return {
    pod: { namespace: "shop", name: `other-${secondsAgo}`, uid },
    time: NOW - BigInt(secondsAgo) * SECOND,
    gracePeriodSeconds: 60,
    outcome: "made",
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
    decision: observed(null),
    time: NOW,
    bounds: DEFAULT_BOUNDS,
    identity: { isSelf: () => false },
    journal: [],
    isThere: () => true,
    fresh: async () => ({ objection: null, createdAt: () => null }),
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
const newer = (time: bigint) => async () => ({ objection: null, createdAt: () => time });

const ROWS: readonly Row[] = [
  {
    rail: "never-itself",
    case: "the pod this daemon runs in",
    given: { identity: { isSelf: ({ uid }) => uid === "u-cart" } },
    reason: "this daemon runs in it",
  },
  { rail: "never-itself", case: "any other pod", given: {}, reason: null },
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
    reason: "its eviction was begun before a crash and counts as made",
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
    case: "another pod that is still going",
    given: { journal: [entry(59)] },
    reason: "shop/other-59 is still going",
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
    reason: "shop/other-29 is still going",
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
    rail: "fresh-measurement",
    case: "a measurement that no longer asks for the pod",
    given: { fresh: async () => ({ objection: "it asks for none", createdAt: () => null }) },
    reason: "it asks for none",
  },
  { rail: "fresh-measurement", case: "one that asks for it again", given: {}, reason: null },
  {
    rail: "newer-pod",
    case: "a pod that was created after the snapshot",
    given: { fresh: newer(NOW + 1n) },
    reason: "it is newer than what it was judged on",
  },
  {
    rail: "newer-pod",
    case: "a pod that was created with the snapshot",
    given: { fresh: newer(NOW) },
    reason: null,
  },
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
