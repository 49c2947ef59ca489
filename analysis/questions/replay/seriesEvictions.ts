/** What series record of evictions and conditions, next to what the policy decides on them. */
import { Detail } from "../../../assembly/abi.ts";
import type { Decision, PodName, Signal } from "../../engine/decision.ts";
import type { RecordedEvent } from "../../read/prometheus/recordedEvents.ts";
import { withoutRanking } from "../../read/readable.ts";
import { formatAmount, plural } from "../../text/amount.ts";
import {
  type ComparedEvent,
  eventsInOrder,
  evictsInstead,
  evictsOnly,
} from "../../text/comparedEvent.ts";
import { evictionSignal } from "../../text/evictionSignal.ts";
import { podText } from "../../text/podText.ts";
import { formatTime } from "../../text/time.ts";
import type { ComparedRow } from "./comparedRows.ts";
import {
  type Happened,
  type HappenedEviction,
  KUBELET_MEASURES,
  type RecordedAndDecided,
  secondsText,
} from "./happened.ts";
import type { ReplayStep } from "./replay.ts";

interface StepEviction {
  readonly time: number;
  readonly pod: PodName;
  readonly signal: string;
}

/** The least that was available of a signal in one step, and the limits it is evaluated by. */
interface StepFigure {
  readonly time: number;
  readonly signal: Signal;
  readonly available: number;
  readonly limit: number;
  /** It is a soft one, and its grace period has not passed. */
  readonly isInGrace: boolean;
}

/** A window of time in which something happened, in milliseconds. */
interface Window {
  readonly after: number;
  readonly by: number;
}

const RECLAIM_NOTE = " No series shows what deleting images freed; assuming nothing.";

export class SeriesEvictions implements RecordedAndDecided {
  readonly #happened: readonly RecordedEvent[];
  readonly #interval: number;
  readonly #evictions: StepEviction[] = [];
  readonly #figures: StepFigure[] = [];
  readonly #conditions: { readonly time: number; readonly names: readonly string[] }[] = [];

  constructor(happened: readonly RecordedEvent[], intervalSeconds: number) {
    this.#happened = happened;
    this.#interval = intervalSeconds * 1000;
  }

  take(step: ReplayStep): void {
    const answer = step.decision(Detail.Arithmetic);
    this.step(answer === null ? null : withoutRanking(answer));
  }

  /** After each step: its decision with the thresholds' arithmetic, null where none was taken. */
  step(decision: Decision | null): void {
    if (decision === null) return;
    const time = Date.parse(decision.time);
    for (const eviction of decision.evictions) {
      const signal = evictionSignal(eviction, decision);
      this.#evictions.push({ time, pod: eviction, signal });
    }
    for (const threshold of decision.thresholds ?? []) {
      const { signal, available, limit, hard, gracePeriodSatisfied } = threshold;
      if (available === undefined || limit === undefined) continue;
      const isInGrace = !hard && !gracePeriodSatisfied;
      this.#figures.push({ time, signal, available, limit, isInGrace });
    }
    this.#conditions.push({ time, names: decision.nodeConditions });
  }

  result(): Happened {
    const pods = this.#happened.filter(({ kind }) => kind === "evictedPod");
    const policyOnly = this.#unconfirmed(pods).map(({ time, pod: { namespace, name } }) => {
      return { time: timeOf(time), namespace, name };
    });
    return { happened: pods.map((each) => this.#row(each)), policyOnly };
  }

  /** In order of time; at most forty, and the last one counts the rest. */
  lines(): readonly ComparedEvent[] {
    const pods = this.#happened.filter(({ kind }) => kind === "evictedPod");
    return eventsInOrder([
      ...this.#happened.flatMap((each) => this.#lineOf(each, pods)),
      ...this.#unconfirmed(pods).map(unconfirmedLine),
    ]);
  }

  rows(): readonly ComparedRow[] {
    const { happened, policyOnly } = this.result();
    if (happened.length === 0) return [];
    const rows = [
      ...happened.map(recordedRow),
      ...policyOnly.map(({ time = "", ...pod }): ComparedRow => {
        return { time, pod: podText(pod), resource: "", verdict: "policyOnly" };
      }),
    ];
    return rows.sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0));
  }

  /** No series says what became of a pod. */
  doubt(): string | null {
    return null;
  }

  notes(): readonly string[] {
    const apart = secondsText(BigInt(this.#interval) * 1_000_000n);
    return [`The scrapes are ${apart} apart; ${KUBELET_MEASURES}.`];
  }

  #windowOf({ after, by }: RecordedEvent): Window {
    const end = Date.parse(by);
    // The step that evicts is taken on stats of a scrape before what it brings about is seen.
    return {
      after: (after === undefined ? end - this.#interval : Date.parse(after)) - this.#interval,
      by: end,
    };
  }

  #lineOf(each: RecordedEvent, pods: readonly RecordedEvent[]): readonly ComparedEvent[] {
    if (each.kind === "evictedPod") return [this.#podLine(each)];
    if (each.kind === "condition") return [this.#conditionLine(each)];
    const window = this.#windowOf(each);
    const named = pods.filter((pod) => overlaps(this.#windowOf(pod), window));
    const count = each.count ?? 0;
    if (named.length >= count) return [];
    const what = `${plural(count, "eviction")} for ${each.signal}`;
    const decided = this.#evictions.filter(
      ({ time, signal }) => isWithin(time, window) && signal === each.signal,
    );
    const agrees = decided.length >= count;
    const words = agrees
      ? `On these numbers the policy evicts ${decided.map(({ pod }) => podText(pod)).join(", ")}.`
      : this.#why(window, each.signal === undefined ? [] : [each.signal]);
    return [{ agrees, time: each.by, sentence: `The kubelet counts ${what}. ${words}` }];
  }

  #podLine(each: RecordedEvent): ComparedEvent {
    const { namespace = "", name = "", uid = "", by } = each;
    const window = this.#windowOf(each);
    const signals = this.#countedIn(window);
    const decided = this.#evictions.filter(({ time }) => isWithin(time, window));
    const own = decided.find(({ pod }) => pod.uid === uid);
    const counted = own !== undefined && signals.includes(own.signal) ? [own.signal] : signals;
    const reason = counted.length === 0 ? "" : ` for ${counted.join(" or ")}`;
    const what = `${podText({ namespace, name })} is evicted${reason}.`;
    if (own !== undefined) {
      const how = counted.includes(own.signal) ? "" : `, for ${own.signal}`;
      const sentence = `${what} On these numbers the policy does the same${how}.`;
      return { agrees: true, time: by, sentence };
    }
    return { agrees: false, time: by, sentence: `${what} ${this.#instead(window, signals)}` };
  }

  /** What the policy does on these numbers where it does not evict the pod. */
  #instead(window: Window, signals: readonly string[]): string {
    const { others, first } = this.#othersIn(window);
    if (others.length > 0) return evictsInstead(others.map(podText));
    if (first === undefined) return this.#why(window, signals);
    return (
      `On these numbers the policy evicts ${podText(first)} then: a kubelet measures again ` +
      `after each eviction, and scrapes ${this.#interval / 1000} s apart do not.`
    );
  }

  /** The pods that the policy evicts then but no series records, and the first of all pods. */
  #othersIn(window: Window): { readonly others: readonly PodName[]; readonly first?: PodName } {
    const decided = this.#evictions.filter(({ time }) => isWithin(time, window));
    const pods = decided.map(({ pod }) => pod);
    const others = pods.filter(({ uid }) => !this.#isEvicted(uid));
    return { others, ...(pods[0] === undefined ? {} : { first: pods[0] }) };
  }

  #row(each: RecordedEvent): HappenedEviction {
    const { namespace = "", name = "", uid = "", by } = each;
    const window = this.#windowOf(each);
    const known = { time: timeOf(Date.parse(by)), namespace, name, reason: "Evicted", message: "" };
    const row = { ...known, source: "series" as const };
    const isDecided = this.#evictions.some(
      ({ time, pod }) => pod.uid === uid && isWithin(time, window),
    );
    if (isDecided) return { ...row, policy: "agrees" };
    const { others, first } = this.#othersIn(window);
    const other = others[0] ?? first;
    if (other !== undefined) {
      const { namespace, name } = other;
      return { ...row, policy: "other", other: { namespace, name } };
    }
    const isMeasured = this.#figures.some(({ time }) => isWithin(time, window));
    return { ...row, policy: isMeasured ? "none" : "unknown" };
  }

  /** The signals that the kubelet counts evictions for in a window. */
  #countedIn(window: Window): readonly string[] {
    const counted = this.#happened.filter(
      (other) => other.kind === "evictions" && overlaps(this.#windowOf(other), window),
    );
    return [...new Set(counted.map(({ signal = "" }) => signal))];
  }

  #isEvicted(uid: string): boolean {
    return this.#happened.some((each) => each.kind === "evictedPod" && each.uid === uid);
  }

  #conditionLine(each: RecordedEvent): ComparedEvent {
    const { condition = "", status = false, by } = each;
    const window = this.#windowOf(each);
    const what = `${condition} ${status ? "begins" : "ends"}.`;
    const isSeen = this.#conditions.some(
      ({ time, names }) => isWithin(time, window) && names.includes(condition) === status,
    );
    const words = isSeen ? "So it does on these numbers." : "On these numbers it does not.";
    return { agrees: isSeen, time: by, sentence: `${what} ${words}` };
  }

  /** What the numbers around an eviction say, when they do not lead to it. */
  #why(window: Window, signals: readonly string[]): string {
    const near = this.#figures.filter(
      (figure) =>
        isWithin(figure.time, window) && (signals.length === 0 || signals.includes(figure.signal)),
    );
    const lowest = near.reduce<StepFigure | null>(
      (least, figure) =>
        least === null || figure.available - figure.limit < least.available - least.limit
          ? figure
          : least,
      null,
    );
    if (lowest === null) {
      const what = signals.length === 0 ? "a signal" : signals.join(" or ");
      return `No scrape near it has the numbers of ${what}.`;
    }
    const [available, limit] = [lowest.available, lowest.limit].map((each) =>
      formatAmount(lowest.signal, each),
    );
    const shown = `${lowest.signal} at ${available}, under the threshold of ${limit}`;
    if (lowest.available >= lowest.limit) {
      return (
        `The scrapes, ${this.#interval / 1000} s apart, do not show it: their lowest ` +
        `${lowest.signal} near it is ${available}, and the threshold is ${limit}.`
      );
    }
    return lowest.isInGrace
      ? `The scrapes show ${shown}, and on them its grace period has not passed.`
      : `The scrapes show ${shown}, but on them the policy evicts no pod: they lack what ` +
          "caused the eviction.";
  }

  /** Evictions on the numbers at hand that nothing confirms, each pod once. */
  #unconfirmed(pods: readonly RecordedEvent[]): readonly StepEviction[] {
    const seen = new Set(pods.map(({ uid = "" }) => uid));
    return this.#evictions.filter(({ pod: { uid } }) => {
      const isSeen = seen.has(uid);
      seen.add(uid);
      return !isSeen;
    });
  }
}

function recordedRow({ time = "", policy, other, ...pod }: HappenedEviction): ComparedRow {
  const verdict = policy === "none" ? "recordedOnly" : policy;
  const instead = other === undefined ? {} : { detail: podText(other) };
  return { time, pod: podText(pod), resource: "", verdict, ...instead };
}

function unconfirmedLine({ time, pod, signal }: StepEviction): ComparedEvent {
  const note = signal.includes("fs.") ? RECLAIM_NOTE : "";
  const sentence = `${evictsOnly(podText(pod), signal)} No series says that it was evicted.${note}`;
  return { agrees: false, time: new Date(time).toISOString(), sentence };
}

function timeOf(milliseconds: number): string {
  return formatTime(BigInt(milliseconds) * 1_000_000n);
}

function isWithin(time: number, { after, by }: Window): boolean {
  return time >= after && time <= by;
}

function overlaps(a: Window, b: Window): boolean {
  return a.after <= b.by && b.after <= a.by;
}
