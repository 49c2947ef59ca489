/** Evictions that a bundle records, next to what the policy decides on the numbers in it. */
import type { Decision } from "../../engine/decision.ts";
import type { ReportedMessage } from "../../read/messages/reported.ts";
import {
  type ComparedEvent,
  EVICTS_NONE,
  eventsInOrder,
  evictsOnly,
} from "../../text/comparedEvent.ts";
import { evictionSignal } from "../../text/evictionSignal.ts";
import { podText } from "../../text/podText.ts";
import { formatTime, parseTime, secondsBetween } from "../../text/time.ts";
import {
  type Happened,
  type HappenedEviction,
  type PolicyOnlyEviction,
  recordedEvent,
} from "../replay/happened.ts";

/** What the numbers of a bundle say: those of a kubelet's log, and those of a Summary. */
export interface BundleDecisions {
  /** Of the log of the node that was chosen. */
  readonly logged: Happened;
  /** At the Summary of that node; null without one. */
  readonly moment: Decision | null;
}

/** A log may have the local time of its node, which is at most fourteen hours from UTC. */
const APART_SECONDS = 15 * 3600;

/** Each eviction once, whether its pod, an event or the log records it; in order of time. */
export function bundleHappened(
  messages: readonly ReportedMessage[],
  { logged, moment }: BundleDecisions,
): Happened {
  const rows = messages.flatMap(rowOf);
  // A night under pressure has thousands of evictions: each is compared with those of its pod.
  const unknown = new Map<string, Set<HappenedEviction>>();
  for (const row of rows) {
    const name = podText(row);
    unknown.set(name, (unknown.get(name) ?? new Set()).add(row));
  }
  const more: HappenedEviction[] = [];
  const known = new Map<HappenedEviction, HappenedEviction>();
  for (const own of logged.happened) {
    const ofPod = unknown.get(podText(own)) ?? new Set();
    const row = nearest(own, ofPod);
    if (row === null) more.push(own);
    else {
      known.set(row, own);
      ofPod.delete(row);
    }
  }
  const happened = [...rows.map((row) => withPolicy(row, known.get(row))), ...more].sort(byTime);
  return { happened, policyOnly: [...logged.policyOnly, ...momentOnly(moment, happened)] };
}

/** What the policy decides, as lines; none where the bundle has no numbers to decide on. */
export function bundleEvents(
  { happened, policyOnly }: Happened,
  { moment }: BundleDecisions,
): readonly ComparedEvent[] {
  const compared = happened.flatMap(comparedRow);
  const only = policyOnly.flatMap(({ time, ...pod }) => {
    if (time === undefined) return [];
    const own = time === moment?.time ? moment : null;
    const eviction = own?.evictions.find((each) => isSamePod(each, pod));
    const signal = eviction === undefined ? "" : evictionSignal(eviction, own ?? {});
    const sentence = `${evictsOnly(podText(pod), signal)} Nothing in the bundle records it.`;
    return [{ agrees: false, time, sentence }];
  });
  return eventsInOrder([...compared, ...only]);
}

function comparedRow(row: HappenedEviction): readonly ComparedEvent[] {
  const { policy, time } = row;
  return policy === "unknown" || time === undefined ? [] : [recordedEvent(row, time, EVICTS_NONE)];
}

function rowOf({ namespace, name, time, said, isStatus }: ReportedMessage): HappenedEviction[] {
  if (namespace === null || name === null) return [];
  const at = time === null ? null : parseTime(time);
  return [
    {
      ...(at === null ? {} : { time: formatTime(at) }),
      ...{ namespace, name, reason: "Evicted", message: said },
      source: isStatus ? "podStatus" : "event",
      policy: "unknown",
    },
  ];
}

function withPolicy(row: HappenedEviction, logged: HappenedEviction | undefined): HappenedEviction {
  if (logged === undefined) return row;
  const { time, policy, other } = logged;
  return {
    ...(time === undefined ? {} : { time }),
    ...row,
    policy,
    ...(other === undefined ? {} : { other }),
  };
}

/** The record nearest in time; a pod that was made again under a name may be evicted again. */
function nearest(
  logged: HappenedEviction,
  rows: Iterable<HappenedEviction>,
): HappenedEviction | null {
  let [found, least]: [HappenedEviction | null, number] = [null, APART_SECONDS];
  for (const row of rows) {
    const isKnown = row.time !== undefined && logged.time !== undefined;
    const apart = isKnown ? Math.abs(secondsBetween(row.time, logged.time)) : APART_SECONDS;
    if (apart < least || (!isKnown && found === null)) [found, least] = [row, apart];
  }
  return found;
}

/** Decided on the Summary, of a pod that no record has as evicted since. */
function momentOnly(
  moment: Decision | null,
  happened: readonly HappenedEviction[],
): readonly PolicyOnlyEviction[] {
  if (moment === null) return [];
  const { time, evictions } = moment;
  const isRecorded = (pod: Pod) =>
    happened.some((row) => isSamePod(row, pod) && (row.time === undefined || row.time >= time));
  return evictions
    .filter((pod) => !isRecorded(pod))
    .map(({ namespace, name }) => ({ time, namespace, name }));
}

type Pod = Pick<HappenedEviction, "namespace" | "name">;

function isSamePod(a: Pod, b: Pod): boolean {
  return a.namespace === b.namespace && a.name === b.name;
}

/** Those without a time are last, in the order of their names. */
function byTime(a: HappenedEviction, b: HappenedEviction): number {
  const [first, second] = [a, b].map(({ time = "~", ...pod }) => `${time} ${podText(pod)}`);
  return (first ?? "") < (second ?? "") ? -1 : 1;
}
