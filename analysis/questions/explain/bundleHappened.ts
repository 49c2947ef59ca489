/** Evictions that a bundle records, next to what the policy decides on the numbers in it. */
import type { Decision } from "../../engine/decision.ts";
import type { ReportedMessage } from "../../read/messages/reportedMessage.ts";
import {
  type ComparedEvent,
  EVICTS_NONE,
  eventsInOrder,
  evictsOnly,
} from "../../text/comparedEvent.ts";
import { evictionSignal } from "../../text/evictionSignal.ts";
import { podText } from "../../text/podText.ts";
import { formatTime, parseTime } from "../../text/time.ts";
import { momentText } from "../../text/utc.ts";
import {
  type Happened,
  type HappenedEviction,
  type PolicyOnlyEviction,
  recordedEvent,
} from "../replay/happened.ts";
import { byPod, logOffset, type Placed, pairsOf, SAME_MOMENT } from "./bundleMoments.ts";

/** Evictions decided on the numbers of a bundle: those of a kubelet's log and of a Summary. */
export interface BundleDecisions {
  /** The recorded evictions in the log of the chosen node. */
  readonly logged: Happened;
  /** At the Summary of that node; null without one. */
  readonly moment: Decision | null;
}

export interface BundleHappened extends Happened {
  /** What is assumed of the log's times; one sentence each. */
  readonly notes: readonly string[];
}

const SECOND = 1_000_000_000n;

/** A record of a pod status or an event, and the pod that it is about. */
interface Reported extends Placed {
  row: HappenedEviction;
  readonly uid: string | null;
}

/** Each eviction once, whether its pod, an event or the log records it; in order of time. */
export function bundleHappened(
  messages: readonly ReportedMessage[],
  { logged, moment }: BundleDecisions,
): BundleHappened {
  const reported = messages.flatMap(reportedOf);
  const own = logged.happened.map((row) => ({ row, pod: podText(row), time: timeOf(row) }));
  const offset = logOffset(reported, own);
  const placed = own.map((each) => ({ ...each, ...shifted(each, offset) }));
  const pairs = pairsOf(reported, placed, isSameText);
  for (const [record, line] of pairs) record.row = withPolicy(record.row, line.row);
  const paired = new Set([...pairs.values()]);
  const logOnly = placed.filter((each) => !paired.has(each));
  const policyOnly = unconfirmed(logged.policyOnly, reported, offset);
  const happened = [...reported, ...logOnly].map(({ row }) => row).sort(byTime);
  const recorded = [...reported, ...logOnly.map((each) => ({ ...each, uid: null }))];
  return {
    happened,
    policyOnly: [...policyOnly, ...momentOnly(moment, recorded)],
    notes: offset === 0n ? [] : [offsetNote(offset)],
  };
}

/** What the policy decides, as lines; none where the bundle has no numbers to decide on. */
export function bundleEvents(
  { happened, policyOnly }: Happened,
  { moment }: BundleDecisions,
): readonly ComparedEvent[] {
  const compared = happened.flatMap(comparedRow);
  const at = moment === null ? null : parseTime(moment.time);
  const only = policyOnly.flatMap(({ time, ...pod }) => {
    if (time === undefined) return [];
    const own = parseTime(time) === at ? moment : null;
    const eviction = own?.evictions.find((each) => podText(each) === podText(pod));
    const signal = eviction === undefined ? "" : evictionSignal(eviction, own ?? {});
    const elsewhere = happened.findLast((row) => podText(row) === podText(pod));
    const sentence = `${evictsOnly(podText(pod), signal)} ${recordWords(elsewhere)}`;
    return [{ agrees: false, time, sentence }];
  });
  return eventsInOrder([...compared, ...only]);
}

/** A log without a zone may be hours off, which one eviction alone does not show. */
function recordWords(elsewhere: HappenedEviction | undefined): string {
  if (elsewhere === undefined) return "Nothing in the bundle records it.";
  const { time, source } = elsewhere;
  const at = time === undefined ? "at an unknown time" : `at ${momentText(time)}`;
  const zone = source === "log" ? ", if the log's times are in UTC" : "";
  return `The bundle records an eviction of it ${at}${zone}.`;
}

function comparedRow(row: HappenedEviction): readonly ComparedEvent[] {
  const { policy, time } = row;
  return policy === "unknown" || time === undefined ? [] : [recordedEvent(row, time, EVICTS_NONE)];
}

/** A rejected pod was never evicted. */
function reportedOf(report: ReportedMessage): readonly Reported[] {
  const { namespace, name, said, isStatus, uid, message } = report;
  if (namespace === null || name === null || message.kind === "admission") return [];
  const time = report.time === null ? null : parseTime(report.time);
  const row: HappenedEviction = {
    ...(time === null ? {} : { time: formatTime(time) }),
    ...{ namespace, name, reason: "Evicted", message: said },
    source: isStatus ? "podStatus" : "event",
    policy: "unknown",
  };
  return [{ row, uid, pod: podText({ namespace, name }), time }];
}

function timeOf({ time }: HappenedEviction): bigint | null {
  return time === undefined ? null : parseTime(time);
}

/** The eviction with its time in UTC, from the offset of the log's time zone. */
function shifted(
  { row, time }: { readonly row: HappenedEviction; readonly time: bigint | null },
  offset: bigint,
): Pick<Placed, "time"> & { readonly row: HappenedEviction } {
  if (time === null) return { row, time };
  return { row: { ...row, time: formatTime(time - offset) }, time: time - offset };
}

function isSameText({ row }: Reported, line: { readonly row: HappenedEviction }): boolean {
  const [said, logged] = [row.message, line.row.message].map((text) => text.trim());
  return said !== "" && said === logged;
}

function withPolicy(row: HappenedEviction, logged: HappenedEviction): HappenedEviction {
  const { time, policy, other } = logged;
  return {
    ...(time === undefined ? {} : { time }),
    ...row,
    policy,
    ...(other === undefined ? {} : { other }),
  };
}

/** Decisions that no record confirms; a log may lack the line of an eviction that another has. */
function unconfirmed(
  decided: readonly PolicyOnlyEviction[],
  reported: readonly Reported[],
  offset: bigint,
): readonly PolicyOnlyEviction[] {
  const ofPods = byPod(reported);
  return decided.flatMap(({ time, ...pod }) => {
    const at = time === undefined ? null : parseTime(time);
    const record = ofPods.get(podText(pod))?.find(({ row, time: seen }) => {
      if (row.policy !== "unknown" || seen === null || at === null) return false;
      return seen >= at - offset - SECOND && seen <= at - offset + SAME_MOMENT;
    });
    if (record !== undefined) {
      record.row = { ...record.row, policy: "agrees" };
      return [];
    }
    return [{ ...(at === null ? {} : { time: formatTime(at - offset) }), ...pod }];
  });
}

/** Decided on the Summary, of a pod that no record has as evicted since. */
function momentOnly(
  moment: Decision | null,
  recorded: readonly Reported[],
): readonly PolicyOnlyEviction[] {
  const at = moment === null ? null : parseTime(moment.time);
  if (moment === null || at === null) return [];
  const ofPods = byPod(recorded);
  return moment.evictions
    .filter((pod) => {
      const records = ofPods.get(podText(pod)) ?? [];
      return !records.some(({ uid, time }) => {
        if (uid !== null && pod.uid !== "" && uid !== pod.uid) return false;
        // Times of the API are cut to whole seconds.
        return time === null || time + SECOND > at;
      });
    })
    .map(({ namespace, name }) => ({ time: formatTime(at), namespace, name }));
}

const HOUR_MINUTES = 60;

function offsetNote(offset: bigint): string {
  const minutes = Math.abs(Number(offset / SECOND) / 60);
  const [hours, rest] = [Math.floor(minutes / HOUR_MINUTES), minutes % HOUR_MINUTES];
  const apart = `${hours}h${rest === 0 ? "" : `${rest}m`}`;
  const way = offset > 0n ? "ahead of" : "behind";
  return `The log's times are ${apart} ${way} UTC, judging by the events; they are shown in UTC.`;
}

/** Sorts by time; evictions without a time are last, in order of name. */
function byTime(a: HappenedEviction, b: HappenedEviction): number {
  const [first, second] = [a, b].map(
    ({ time = "~", source, message, ...pod }) => `${time} ${podText(pod)} ${source} ${message}`,
  );
  return (first ?? "") < (second ?? "") ? -1 : 1;
}
