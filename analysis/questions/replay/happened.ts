/** What a capture records of evictions, next to what the policy decides on its numbers. */
import { Action } from "../../../assembly/abi.ts";
import type { Decision, Eviction } from "../../engine/decision.ts";
import { podKey } from "../../read/capture/listedPods.ts";
import { readMessage } from "../../read/messages/message.ts";
import { formatPair, formatSeconds, plural } from "../../text/amount.ts";
import {
  type ComparedEvent,
  DOES_THE_SAME,
  eventsInOrder,
  evictsInstead,
  evictsOnly,
} from "../../text/comparedEvent.ts";
import { evictionSignal } from "../../text/evictionSignal.ts";
import {
  limitAndAvailable,
  nearestThreshold,
  type ObservedThreshold,
} from "../../text/observedThreshold.ts";
import { podText } from "../../text/podText.ts";
import { formatTime, secondsBetween } from "../../text/time.ts";
import { clockOf } from "../../text/utc.ts";
import { type ComparedRow, evictedFor, LIMIT_WORDS, OWN_LIMITS } from "./comparedRows.ts";
import {
  isSame,
  MEASURED_EVERY_NANOSECONDS,
  type RecordedEviction,
  type RecordedEvictions,
} from "./recordedEvictions.ts";
import type { ReplayStep } from "./replay.ts";

/** A recorded eviction: member `happened` of `replay --output json`. */
export interface HappenedEviction {
  /** RFC 3339: when it was first seen; absent where nothing says it. */
  readonly time?: string;
  readonly namespace: string;
  readonly name: string;
  readonly reason: string;
  readonly message: string;
  /** Where it is recorded. */
  readonly source: "podStatus" | "event" | "log" | "series";
  /** Whether the policy evicts the same pod then, another one, or none; or without numbers. */
  readonly policy: "agrees" | "other" | "none" | "unknown";
  readonly other?: { readonly namespace: string; readonly name: string };
}

/** A decision that nothing recorded confirms: member `policyOnly`. */
export interface PolicyOnlyEviction {
  readonly time?: string;
  readonly namespace: string;
  readonly name: string;
  /** The last record that shows the pod running, if there is one after the decision. */
  readonly stillRunningUntil?: string;
}

type Other = NonNullable<HappenedEviction["other"]>;

export interface Happened {
  readonly happened: readonly HappenedEviction[];
  readonly policyOnly: readonly PolicyOnlyEviction[];
}

/** What material records, next to what the policy decides on its numbers. */
export interface RecordedAndDecided {
  /** Takes each step, while the engine holds its decision. */
  take(step: ReplayStep): void;
  result(): Happened;
  /**
   * A sentence for each, in order of time; the last one counts those that are left out. None where
   * the records neither say that a pod was evicted nor that one was not.
   */
  lines(): readonly ComparedEvent[];
  /** The same as rows of a table; empty where no pod is recorded as evicted. */
  rows(): readonly ComparedRow[];
  /** Why the first eviction that is decided did not happen; null where nothing says so. */
  doubt(): string | null;
  /** How far apart the records are, and what that means; one sentence each. */
  notes(): readonly string[];
}

type Near = Pick<ObservedThreshold, "signal" | "hard" | "limit" | "available">;

/** Steps that evict one pod, none far from the one before it. */
interface Decided {
  readonly pod: Eviction;
  readonly signal: string;
  /** The threshold that decided; null for a local storage limit. */
  readonly near: Near | null;
  readonly first: bigint;
  last: bigint;
}

interface Compared {
  readonly row: HappenedEviction & { readonly time: string };
  readonly eviction: RecordedEviction;
}

interface Unconfirmed {
  readonly row: PolicyOnlyEviction & { readonly time: string };
  readonly signal: string;
  readonly near: Near | null;
  readonly fate: Fate | undefined;
}

/** The first list in which a pod no longer runs, although it contains the pod. */
interface Fate {
  readonly time: bigint;
  /** The reason of its status; null for a pod that was deleted and has not ended. */
  readonly reason: string | null;
}

const EVERY = secondsText(MEASURED_EVERY_NANOSECONDS);
export const KUBELET_MEASURES = `a kubelet measures every ${EVERY}, at other times`;

export class HappenedEvictions implements RecordedAndDecided {
  readonly #recorded: RecordedEvictions;
  /** In order of time. */
  readonly #decided: Decided[] = [];
  /** The latest of each pod. */
  readonly #latest = new Map<string, Decided>();
  /** When each pod was seen running last; those that run on are in `#watched`. */
  readonly #running = new Map<string, bigint>();
  readonly #watched = new Set<string>();
  readonly #fates = new Map<string, Fate>();
  #records = 0;
  #first: bigint | null = null;
  #before: bigint | null = null;
  #longest = 0n;

  constructor(recorded: RecordedEvictions) {
    this.#recorded = recorded;
  }

  take(step: ReplayStep): void {
    const isQuiet = step.action === Action.None;
    this.step(step.time, isQuiet ? null : (step.decision()?.parse() ?? null));
  }

  /** After the step of a record; null when it evicts no pod. */
  step(time: bigint, decision: Decision | null): void {
    this.#records += 1;
    this.#first ??= time;
    const gap = time - (this.#before ?? time);
    if (gap > this.#longest) this.#longest = gap;
    this.#before = time;
    for (const key of this.#watched) {
      if (this.#recorded.listed.running.has(key)) this.#running.set(key, time);
      else {
        this.#watched.delete(key);
        this.#noteFate(key, time);
      }
    }
    const apart = gap > MEASURED_EVERY_NANOSECONDS ? gap : MEASURED_EVERY_NANOSECONDS;
    for (const eviction of decision?.evictions ?? []) {
      const key = podKey(eviction);
      const known = this.#latest.get(key);
      this.#watched.add(key);
      if (known !== undefined && time - known.last <= apart) known.last = time;
      else {
        const decided = decidedOf(eviction, time, decision);
        this.#latest.set(key, decided);
        this.#decided.push(decided);
      }
    }
  }

  #noteFate(key: string, time: bigint): void {
    const { ended, deleted } = this.#recorded.listed;
    const reason = ended.get(key)?.reason ?? null;
    if (reason !== null || deleted.has(key)) this.#fates.set(key, { time, reason });
  }

  result(): Happened {
    const happened = this.#compared().map(({ row }) => row);
    const policyOnly = this.#unconfirmed().map(({ row }) => row);
    return { happened, policyOnly };
  }

  lines(): readonly ComparedEvent[] {
    const compared = this.#compared();
    const unconfirmed = this.#unconfirmed();
    const isSaid = ({ row, fate }: Unconfirmed) =>
      row.stillRunningUntil !== undefined || typeof fate?.reason === "string";
    if (compared.length === 0 && !unconfirmed.some(isSaid)) return [];
    return eventsInOrder([...compared.map(recordedLine), ...unconfirmed.map(policyLine)]);
  }

  rows(): readonly ComparedRow[] {
    const compared = this.#compared();
    if (compared.length === 0) return [];
    const recorded = compared.map((each) => {
      const row = recordedRow(each);
      return { ...row, ...this.#decidedApart(row, each.eviction) };
    });
    const rows = [...recorded, ...this.#unconfirmed().map(policyRow)];
    return rows.sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0));
  }

  doubt(): string | null {
    const [first] = this.#unconfirmed();
    if (first === undefined) return null;
    const isDoubt = first.row.stillRunningUntil !== undefined || (first.fate?.reason ?? "") !== "";
    return isDoubt ? fateOf(first) : null;
  }

  notes(): readonly string[] {
    const { before } = this.#recorded;
    const [first, last] = [this.#first ?? 0n, this.#before ?? 0n];
    const steps = BigInt(Math.max(1, this.#records - 1));
    const apart = secondsText((last - first) / steps);
    const distance =
      `The records are ${apart} apart, ${secondsText(this.#longest)} at most; ` +
      `${KUBELET_MEASURES}.`;
    const earlier =
      `${plural(before, "pod")} had been evicted before the capture begins, so it does not ` +
      "contain the numbers behind that.";
    return [distance, ...(before > 0 ? [earlier] : [])];
  }

  #compared(): readonly Compared[] {
    return this.#recorded.found.map((eviction) => {
      const { namespace, name, reason, message, by } = eviction;
      const agrees = this.#agrees(eviction);
      const other = agrees ? null : this.#otherThan(eviction);
      const policy = agrees ? "agrees" : other === null ? "none" : "other";
      const source = "podStatus";
      const row = {
        time: formatTime(by),
        namespace,
        name,
        reason,
        message,
        source,
        policy,
      } as const;
      return { row: { ...row, ...(other === null ? {} : { other }) }, eviction };
    });
  }

  #unconfirmed(): readonly Unconfirmed[] {
    // A pod is recorded once.
    const recorded = new Map(this.#recorded.found.map((each) => [podKey(each), each]));
    const isConfirmed = (decided: Decided) => {
      const eviction = recorded.get(podKey(decided.pod));
      return eviction !== undefined && isOf(decided, eviction);
    };
    return this.#decided
      .filter((decided) => !isConfirmed(decided))
      .map(({ pod, signal, near, first, last }) => {
        const { namespace, name } = pod;
        const key = podKey(pod);
        const running = this.#running.get(key) ?? last;
        const until = running > last ? { stillRunningUntil: formatTime(running) } : {};
        const row = { time: formatTime(first), namespace, name, ...until };
        return { row, signal, near, fate: this.#fates.get(key) };
      });
  }

  #agrees(eviction: RecordedEviction): boolean {
    const { decision } = eviction;
    const isDecided = decision?.evictions.some((each) => isSame(each, eviction)) ?? false;
    return isDecided || this.#decided.some((each) => this.#isThen(each, eviction));
  }

  /** When the steps first evict the pod, where that is another moment than the record's. */
  #decidedApart({ time }: ComparedRow, eviction: RecordedEviction): Pick<ComparedRow, "decided"> {
    const then = this.#decided.find((each) => this.#isThen(each, eviction));
    const decided = then === undefined ? time : formatTime(then.first);
    return Math.abs(secondsBetween(decided, time)) < 1 ? {} : { decided };
  }

  #isThen(decided: Decided, eviction: RecordedEviction): boolean {
    return isSame(decided.pod, eviction) && isOf(decided, eviction);
  }

  #otherThan(eviction: RecordedEviction): Other | null {
    const [own] = eviction.decision?.evictions ?? [];
    const isThen = ({ first, last }: Decided) => isAround(eviction, first, last);
    const pod = own ?? this.#decided.find(isThen)?.pod;
    return pod === undefined ? null : { namespace: pod.namespace, name: pod.name };
  }
}

function recordedLine({ row, eviction }: Compared): ComparedEvent {
  const { other, ...itself } = row;
  const isItself = other !== undefined && podText(other) === podText(row);
  return recordedEvent(isItself ? itself : row, row.time, whyNone(eviction, isItself));
}

/** `none` is the sentence for a policy that evicts no pod then. */
export function recordedEvent(row: HappenedEviction, time: string, none: string): ComparedEvent {
  const { policy, other } = row;
  const agrees = policy === "agrees";
  const otherwise = other === undefined ? none : evictsInstead([podText(other)]);
  const sentence = `${podText(row)} is evicted. ${agrees ? DOES_THE_SAME : otherwise}`;
  return { agrees, time, sentence };
}

/** At the moment of the decision where the policy agrees, else when it was first seen. */
function recordedRow({ row, eviction }: Compared): ComparedRow {
  const { policy, other, message } = row;
  const { decision, isDecided } = eviction;
  const own = decision?.evictions.find((each) => isSame(each, eviction));
  const isItself = other !== undefined && podText(other) === podText(row);
  const verdict = policy === "none" || isItself ? (isDecided ? "recordedOnly" : "unknown") : policy;
  const cause = own?.cause;
  const detail = verdict === "other" ? other : undefined;
  const resource = evictedFor(message);
  const isNear = decision !== null && cause === undefined && resource !== OWN_LIMITS;
  const near = isNear ? decidedBy(decision, readMessage(message).signals) : null;
  return {
    time: own === undefined || decision === null ? row.time : decision.time,
    pod: podText(row),
    resource,
    verdict,
    ...(detail === undefined ? {} : { detail: otherName(detail, row) }),
    ...(cause === undefined ? {} : { detail: LIMIT_WORDS[cause] }),
    ...(near === null ? {} : { nearest: nearOf(near) }),
  };
}

/** A pod of the same namespace is named without it. */
function otherName(other: Other, { namespace }: Other): string {
  return other.namespace === namespace ? other.name : podText(other);
}

/** The threshold that decides, else the nearest one of the signals that are meant. */
function decidedBy(decision: Decision, signals: readonly string[] = []): Near | null {
  const { signal, hard, limit, available, thresholds = [] } = decision;
  if (signal === undefined || limit === undefined || available === undefined) {
    const own = thresholds.filter((each) => signals.includes(each.signal));
    return nearestThreshold(own.length === 0 ? decision : { ...decision, thresholds: own });
  }
  return { signal, hard: hard !== false, limit, available };
}

function nearOf(near: Near): NonNullable<ComparedRow["nearest"]> {
  const { signal, hard } = near;
  const [limit, available] = formatPair(signal, near.limit, near.available);
  return { signal, available, limit, hard, isBelow: near.available < near.limit };
}

function policyRow(each: Unconfirmed): ComparedRow {
  const { row, signal, near } = each;
  return {
    ...{ time: row.time, pod: podText(row), verdict: "policyOnly", fate: fateOf(each) },
    resource: signal.endsWith("fs.limit") ? OWN_LIMITS : signal,
    ...(near === null ? {} : { nearest: nearOf(near) }),
  };
}

function policyLine(each: Unconfirmed): ComparedEvent {
  const { row, signal } = each;
  const sentence = `${evictsOnly(podText(row), signal)} ${fateOf(each)}`;
  return { agrees: false, time: row.time, sentence };
}

function fateOf({ row: { stillRunningUntil: until }, fate }: Unconfirmed): string {
  return until === undefined
    ? fateWords(fate)
    : `It keeps running: the record of ${clockOf(until)} still has it.`;
}

function fateWords(fate: Fate | undefined): string {
  if (fate === undefined) return "No later record contains it.";
  const { time, reason } = fate;
  const by = `The record of ${clockOf(formatTime(time))}`;
  if (reason === null) return `${by} has it as deleted.`;
  return `${by} has it as ended${reason === "" ? "" : `, with the reason ${reason}`}.`;
}

/** Whether the steps evict the pod when it was evicted, or as a kubelet did at its next moment. */
function isOf({ pod, first, last }: Decided, eviction: RecordedEviction): boolean {
  return podKey(pod) === podKey(eviction) && isAround(eviction, first, last);
}

/** Whether the steps from `first` to `last` are near an eviction, as a kubelet measures. */
export function isAround(
  { after, by }: Pick<RecordedEviction, "after" | "by">,
  first: bigint,
  last: bigint,
): boolean {
  return first <= by && last >= after - MEASURED_EVERY_NANOSECONDS;
}

function decidedOf(pod: Decision["evictions"][number], time: bigint, decision: Decision | null) {
  const signal = evictionSignal(pod, decision ?? {});
  const near = decision === null || pod.cause !== undefined ? null : decidedBy(decision);
  return { pod, signal, near, first: time, last: time };
}

/** What was nearest to a threshold where the policy evicts no pod, or this one otherwise. */
function whyNone({ decision, isDecided }: RecordedEviction, isItself: boolean): string {
  if (isItself) {
    const own = decision?.evictions[0];
    const signal = own === undefined ? "" : evictionSignal(own, decision ?? {});
    return `The policy evicts it then, but for ${signal || "another reason"}.`;
  }
  if (!isDecided) {
    return "No step evicts it; with so many evictions, this one was not evaluated again.";
  }
  return `These numbers do not explain it: ${nearestWords(decision)}`;
}

function nearestWords(decision: Decision | null): string {
  const nearest = decision === null ? null : nearestThreshold(decision);
  if (nearest === null) return "they have no signal with a threshold.";
  const { signal } = nearest;
  const [limit, available] = limitAndAvailable(nearest);
  if (nearest.available >= nearest.limit) {
    return `their lowest ${signal} is ${available}, and the threshold is ${limit}.`;
  }
  return `${signal} is ${available}, under its threshold of ${limit}, and no pod is evicted.`;
}

/** `1.2s` below ten seconds. */
export function secondsText(nanoseconds: bigint): string {
  const seconds = Number(nanoseconds) / 1e9;
  return seconds < 10 ? `${Number(seconds.toFixed(1))}s` : formatSeconds(seconds);
}
