/** Compares the recorded events with what the policy decides on the recorded numbers. */

import type { Decision, Signal } from "../../engine/decision.ts";
import { formatAmount, plural } from "../../text/amount.ts";
import {
  type ComparedEvent,
  eventsInOrder,
  evictsInstead,
  evictsOnly,
} from "../../text/comparedEvent.ts";
import { evictionSignal } from "../../text/evictionSignal.ts";
import { podText } from "../../text/podText.ts";
import type { RecordedEvent } from "./recordedEvents.ts";

interface StepEviction {
  readonly time: number;
  readonly uid: string;
  readonly pod: string;
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

const RECLAIM_NOTE = " No series has what deleting images freed; assuming nothing.";

export class EventComparison {
  readonly #happened: readonly RecordedEvent[];
  readonly #interval: number;
  readonly #evictions: StepEviction[] = [];
  readonly #figures: StepFigure[] = [];
  readonly #conditions: { readonly time: number; readonly names: readonly string[] }[] = [];

  constructor(happened: readonly RecordedEvent[], intervalSeconds: number) {
    this.#happened = happened;
    this.#interval = intervalSeconds * 1000;
  }

  /** A decision with the thresholds' arithmetic. */
  step(decision: Decision): void {
    const time = Date.parse(decision.time);
    for (const eviction of decision.evictions) {
      const { uid } = eviction;
      const signal = evictionSignal(eviction, decision);
      this.#evictions.push({ time, uid, pod: podText(eviction), signal });
    }
    for (const threshold of decision.thresholds ?? []) {
      const { signal, available, limit, hard, gracePeriodSatisfied } = threshold;
      if (available === undefined || limit === undefined) continue;
      const isInGrace = !hard && !gracePeriodSatisfied;
      this.#figures.push({ time, signal, available, limit, isInGrace });
    }
    this.#conditions.push({ time, names: decision.nodeConditions });
  }

  /** In order of time; at most forty, and the last one counts the rest. */
  lines(): readonly ComparedEvent[] {
    const pods = this.#happened.filter(({ kind }) => kind === "evictedPod");
    return eventsInOrder([
      ...this.#happened.flatMap((each) => this.#lineOf(each, pods)),
      ...this.#unconfirmed(pods),
    ]);
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
      ? `On these numbers the policy evicts ${decided.map(({ pod }) => pod).join(", ")}.`
      : this.#why(window, each.signal === undefined ? [] : [each.signal]);
    return [{ agrees, time: each.by, sentence: `The kubelet counts ${what}. ${words}` }];
  }

  #podLine(each: RecordedEvent): ComparedEvent {
    const { namespace = "", name = "", uid = "", by } = each;
    const window = this.#windowOf(each);
    const signals = this.#countedIn(window);
    const decided = this.#evictions.filter(({ time }) => isWithin(time, window));
    const own = decided.find((eviction) => eviction.uid === uid);
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
    const decided = this.#evictions.filter(({ time }) => isWithin(time, window));
    const others = decided.filter(({ uid }) => !this.#isEvicted(uid)).map(({ pod }) => pod);
    if (others.length > 0) return evictsInstead(others);
    const [first] = decided;
    if (first === undefined) return this.#why(window, signals);
    return (
      `On these numbers the policy evicts ${first.pod} then: a kubelet measures again after each ` +
      `eviction, and scrapes ${this.#interval / 1000} s apart do not.`
    );
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
      : `The scrapes show ${shown}, and yet the policy evicts no pod on them: ` +
          "they leave out what decided.";
  }

  /** Evictions on the numbers at hand that nothing confirms, each pod once. */
  #unconfirmed(pods: readonly RecordedEvent[]): readonly ComparedEvent[] {
    const seen = new Set(pods.map(({ uid }) => uid));
    const lines: ComparedEvent[] = [];
    for (const { uid, pod, signal, time } of this.#evictions) {
      if (seen.has(uid)) continue;
      seen.add(uid);
      const sentence =
        `${evictsOnly(pod, signal)} ` +
        `No series says that it was evicted.${signal.includes("fs.") ? RECLAIM_NOTE : ""}`;
      lines.push({ agrees: false, time: new Date(time).toISOString(), sentence });
    }
    return lines;
  }
}

function isWithin(time: number, { after, by }: Window): boolean {
  return time >= after && time <= by;
}

function overlaps(a: Window, b: Window): boolean {
  return a.after <= b.by && b.after <= a.by;
}
