/** What a change does at one moment of a capture, in rows with a value before and after. */
import type { Decision, PodName, Policy, RankedPod } from "../../engine/decision.ts";
import { podKey } from "../../read/capture/listedPods.ts";
import { formatBytes, formatCount } from "../../text/amount.ts";
import { podTexts } from "../../text/podText.ts";
import { rankedResource } from "../../text/rankingKeys.ts";
import { differingSettings } from "./difference.ts";

/** The same thing before the change and after it. */
export interface BeforeAfterRow {
  readonly title: string;
  readonly before: string;
  readonly after: string;
}

/** One of two runs over the same capture. */
export interface Side {
  readonly policy: Policy;
  /** The pods that the whole run evicts, each once. */
  readonly evicted: readonly PodName[];
  /** At the moment on show; null when nothing was observed there. */
  readonly decision: Decision | null;
}

/** Pods whose rows are compared. */
const PODS_MAX = 3;
const NAMED_MAX = 3;

/** Who is evicted, what was changed, and what follows for the pods that are evicted. */
export function beforeAfterRows(
  before: Side,
  after: Side,
  changed: readonly string[],
): readonly BeforeAfterRow[] {
  const row = (title: string, of: (side: Side, other: Side) => string): BeforeAfterRow => ({
    title,
    before: of(before, after),
    after: of(after, before),
  });
  const settings = differingSettings(before.policy, after.policy);
  return [
    row("Evicted", ({ evicted }) => namesOf(evicted)),
    row("Stays", (side, other) => namesOf(missingIn(other.evicted, side.evicted), "-")),
    ...settings.map(({ setting, a, b }): BeforeAfterRow => {
      return { title: setting, before: a ?? "none", after: b ?? "none" };
    }),
    ...podRows(before.decision, after.decision, changed),
  ];
}

function namesOf(pods: readonly PodName[], none = "no pod"): string {
  if (pods.length === 0) return none;
  const [first, further] = [pods.slice(0, NAMED_MAX), pods.length - NAMED_MAX];
  return `${podTexts(first)}${further > 0 ? ` and ${formatCount(further)} more` : ""}`;
}

/** Those of the first list that the second one lacks. */
function missingIn(pods: readonly PodName[], others: readonly PodName[]): readonly PodName[] {
  const known = new Set(others.map(({ uid }) => uid));
  return pods.filter(({ uid }) => !known.has(uid));
}

function podRows(
  before: Decision | null,
  after: Decision | null,
  changed: readonly string[],
): readonly BeforeAfterRow[] {
  if (before === null || after === null) return [];
  const evicted = [...before.evictions, ...after.evictions].map(({ uid }) => uid);
  const uids = [...new Set([...changed, ...evicted])].slice(0, PODS_MAX);
  const isCompared = (after.evictions.length || before.evictions.length) > 0;
  return [
    ...uids.flatMap((uid) => rowsOfPod(uid, before, after)),
    ...(isCompared && before.ranking !== undefined ? [freedRow(before, after)] : []),
  ];
}

type Format = (amount: number) => string;

function rowsOfPod(uid: string, before: Decision, after: Decision): readonly BeforeAfterRow[] {
  const [b, a] = [rankedIn(before, uid), rankedIn(after, uid)];
  if (b === undefined || a === undefined) return [];
  const format = formatOf(after);
  const row = (words: string, value: (pod: RankedPod) => number, write: Format) => ({
    title: `${a.name} ${words}`,
    before: write(value(b)),
    after: write(value(a)),
  });
  const differs = ({ before: was, after: is }: BeforeAfterRow) => was !== is;
  const own = [
    row("priority", ({ priority }) => priority, formatCount),
    row("requests", ({ request }) => request, format),
    row("uses", ({ usage }) => usage, format),
  ].filter(differs);
  if (rankedResource(after) === "pids" || !a.hasStats || !b.hasStats) return own;
  return [...own, row("above its request", ({ usageMinusRequest: over }) => over, format)];
}

function freedRow(before: Decision, after: Decision): BeforeAfterRow {
  const freed = (decision: Decision) => {
    const pods = decision.evictions.flatMap(({ uid }) => rankedIn(decision, uid) ?? []);
    return pods.length === 0 ? "-" : formatOf(decision)(sumOf(pods));
  };
  return { title: "The eviction frees", before: freed(before), after: freed(after) };
}

function sumOf(pods: readonly RankedPod[]): number {
  return pods.reduce((sum, { usage }) => sum + usage, 0);
}

function rankedIn({ ranking = [] }: Decision, uid: string): RankedPod | undefined {
  return ranking.find((pod) => pod.uid === uid);
}

function formatOf(decision: Decision): Format {
  const resource = rankedResource(decision);
  return resource === "inodes" || resource === "pids" ? formatCount : formatBytes;
}

/** A pod that a recording lacks from a step on. */
export interface LostPod {
  readonly step: number;
  readonly key: string;
  /** Namespace and name. */
  readonly pod: string;
}

interface StepOfRun {
  readonly step: number;
  readonly evicted: readonly PodName[];
}

/**
 * From where a run is unknown: the recording lacks a pod that the run has not evicted before. Null
 * where there is none. `lost`: the first one first.
 */
export function unknownFrom(lost: readonly LostPod[], run: readonly StepOfRun[]): LostPod | null {
  const isKept = ({ step, key }: LostPod) =>
    !run.some((each) => each.step < step && each.evicted.some((pod) => podKey(pod) === key));
  return lost.find(isKept) ?? null;
}
