/** Changes that the evidence speaks for; a replay decides about each. */

import type { Signal } from "../../engine/decision.ts";
import { INTERVAL_SECONDS } from "../../engine/step.ts";
import { formatAmount, formatSeconds, isCounted, plural } from "../../text/amount.ts";
import { bytesText } from "../../text/quantityText.ts";
import { secondsBetween } from "../../text/time.ts";
import type { SettingChange } from "../sweep/setting.ts";
import type { AdvisedCapture } from "./advised.ts";
import type { Comparison } from "./comparison.ts";
import type { Evidence, SignalEvidence } from "./evidence.ts";
import type { ConditionTime, Outcome, OutcomeEviction } from "./outcome.ts";
import { dips } from "./series.ts";
import type { Trace } from "./trace.ts";

/** A change of one setting, before it has been replayed. */
export interface Candidate {
  /** `evictionHard.memory.available`. */
  readonly member: string;
  /** Null when it is not set. */
  readonly from: string | null;
  readonly to: string;
  readonly change: SettingChange;
  /** What has to be set with it. */
  readonly further?: readonly FurtherMember[];
  readonly reason: string;
  /** Why the replay speaks against it; null when it does not. */
  readonly against: (comparison: Comparison) => string | null;
}

/** A member of a KubeletConfiguration without which a change is refused, or does nothing. */
export interface FurtherMember {
  /** `evictionSoftGracePeriod.memory.available`. */
  readonly member: string;
  readonly to: string;
}

/** All that candidates are made of. */
export interface Findings {
  readonly captures: readonly AdvisedCapture[];
  readonly traces: readonly Trace[];
  readonly present: readonly Outcome[];
  readonly evidence: Evidence;
}

/** Whether none of them has two records: then nothing falls, and nothing comes back. */
export function areMoments(captures: readonly AdvisedCapture[]): boolean {
  return captures.every(({ capture }) => capture.steps.length < 2);
}

export function candidatesOf(findings: Findings): readonly Candidate[] {
  if (areMoments(findings.captures)) return [];
  return [
    ...findings.evidence.signals.flatMap((each) => higherThreshold(each) ?? []),
    ...findings.evidence.signals.flatMap((each) => lowerThreshold(each, findings) ?? []),
    ...findings.evidence.signals.flatMap((each) => higherSoftThreshold(each, findings) ?? []),
    ...findings.evidence.signals.flatMap((each) => newSoftThreshold(each, findings) ?? []),
    ...findings.evidence.signals.flatMap((each) => longerGrace(each, findings) ?? []),
    ...(longerTransition(findings) ?? []),
  ];
}

const MIB = 1024 ** 2;
const GIB = 1024 ** 3;
/** A threshold above this share of a node keeps more from its pods than it saves. */
const SHARE_MAX = 0.25;
const OWN = ["evictionHard", "evictionSoft", "default"];

/** What happens when the available amount reaches zero. */
const AT_ZERO: Readonly<Record<string, string>> = {
  memory: "the kernel's OOM killer can act first",
  pid: "processes can fail to start first",
};
const DISK_AT_ZERO = "writes can fail first";

function higherThreshold(signal: SignalEvidence): Candidate | null {
  const { fall, couldReachZero, lowest, capacity } = signal;
  const own = hardOf(signal);
  const isDerived = own === undefined && signal.thresholds.length > 0;
  if (fall === null || !couldReachZero || isDerived || /^(alloc|containerfs)/.test(signal.signal)) {
    return null;
  }
  const limit = own?.limit ?? 0;
  if (fall.amount < limit) return null;
  const amount = above(fall.amount, signal.signal);
  const name = signal.signal;
  const atZero = AT_ZERO[name.split(".")[0] ?? ""] ?? DISK_AT_ZERO;
  return {
    member: `evictionHard.${name}`,
    from: own?.value ?? null,
    to: isCounted(name) ? String(amount) : bytesText(amount),
    change: {
      setting: { kind: "threshold", signal: name, hard: true },
      value: isCounted(name) ? String(amount) : bytesText(amount),
    },
    reason:
      `${name} fell by ${formatAmount(name, fall.amount)} ${within(fall.overSeconds)}, to ` +
      `${formatAmount(name, lowest)} at its lowest. The kubelet measures every ` +
      `${INTERVAL_SECONDS} s: from just above ` +
      `${own === undefined ? "no threshold" : own.value} such a fall reaches zero between ` +
      `two measurements, and ${atZero}.`,
    against: ({ added }) => {
      if (amount > capacity * SHARE_MAX) {
        return (
          `${formatAmount(name, amount)} is more than a quarter of the node; find out why it ` +
          "falls."
        );
      }
      if (added.length === 0) return null;
      return (
        `It would evict ${plural(added.length, "pod")} that the node did not have to evict ` +
        `in the recording, first ${added[0]?.pod} at ${added[0]?.time}. Check whether ` +
        "containers were OOMKilled then; if so, set it."
      );
    },
  };
}

/** A hard threshold that the falls do not need, in a capture that it evicted in. */
function lowerThreshold(signal: SignalEvidence, findings: Findings): Candidate | null {
  const own = hardOf(signal);
  const name = signal.signal;
  const evicted = evictionsOf(findings, `hard ${name}`);
  if (name !== "memory.available" || own?.limit === undefined || evicted.length === 0) return null;
  const amount = Math.max(100 * MIB, above(2 * (signal.fall?.amount ?? 0), name));
  if (amount * 2 > own.limit) return null;
  return {
    member: `evictionHard.${name}`,
    from: own.value,
    to: bytesText(amount),
    change: { setting: { kind: "threshold", signal: name, hard: true }, value: bytesText(amount) },
    reason:
      `${name} fell by at most ${formatAmount(name, signal.fall?.amount ?? 0)} in ` +
      `${INTERVAL_SECONDS} s, and the threshold is ${own.value}.`,
    against: (comparison) => againstAvoiding(comparison, findings),
  };
}

/** A soft threshold whose grace period had not ended when the hard one was met. */
function higherSoftThreshold(signal: SignalEvidence, findings: Findings): Candidate | null {
  const name = signal.signal;
  const soft = signal.thresholds.find(({ hard, origin }) => !hard && OWN.includes(origin));
  const evicted = evictionsOf(findings, `hard ${name}`);
  if (soft?.limit === undefined || evicted.length === 0) return null;
  const seconds = soft.gracePeriodSeconds + 2 * INTERVAL_SECONDS;
  const needed = evicted.map((each) => availableBefore(each, name, seconds, findings.traces) ?? 0);
  const amount = above(largest(needed), name);
  const to = isCounted(name) ? String(amount) : bytesText(amount);
  if (amount <= soft.limit) return null;
  return {
    member: `evictionSoft.${name}`,
    from: soft.value,
    to,
    change: { setting: { kind: "threshold", signal: name, hard: false }, value: to },
    reason:
      `The hard threshold was met ${times(evicted.length)} before the grace period of the ` +
      `soft one, ${formatSeconds(soft.gracePeriodSeconds)} under ${soft.value}, had ` +
      "passed, so pods did not get the time to stop that a soft eviction gives them.",
    against: ({ added, moved }) => {
      if (amount > signal.capacity * SHARE_MAX) {
        return `${formatAmount(name, amount)} is more than a quarter of the node.`;
      }
      if (added.length > 0) return `It would evict ${added.length} more: ${added[0]?.pod}.`;
      const softened = moved.some(({ after }) => after.what === `soft ${name}`);
      return softened ? null : "The hard threshold would still be met first.";
    },
  };
}

/** Grace periods of a new soft threshold, the longest first: the best that the evidence allows. */
const NEW_GRACES = [90, 60, 30];
/** With none, the kubelet ends pods of a soft eviction at once, as those of a hard one. */
const POD_GRACE_SECONDS = 60;

/**
 * A soft threshold where there is none, and hard evictions came slowly: what was available went
 * from above it to the hard threshold in more than its grace period, and what came back by itself
 * did so before that had ended.
 */
function newSoftThreshold(signal: SignalEvidence, findings: Findings): Candidate | null {
  const name = signal.signal;
  const hard = hardOf(signal);
  const hasSoft = signal.thresholds.some(({ hard, origin }) => !hard && OWN.includes(origin));
  const evicted = evictionsOf(findings, `hard ${name}`);
  if (hard?.limit === undefined || hasSoft || evicted.length === 0) return null;
  const found = NEW_GRACES.flatMap((grace) => {
    const amount = slowApproach(signal, evicted, grace, findings.traces);
    return amount === null ? [] : [{ grace, amount }];
  })[0];
  if (found === undefined) return null;
  const grace = formatSeconds(found.grace);
  const to = isCounted(name) ? String(found.amount) : bytesText(found.amount);
  const podGrace = findings.captures[0]?.json ?? "{}";
  const isEndedAtOnce = (JSON.parse(podGrace).evictionMaxPodGracePeriod ?? 0) === 0;
  return {
    member: `evictionSoft.${name}`,
    from: null,
    to,
    change: { setting: { kind: "threshold", signal: name, hard: false }, value: to },
    further: [
      { member: `evictionSoftGracePeriod.${name}`, to: grace },
      ...(isEndedAtOnce
        ? [{ member: "evictionMaxPodGracePeriod", to: String(POD_GRACE_SECONDS) }]
        : []),
    ],
    reason:
      `${name} reached the hard threshold ${hard.value} ${times(evicted.length)}, ` +
      `${evicted.length > 1 ? "each time " : ""}more than ${grace} after it was above ` +
      `${to}: a soft threshold there, with that grace period, evicts first, and gives the ` +
      "pod time to stop.",
    against: ({ added, moved }) => {
      if (added.length > 0) return `It would evict ${added.length} more: ${added[0]?.pod}.`;
      const softened = moved.filter(({ after }) => after.what === `soft ${name}`);
      return softened.length > 0 ? null : "The hard threshold would still be met first.";
    },
  };
}

/** Where a soft threshold would have to be; null where nothing came slowly from above it. */
function slowApproach(
  { signal, capacity, thresholds }: SignalEvidence,
  evicted: readonly OutcomeEviction[],
  grace: number,
  traces: readonly Trace[],
): number | null {
  const before = evicted.map((each) =>
    availableBefore(each, signal, grace + 2 * INTERVAL_SECONDS, traces),
  );
  const needed = before.filter((each) => each !== undefined);
  if (needed.length < before.length) return null;
  const amount = above(largest(needed), signal);
  const hard = thresholds.find((each) => each.hard)?.limit ?? 0;
  if (amount <= hard || amount > capacity * SHARE_MAX) return null;
  const seriesOf = ({ uid, time }: OutcomeEviction) =>
    traces
      .find(({ pods }) => pods.has(uid))
      ?.series.get(signal)
      ?.filter((each) => secondsBetween(each.time, time) >= 0) ?? [];
  const cameFromAbove = evicted.every((each) =>
    seriesOf(each).some(({ available }) => available >= amount),
  );
  // What an eviction ended did not come back by itself.
  const recovered = traces
    .flatMap((each) => dips(each.series.get(signal) ?? [], amount))
    .filter(({ from, to }) => !evicted.some(({ time }) => isWithin(time, from, to)));
  const isRecoveredFirst = recovered.every(({ seconds }) => seconds < grace);
  return cameFromAbove && isRecoveredFirst ? amount : null;
}

function isWithin(time: string, from: string, to: string): boolean {
  return secondsBetween(from, time) >= 0 && secondsBetween(time, to) >= 0;
}

/** The available amount at a given time before an eviction. */
function availableBefore(
  { uid, time }: OutcomeEviction,
  signal: Signal,
  seconds: number,
  traces: readonly Trace[],
): number | undefined {
  const of = traces.find(({ pods }) => pods.has(uid));
  return of?.series
    .get(signal)
    ?.filter((each) => secondsBetween(each.time, time) >= seconds)
    .at(-1)?.available;
}

/** A soft threshold that evicted, although what was available came back by itself. */
function longerGrace(signal: SignalEvidence, findings: Findings): Candidate | null {
  const name = signal.signal;
  const soft = signal.thresholds.find(({ hard, origin }) => !hard && OWN.includes(origin));
  const evicted = evictionsOf(findings, `soft ${name}`);
  const limit = soft?.limit;
  if (soft === undefined || limit === undefined || evicted.length === 0) return null;
  const all = findings.traces.flatMap((each) => dips(each.series.get(name) ?? [], limit));
  const longest = largest(all.map(({ seconds }) => seconds));
  const grace = roundedUp(longest);
  if (grace === null || grace <= soft.gracePeriodSeconds) return null;
  return {
    member: `evictionSoftGracePeriod.${name}`,
    from: formatSeconds(soft.gracePeriodSeconds),
    to: formatSeconds(grace),
    change: { setting: { kind: "gracePeriod", signal: name }, value: formatSeconds(grace) },
    reason:
      `${name} was below the soft threshold ${soft.value} ${times(all.length)} and recovered ` +
      `within ${formatSeconds(longest)}; the grace period is ` +
      `${formatSeconds(soft.gracePeriodSeconds)}.`,
    against: (comparison) => againstAvoiding(comparison, findings),
  };
}

/** A condition that comes and goes; in between, pods are scheduled to the node again. */
function longerTransition({ captures, present }: Findings): readonly Candidate[] | null {
  const gaps = present.flatMap(({ conditions }) => gapsOf(conditions));
  const longest = largest(gaps);
  const seconds = captures[0]?.policy.pressureTransitionPeriodSeconds ?? 0;
  const period = roundedUp(seconds + longest);
  if (gaps.length < FLAPS_MIN || period === null || period <= seconds) return null;
  return [
    {
      member: "evictionPressureTransitionPeriod",
      from: formatSeconds(seconds),
      to: formatSeconds(period),
      change: { setting: { kind: "pressureTransitionPeriod" }, value: formatSeconds(period) },
      reason:
        `A node condition returned ${times(gaps.length)}, within ${formatSeconds(longest)}; in ` +
        "between, pods are scheduled to the node again.",
      against: ({ conditionsBegun, pressureSeconds, added }) => {
        if (added.length > 0) return `It would evict ${added.length} more.`;
        if (conditionsBegun.after >= conditionsBegun.before) {
          return "The condition would change as often.";
        }
        const { before, after } = pressureSeconds;
        if (period <= PERIOD_USUAL || after <= before * PRESSURE_TIMES_MAX) return null;
        return (
          `The node would be under pressure for ${formatSeconds(after)} instead of ` +
          `${formatSeconds(before)}, and admit no pods for that long.`
        );
      },
    },
  ];
}

const FLAPS_MIN = 2;
/** Longer than this between two times of pressure, and they have nothing to do with each other. */
const GAP_SECONDS_MAX = 1800;
/** The kubelet's default. */
const PERIOD_USUAL = 300;
const PRESSURE_TIMES_MAX = 2;

/** The gaps from the end of each condition to its next beginning. */
function gapsOf(conditions: readonly ConditionTime[]): readonly number[] {
  const ended = new Map<string, string>();
  return conditions.flatMap(({ condition, from, to }) => {
    const before = ended.get(condition);
    if (to !== null) ended.set(condition, to);
    const seconds = before === undefined ? Number.POSITIVE_INFINITY : secondsBetween(before, from);
    return seconds > 0 && seconds <= GAP_SECONDS_MAX ? [seconds] : [];
  });
}

/** Nothing is known of how a pod would have gone on that the node's own kubelet ended. */
function againstAvoiding({ avoided, added }: Comparison, { traces }: Findings): string | null {
  if (added.length > 0) return `It would evict ${added.length} other: ${added[0]?.pod}.`;
  if (avoided.length === 0) return "It would avoid no eviction.";
  const gone = avoided.find((each) => !isRecordedToTheEnd(each, traces));
  if (gone === undefined) return null;
  return (
    `This cannot be verified: the recording continues without ${gone.pod}, so it does ` +
    "not show how much would have been left with it."
  );
}

function isRecordedToTheEnd({ uid }: OutcomeEviction, traces: readonly Trace[]): boolean {
  return traces.some(({ pods, lastPodStep }) => pods.get(uid)?.lastStep === lastPodStep);
}

function hardOf({ thresholds }: SignalEvidence) {
  return thresholds.find(({ hard, origin }) => hard && OWN.includes(origin));
}

function evictionsOf({ present }: Findings, what: string): readonly OutcomeEviction[] {
  return present.flatMap(({ evictions }) =>
    [...evictions.values()].filter((each) => each.what === what),
  );
}

/** Not by way of arguments, of which a long capture has too many. */
function largest(values: readonly number[]): number {
  return values.reduce((most, each) => Math.max(most, each), 0);
}

/** The next round amount above. */
function above(amount: number, signal: Signal): number {
  const step = isCounted(signal) ? 100 : amount >= 2 * GIB ? 256 * MIB : 64 * MIB;
  return (Math.floor(amount / step) + 1) * step;
}

/** The durations that people write. */
const DURATIONS = [30, 60, 90, 120, 180, 300, 600, 900, 1200, 1800, 2700, 3600];

/** A duration above; null when none is sensible. */
function roundedUp(seconds: number): number | null {
  return DURATIONS.find((each) => each > seconds) ?? null;
}

function within(seconds: number): string {
  return seconds <= INTERVAL_SECONDS
    ? `within ${formatSeconds(seconds)}`
    : `in ${INTERVAL_SECONDS} s (an average over ${formatSeconds(seconds)})`;
}

function times(count: number): string {
  return count === 1 ? "once" : count === 2 ? "twice" : `${count} times`;
}
