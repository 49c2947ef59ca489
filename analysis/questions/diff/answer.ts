/** The first screen about two configurations: whether B is better, and what it costs. */
import type { Policy } from "../../engine/decision.ts";
import { quantityValue } from "../../read/kubelet/validation/quantity.ts";
import { formatBytes, formatCount, formatSeconds, plural } from "../../text/amount.ts";
import type { Fact, Mark, Row } from "../../text/document.ts";
import { fittingTitle } from "../../text/fittingTitle.ts";
import { secondsBetween } from "../../text/time.ts";
import { clockSince } from "../../text/utc.ts";
import { partingOf, type RecordedEnd, sparesTitle, UNKNOWN } from "../replay/parting.ts";
import type { TalliedEviction, Tally } from "../replay/tally.ts";
import { type Comparison, differingSteps } from "./difference.ts";

/** What the two are called. */
export const NAMES = ["A", "B"] as const;

interface Verdict {
  readonly title: string;
  readonly mark: Mark;
}

/** The first eviction of each pod. */
function firstOf({ evictions }: Tally): ReadonlyMap<string, TalliedEviction> {
  const first = new Map<string, TalliedEviction>();
  for (const each of evictions) if (!first.has(each.uid)) first.set(each.uid, each);
  return first;
}

/** From where one side still has a pod that the recording lacks, and the other side evicts. */
export interface SideParting extends RecordedEnd {
  readonly side: 0 | 1;
}

/** The first that only one side evicts: what follows is unknown of the other; else null. */
export function sidePartingOf({ tallies, recorded = [] }: Comparison): SideParting | null {
  const [a, b] = [keysOf(tallies[0]), keysOf(tallies[1])];
  const end = partingOf(recorded, { has: (key) => a.has(key) === b.has(key) });
  return end === null ? null : { ...end, side: a.has(end.key) ? 1 : 0 };
}

function keysOf({ evictions }: Tally): ReadonlySet<string> {
  return new Set(evictions.map(({ uid, pod }) => uid || pod));
}

/** The pods that B spares or evicts, or how much earlier or later it evicts the same ones. */
export function diffVerdict(comparison: Comparison): Verdict {
  const [a, b] = comparison.tallies.map(firstOf);
  const steps = plural(comparison.steps, "step");
  if (comparison.first === null || a === undefined || b === undefined) {
    return { title: `No difference in ${steps}`, mark: "good" };
  }
  const parting = sidePartingOf(comparison);
  if (parting !== null) return { title: sparesTitle(NAMES[parting.side], parting), mark: "risk" };
  const spared = [...a.values()].filter(({ uid }) => !b.has(uid));
  const added = [...b.values()].filter(({ uid }) => !a.has(uid));
  const spares = spared.length > 0 ? `B spares ${podsText(spared, a.size)}` : "";
  const evicts = added.length > 0 ? `${podsText(added)} more` : "";
  if (spares !== "" && evicts === "") return { title: spares, mark: "good" };
  if (spares === "" && evicts !== "") return { title: `B evicts ${evicts}`, mark: "bad" };
  if (spares !== "") {
    const whole = `${spares}, and evicts ${podsText(added)} instead`;
    const counts = `B spares ${plural(spared.length, "pod")}, and evicts ${added.length} instead`;
    return { title: fittingTitle(whole, counts), mark: "risk" };
  }
  const differing = `${formatCount(differingSteps(comparison))} of ${steps} differ`;
  if (a.size === 0) return { title: `Neither evicts a pod; ${differing}`, mark: "risk" };
  return { title: sameTitle([...a.values()], b, differing), mark: "risk" };
}

/** The same pods are evicted, perhaps at other times. */
function sameTitle(
  pods: readonly TalliedEviction[],
  b: ReadonlyMap<string, TalliedEviction>,
  differing: string,
): string {
  const [first, ...others] = pods;
  const shift = first === undefined ? 0 : shiftOf(first, b.get(first.uid));
  const by = formatSeconds(Math.abs(shift));
  if (first === undefined || shift === 0) return `B spares no pod; ${differing}`;
  const when = `${by} ${shift < 0 ? "earlier" : "later"}`;
  if (others.length > 0) return `B spares no pod: it evicts the first one ${when}`;
  const evicts = "B spares no pod: it evicts";
  return fittingTitle(`${evicts} ${first.pod} ${when}`, `${evicts} the same one ${when}`);
}

function shiftOf({ time }: TalliedEviction, other: TalliedEviction | undefined): number {
  return other === undefined ? 0 : secondsBetween(time, other.time);
}

function podsText(pods: readonly TalliedEviction[], of?: number): string {
  const [first, ...others] = pods;
  if (first !== undefined && others.length === 0) return first.pod;
  return of === undefined || of === pods.length
    ? plural(pods.length, "pod")
    : `${pods.length} of ${plural(of, "pod")}`;
}

const PODS_MAX = 2;

/** When each pod is evicted; those that are evicted at other times come first. */
export function podRows(comparison: Comparison, max = PODS_MAX): readonly Row[] {
  const [a, b] = comparison.tallies;
  const [left, right] = [firstOf(a), firstOf(b)];
  const all = [...new Map([...left, ...right]).values()];
  const parting = sidePartingOf(comparison);
  const timeIn = (side: ReadonlyMap<string, TalliedEviction>, uid: string) => {
    const found = side.get(uid);
    if (found !== undefined) return clockSince(a.firstTime, found.time);
    const isKnown = parting === null || parting.key === uid;
    return isKnown ? "not" : UNKNOWN;
  };
  const rows = all.map(({ uid, pod }) => ({
    differs: left.get(uid)?.time !== right.get(uid)?.time,
    cells: [[{ code: pod }, " evicted at"], timeIn(left, uid), timeIn(right, uid)],
  }));
  return [...rows.filter(({ differs }) => differs), ...rows.filter(({ differs }) => !differs)]
    .slice(0, max)
    .map(({ cells, differs }) => (differs ? { cells, tone: "subject" } : { cells }));
}

/** All pods, where a first screen has no room for them. */
export function allPods(comparison: Comparison): readonly Row[] {
  const rows = podRows(comparison, Number.POSITIVE_INFINITY);
  return rows.length > PODS_MAX ? rows : [];
}

/** The rows that a first screen has no room for. */
export function moreNotes(settings: number, { tallies }: Comparison): readonly Fact[] {
  const pods = new Set(tallies.flatMap(({ evictions }) => evictions.map(({ uid }) => uid)));
  const more = [
    ...(settings > SETTINGS_MAX ? [plural(settings - SETTINGS_MAX, "more setting")] : []),
    ...(pods.size > PODS_MAX ? [plural(pods.size - PODS_MAX, "more pod")] : []),
  ];
  return more.length === 0 ? [] : [["", `${more.join(" and ")} with --all`]];
}

/** The most settings on a first screen; all are in a section. */
export const SETTINGS_MAX = 3;

/** What a hard memory threshold takes from the memory that pods can request. Spec 1.6. */
export function costNotes(a: Policy, b: Policy): readonly Fact[] {
  const [from, to] = [a, b].map(({ thresholds }) => {
    const found = thresholds.find(({ signal, hard }) => hard && signal === "memory.available");
    return found === undefined ? undefined : quantityValue(found.value);
  });
  if (from === undefined || to === undefined || from === to) return [];
  const amount = formatBytes(Number(to > from ? to - from : from - to));
  const what = `pods can request ${amount} ${to > from ? "less" : "more"} on each node`;
  return [["", `${to > from ? "cost" : "gain"} of B: ${what}`]];
}
