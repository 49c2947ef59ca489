import type {
  Decision,
  Eviction,
  Observation,
  PodName,
} from "../../../analysis/engine/decision.ts";
import { nanosecondsOf } from "../../../analysis/text/duration.ts";
import { parseTime } from "../../../analysis/text/time.ts";
import { isFailed, type JournalEntry } from "../stateDirectory/actJournal.ts";
import type { ClusterQuestions, Measured } from "./clusterQuestions.ts";
import type { Fresh } from "./freshMeasurement.ts";
import type { Identity } from "./identity.ts";
import type { ListedPod } from "./listedPods.ts";
import { mayEvict, OPT_OUT_ANNOTATION } from "./optOut.ts";

const NANOSECONDS_PER_SECOND = 1_000_000_000n;
const HOUR = 3600n * NANOSECONDS_PER_SECOND;
/** As long as the kubelet waits for a pod to be gone before it looks again. Spec 2.1. */
const CLEANUP_SECONDS = 30;
/** How long a pod that was refused is left alone: doubled each time, up to five minutes. */
const BACK_OFF_SECONDS = 30;
const BACK_OFF_SECONDS_MAX = 300;
/** The most by which clocks of two machines may differ; stats of a later time are rejected. */
const FUTURE_SECONDS = 30;

/** How old a fresh measurement may be; far less than the Lease of an acting node lasts. */
const MEASURED_SECONDS_MAX = 120;

/** How far the guard rails let the daemon go. */
export interface Bounds {
  readonly evictionsPerHour: number;
  readonly evictionsPerNamespacePerHour: number;
  readonly staleAfterSeconds: number;
  /** How long after its start the daemon does not act. */
  readonly warmUpSeconds: number;
  readonly protectedNamespaces: readonly string[];
}

export const DEFAULT_BOUNDS: Bounds = {
  evictionsPerHour: 12,
  evictionsPerNamespacePerHour: 4,
  staleAfterSeconds: 120,
  warmUpSeconds: 0,
  protectedNamespaces: ["kube-system"],
};

/** One eviction a decision asks for, with everything the rails judge it by. */
export interface Question {
  readonly eviction: Eviction;
  readonly decision: Decision;
  /** Nanoseconds since the epoch, of the snapshot the decision was made on. */
  readonly time: bigint;
  /** Since the daemon was started. */
  readonly runningSeconds: number;
  readonly bounds: Bounds;
  readonly identity: Identity;
  readonly journal: readonly JournalEntry[];
  /** Whether a pod is still there and active, as far as the last PodList says. */
  isThere(pod: PodName): boolean;
  /** The pods of the last PodList, by uid. */
  listed(): ReadonlyMap<string, ListedPod>;
  /** Measured when it is first asked for. */
  fresh(): Promise<Fresh>;
  /** Nanoseconds since that measurement began: this process may have been stopped meanwhile. */
  passed(): bigint;
  /** The JSON the engine that decided was configured with. */
  readonly configurationJson: string;
  /** Null when nothing is asked of a cluster: with every actuator but kubernetes. */
  readonly cluster: ClusterQuestions | null;
}

export interface GuardRail {
  readonly name: string;
  /** What it holds back, for the help. */
  readonly title: string;
  /** What is asked of others may change while they answer, so it is asked again before the act. */
  readonly isAskedLast?: true;
  /** Why the eviction must not be made now; null when it may. */
  holds(question: Question): string | null | Promise<string | null>;
}

/** In this order; the first that holds is named. The last ones cost a measurement. */
export const GUARD_RAILS: readonly GuardRail[] = [
  {
    name: "never-itself",
    title: "the pod or the cgroup of the daemon itself",
    holds: ({ identity, eviction }) =>
      identity.isSelf(eviction) ? "this daemon runs in it" : null,
  },
  {
    name: "protected-namespace",
    title: "a pod in a --protected-namespace",
    holds: ({ eviction: { namespace }, bounds: { protectedNamespaces } }) =>
      protectedNamespaces.includes(namespace) ? `namespace ${namespace} is protected` : null,
  },
  {
    name: "warm-up",
    title: "any pod during the --warm-up after the start",
    holds: ({ runningSeconds, bounds: { warmUpSeconds } }) =>
      runningSeconds >= warmUpSeconds
        ? null
        : `the daemon has run for ${Math.floor(runningSeconds)} s of ${warmUpSeconds} s`,
  },
  {
    name: "once-per-pod",
    title: "a pod that was already evicted, even before a crash",
    holds: ({ journal, eviction }) => {
      const entry = journal.find(({ pod, outcome }) => pod.uid === eviction.uid && counts(outcome));
      if (entry === undefined) return null;
      const presumed = "its eviction was started with an unknown outcome, which counts as made";
      return entry.outcome === "presumed" ? presumed : "it was evicted already";
    },
  },
  {
    name: "backs-off",
    title: "a pod whose eviction was refused, for 30 s, then longer, up to 5 min",
    holds: ({ journal, eviction, time }) => {
      const refused = journal.find((each) => each.pod.uid === eviction.uid && isFailed(each));
      if (refused === undefined) return null;
      const left = refused.time + nanosecondsOf(backOffSeconds(refused.attempts)) - time;
      if (left <= 0n) return null;
      const times = refused.attempts === 1 ? "once" : `${refused.attempts} times`;
      return `it was refused ${times}; the next attempt is in ${ceilingSeconds(left)} s`;
    },
  },
  {
    name: "one-in-flight",
    title: "any pod while another one is being evicted",
    holds: (question) => {
      const entry = question.journal.find((each) => isInFlight(each, question));
      return entry === undefined ? null : `${nameOf(entry.pod)} is still being evicted`;
    },
  },
  {
    name: "cap-per-hour",
    title: "more pods an hour than --max-evictions-per-hour",
    holds: ({ journal, time, bounds: { evictionsPerHour } }) => {
      const made = journal.filter((entry) => isRecent(entry, time)).length;
      return made < evictionsPerHour ? null : `${made} pods were evicted within an hour`;
    },
  },
  {
    name: "cap-per-namespace",
    title: "more pods of a namespace an hour than --max-evictions-per-namespace",
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
    title: "any pod if the stats are older than --stale-after, undated, or from the future",
    holds: ({ decision, time, bounds }) => staleness(decision, time, bounds),
  },
  {
    name: "fresh-measurement",
    title: "a pod that a measurement just before the eviction does not choose again",
    isAskedLast: true,
    holds: async ({ fresh, passed, bounds }) => {
      const { objection, snapshot, decision } = await fresh();
      if (objection !== null || snapshot === null || decision === null) return objection;
      const age = passed();
      if (age > nanosecondsOf(MEASURED_SECONDS_MAX))
        return `the node was measured ${age / NANOSECONDS_PER_SECOND} s ago`;
      return staleness(decision, snapshot.time + age, bounds);
    },
  },
  {
    name: "newer-pod",
    title: "a pod that is newer than the snapshot from which it was chosen",
    holds: async ({ fresh, listed, time, eviction: { uid } }) => {
      await fresh();
      const created = listed().get(uid)?.createdAt ?? null;
      return created !== null && created > time
        ? "it is newer than the snapshot it was chosen from"
        : null;
    },
  },
  {
    name: "opted-out",
    title: `a pod or namespace with the annotation ${OPT_OUT_ANNOTATION}: never`,
    holds: async ({ fresh, listed, eviction: { uid, namespace }, cluster }) => {
      await fresh();
      const annotations = listed().get(uid)?.annotations ?? {};
      const allowed = mayEvict(annotations);
      if (allowed === true) return null;
      const value = annotations[OPT_OUT_ANNOTATION];
      if (allowed === false) return `its annotation ${OPT_OUT_ANNOTATION} is "${value}"`;
      return cluster === null ? null : cluster.namespaceOptOut(namespace);
    },
  },
  {
    name: "earlier-than-kubelet",
    title: "act kubernetes: any pod if the kubelet's own thresholds would evict as early",
    holds: ({ eviction, ...question }) =>
      withMeasurement(question, (cluster, measured) => cluster.lateness(eviction, measured)),
  },
  {
    name: "kubelet-is-evicting",
    title: "any pod while another is being deleted or has just failed, or under node pressure",
    holds: async (question) => {
      const { snapshot } = await question.fresh();
      const now = snapshot?.time ?? question.time;
      const leaving = [...question.listed().values()].map((pod) => departureOf(pod, now));
      const reason = leaving.find((each) => each !== null) ?? null;
      if (reason !== null) return reason;
      return withMeasurement(question, (cluster, measured) => cluster.kubeletPressure(measured));
    },
  },
  {
    name: "acting-stopped",
    title: "act kubernetes: any pod unless the ConfigMap plimsoll-acting says acting: allow",
    isAskedLast: true,
    holds: async ({ cluster }) => (cluster === null ? null : cluster.stop()),
  },
  {
    name: "node-lease",
    title: "act kubernetes: any pod while another daemon holds the Lease of this node",
    isAskedLast: true,
    // What was measured before it was taken lacks what the holder before did last.
    holds: async ({ cluster, passed }) => (cluster === null ? null : cluster.otherDaemon(passed())),
  },
  {
    name: "nodes-acting",
    title: "act kubernetes: any pod while maxNodes of that ConfigMap are acting",
    holds: async ({ cluster }) => (cluster === null ? null : cluster.fleetBound()),
  },
];

/**
 * Why stats are not fit to act upon: those of the signal, or for local storage limits, which are
 * judged on the whole Summary, those of every signal.
 */
export function staleness(decision: Decision, time: bigint, bounds: Bounds): string | null {
  const { signal, observations = [] } = decision;
  const judged = observations.filter((each) => signal === undefined || each.signal === signal);
  if (judged.length === 0) return "the stats do not say when they were measured";
  const reasons = judged.map((each) => stalenessOf(each, time, bounds));
  return reasons.find((reason) => reason !== null) ?? null;
}

function stalenessOf({ signal, time: text }: Observation, now: bigint, bounds: Bounds) {
  const time = parseTime(text ?? "");
  if (time === null) return `the stats of ${signal} do not say when they were measured`;
  const age = (now - time) / NANOSECONDS_PER_SECOND;
  if (now - time > nanosecondsOf(bounds.staleAfterSeconds))
    return `the stats of ${signal} are ${age} s old`;
  if (time - now > nanosecondsOf(FUTURE_SECONDS))
    return `the stats of ${signal} are ${-age} s in the future`;
  return null;
}

/** Asks the cluster about what was measured just now. */
async function withMeasurement(
  { cluster, fresh, configurationJson }: Omit<Question, "eviction">,
  ask: (cluster: ClusterQuestions, measured: Measured) => Promise<string | null>,
): Promise<string | null> {
  if (cluster === null) return null;
  const { snapshot } = await fresh();
  const { summary = null, time = 0n } = snapshot ?? {};
  if (summary === null) return "no fresh measurement was possible";
  return ask(cluster, { configurationJson, summary, time });
}

/** Why what a pod holds may come free in a moment, however it ends; null for one that stays. */
function departureOf(pod: ListedPod, now: bigint): string | null {
  const { deletionTime, failedAt } = pod;
  if (deletionTime !== null && now - deletionTime < nanosecondsOf(CLEANUP_SECONDS)) {
    return `${nameOf(pod)} is being deleted`;
  }
  if (failedAt !== null && now - failedAt < nanosecondsOf(CLEANUP_SECONDS)) {
    return `${nameOf(pod)} has failed less than ${CLEANUP_SECONDS} s ago`;
  }
  return null;
}

/** A failed eviction left the pod where it was. */
function counts(outcome: JournalEntry["outcome"]): boolean {
  return outcome !== "failed";
}

function backOffSeconds(attempts: number): number {
  return Math.min(BACK_OFF_SECONDS * 2 ** (attempts - 1), BACK_OFF_SECONDS_MAX);
}

function ceilingSeconds(nanoseconds: bigint): bigint {
  return (nanoseconds + NANOSECONDS_PER_SECOND - 1n) / NANOSECONDS_PER_SECOND;
}

/** What seems to lie in the future was written before the clock was set back. */
function isRecent({ outcome, time }: JournalEntry, now: bigint): boolean {
  return counts(outcome) && now - time < HOUR;
}

function isInFlight(entry: JournalEntry, { time, isThere }: Question): boolean {
  if (!counts(entry.outcome) || !isThere(entry.pod)) return false;
  return time - entry.time < nanosecondsOf(Math.max(entry.gracePeriodSeconds, CLEANUP_SECONDS));
}

function nameOf({ namespace, name }: PodName): string {
  return `${namespace}/${name}`;
}
