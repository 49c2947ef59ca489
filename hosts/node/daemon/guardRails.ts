import type { Decision, Eviction, PodName } from "../../shared/decision.ts";
import { parseTime } from "../../shared/time.ts";
import type { JournalEntry } from "./actJournal.ts";
import type { Fresh } from "./freshMeasurement.ts";
import type { Identity } from "./identity.ts";

const NANOSECONDS_PER_SECOND = 1_000_000_000n;
const HOUR = 3600n * NANOSECONDS_PER_SECOND;
/** As long as the kubelet waits for a pod to be gone before it looks again. Spec 2.1. */
const CLEANUP_SECONDS = 30;

/** How far the guard rails let the daemon go. */
export interface Bounds {
  readonly evictionsPerHour: number;
  readonly evictionsPerNamespacePerHour: number;
  readonly staleAfterSeconds: number;
}

export const DEFAULT_BOUNDS: Bounds = {
  evictionsPerHour: 12,
  evictionsPerNamespacePerHour: 4,
  staleAfterSeconds: 120,
};

/** One eviction a decision asks for, with everything the rails judge it by. */
export interface Question {
  readonly eviction: Eviction;
  readonly decision: Decision;
  /** Nanoseconds since the epoch, of the snapshot the decision was made on. */
  readonly time: bigint;
  readonly bounds: Bounds;
  readonly identity: Identity;
  readonly journal: readonly JournalEntry[];
  /** Whether a pod is still there and active, as far as the last PodList says. */
  isThere(pod: PodName): boolean;
  /** Measured when it is first asked for. */
  fresh(): Promise<Fresh>;
}

export interface GuardRail {
  readonly name: string;
  /** What it holds back, for the help. */
  readonly title: string;
  /** Why the eviction must not be made now; null when it may. */
  holds(question: Question): string | null | Promise<string | null>;
}

/** In this order; the first that holds is named. The last ones cost a measurement. */
export const GUARD_RAILS: readonly GuardRail[] = [
  {
    name: "never-itself",
    title: "the pod or the cgroup the daemon runs in",
    holds: ({ identity, eviction }) =>
      identity.isSelf(eviction) ? "this daemon runs in it" : null,
  },
  {
    name: "once-per-pod",
    title: "a pod that was evicted before, also before a crash",
    holds: ({ journal, eviction }) => {
      const entry = journal.find(({ pod, outcome }) => pod.uid === eviction.uid && counts(outcome));
      if (entry === undefined) return null;
      const crashed = "its eviction was begun before a crash and counts as made";
      return entry.outcome === "presumed" ? crashed : "it was evicted already";
    },
  },
  {
    name: "one-in-flight",
    title: "a pod while another is still going",
    holds: (question) => {
      const entry = question.journal.find((each) => isInFlight(each, question));
      return entry === undefined ? null : `${nameOf(entry.pod)} is still going`;
    },
  },
  {
    name: "cap-per-hour",
    title: "more pods in an hour than --max-evictions-per-hour",
    holds: ({ journal, time, bounds: { evictionsPerHour } }) => {
      const made = journal.filter((entry) => isRecent(entry, time)).length;
      return made < evictionsPerHour ? null : `${made} pods were evicted within an hour`;
    },
  },
  {
    name: "cap-per-namespace",
    title: "more pods of a namespace than --max-evictions-per-namespace",
    holds: ({ journal, time, eviction, bounds: { evictionsPerNamespacePerHour } }) => {
      const { namespace } = eviction;
      const made = journal.filter(
        (entry) => entry.pod.namespace === namespace && isRecent(entry, time),
      ).length;
      if (made < evictionsPerNamespacePerHour) return null;
      return `${made} pods of namespace ${namespace} were evicted within an hour`;
    },
  },
  {
    name: "stale-stats",
    title: "anything judged on stats older than --stale-after",
    holds: ({ decision, time, bounds }) => staleness(decision, time, bounds),
  },
  {
    name: "fresh-measurement",
    title: "a pod that a measurement just before the act does not ask for again",
    holds: async (question) => (await question.fresh()).objection,
  },
  {
    name: "newer-pod",
    title: "a pod that is newer than the snapshot it was judged on",
    holds: async ({ fresh, time, eviction }) => {
      const created = (await fresh()).createdAt(eviction);
      return created !== null && created > time ? "it is newer than what it was judged on" : null;
    },
  },
];

/** Why stats are too old to act upon; local storage limits are judged on the whole Summary. */
export function staleness(decision: Decision, time: bigint, bounds: Bounds): string | null {
  const { staleAfterSeconds } = bounds;
  const judged = (decision.observations ?? []).filter(({ signal }) => signal === decision.signal);
  const times = judged.map((observation) => parseTime(observation.time ?? ""));
  const oldest = times.find((at) => at !== null && time - at > seconds(staleAfterSeconds));
  if (oldest === undefined || oldest === null) return null;
  const age = (time - oldest) / NANOSECONDS_PER_SECOND;
  return `the stats of ${decision.signal} are ${age} s old`;
}

/** A failed eviction left the pod where it was. */
function counts(outcome: JournalEntry["outcome"]): boolean {
  return outcome !== "failed";
}

/** What seems to lie in the future was written before the clock was set back. */
function isRecent({ outcome, time }: JournalEntry, now: bigint): boolean {
  return counts(outcome) && now - time < HOUR;
}

function isInFlight(entry: JournalEntry, { time, isThere }: Question): boolean {
  if (!counts(entry.outcome) || !isThere(entry.pod)) return false;
  return time - entry.time < seconds(Math.max(entry.gracePeriodSeconds, CLEANUP_SECONDS));
}

function seconds(amount: number): bigint {
  return BigInt(amount) * NANOSECONDS_PER_SECOND;
}

function nameOf({ namespace, name }: PodName): string {
  return `${namespace}/${name}`;
}
