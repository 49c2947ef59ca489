/**
 * Where two policies part over one capture. The command line and the page take their steps each in
 * its own way, and count and word what differs here.
 */

import type { Decision, Policy, PolicyThreshold } from "../../engine/decision.ts";
import { formatSeconds } from "../../text/amount.ts";
import { podText, podTexts } from "../../text/podText.ts";
import type { RecordedEnd } from "../replay/parting.ts";
import { EMPTY_TALLY, type TalliedEviction, type Tally, tallied } from "../replay/tally.ts";

/** One step under both policies. */
export interface ComparedStep {
  /** RFC 3339, in UTC. */
  readonly time: string;
  /** The number of the step; the next step's is one more. */
  readonly step: number;
  /** Null when nothing was observed; both see the same record. */
  readonly decisions: readonly [Decision, Decision] | null;
  /** The decisions with their arithmetic; asked for once, at the first difference. */
  inFull(): readonly [Decision, Decision] | null;
}

/** A step under both policies, with the step before it (null at the start). */
export interface DifferentStep {
  readonly time: string;
  readonly before: readonly [Decision | null, Decision | null];
  readonly after: readonly [Decision, Decision];
}

/** Steps one after the other whose two outcomes read the same. */
export interface DifferentRun {
  readonly time: string;
  readonly step: number;
  readonly steps: number;
  readonly outcomes: readonly [string, string];
}

/** Two policies over the same capture. */
export interface Comparison {
  /** Steps in which something was observed. */
  readonly steps: number;
  readonly first: DifferentStep | null;
  readonly runs: readonly DifferentRun[];
  readonly tallies: readonly [Tally, Tally];
  /** In the order of the capture; absent where it records none. */
  readonly recorded?: readonly RecordedEnd[];
}

/** Collects where two policies part, step by step. */
export class Comparing {
  readonly #runs: DifferentRun[] = [];
  #steps = 0;
  #first: DifferentStep | null = null;
  #before: DifferentStep["before"] = [null, null];
  #tallies: Comparison["tallies"] = [EMPTY_TALLY, EMPTY_TALLY];

  /** Takes both decisions of a step; returns whether they differ. */
  take({ time, step, decisions, inFull }: ComparedStep): boolean {
    const [tallyA, tallyB] = this.#tallies;
    const [a = null, b = null] = decisions ?? [];
    this.#tallies = [
      tallied(tallyA, { time, decision: a }),
      tallied(tallyB, { time, decision: b }),
    ];
    if (a === null || b === null) return false;
    this.#steps += 1;
    const differs = outcomeKey(a) !== outcomeKey(b);
    if (differs) {
      this.#first ??= { time, before: this.#before, after: inFull() ?? [a, b] };
      this.#addRun({ time, step, steps: 1, outcomes: outcomeWords(a, b) });
    }
    this.#before = [a, b];
    return differs;
  }

  /** The first eviction of a pod that one of the two alone has evicted so far; else null. */
  get parted(): TalliedEviction | null {
    const [a, b] = this.#tallies;
    const alone = ({ evictions }: Tally, other: Tally) => {
      const uids = new Set(other.evictions.map(({ uid }) => uid));
      return evictions.find(({ uid }) => !uids.has(uid));
    };
    return alone(a, b) ?? alone(b, a) ?? null;
  }

  get comparison(): Comparison {
    return { steps: this.#steps, first: this.#first, runs: this.#runs, tallies: this.#tallies };
  }

  /** Lengthens the last run when it reads the same and ended in the step before. */
  #addRun(run: DifferentRun): void {
    const last = this.#runs.at(-1);
    const continues =
      last !== undefined &&
      last.step + last.steps === run.step &&
      last.outcomes.every((words, index) => words === run.outcomes[index]);
    if (continues) this.#runs[this.#runs.length - 1] = { ...last, steps: last.steps + 1 };
    else this.#runs.push(run);
  }
}

/** Steps that differ, of all. */
export function differingSteps({ runs }: Pick<Comparison, "runs">): number {
  return runs.reduce((sum, { steps }) => sum + steps, 0);
}

/** What a policy does in a step, as one text; words and numbers of messages do not count. */
export function outcomeKey(decision: Decision): string {
  const { action, nodeConditions, reclaim, reclaimSufficient, evictions } = decision;
  const evicted = evictions.map(({ uid, gracePeriodSeconds }) => [uid, gracePeriodSeconds]);
  const reclaimed = [reclaim, reclaimSufficient ?? null];
  return JSON.stringify([action, driverOf(decision), nodeConditions, reclaimed, evicted]);
}

/** The results of two decisions, in a few words; common parts are stated once. */
export function outcomeWords(a: Decision, b: Decision): readonly [string, string] {
  const shown = {
    conditions: a.nodeConditions.join() !== b.nodeConditions.join(),
    graces: podTexts(a.evictions) === podTexts(b.evictions),
    drivers: driverOf(a) !== driverOf(b),
  };
  return [wordsOf(a, shown), wordsOf(b, shown)];
}

function wordsOf(
  decision: Decision,
  shown: { readonly conditions: boolean; readonly graces: boolean; readonly drivers: boolean },
): string {
  const { evictions, nodeConditions, reclaimSufficient } = decision;
  const pods = evictions.map((each) => {
    const grace = shown.graces
      ? ` with grace period ${formatSeconds(each.gracePeriodSeconds)}`
      : "";
    return podText(each) + grace;
  });
  const driver = driverOf(decision);
  const words = [
    shown.drivers && driver !== null ? `${driver} met` : null,
    pods.length > 0 ? `evicts ${pods.join(", ")}` : null,
    reclaimSufficient === undefined ? null : reclaimSufficient ? "reclaims" : "reclaims too little",
    shown.conditions && nodeConditions.length > 0 ? nodeConditions.join(" ") : null,
  ].filter((each) => each !== null);
  return words.length === 0 ? "quiet" : words.join("; ");
}

/** The threshold that was chosen to reclaim, such as `hard memory.available`. */
export function driverOf({ signal, hard }: Decision): string | null {
  return signal === undefined ? null : `${hard ? "hard" : "soft"} ${signal}`;
}

/** A setting that two policies have otherwise; null where one has none. */
export interface DifferingSetting {
  readonly setting: string;
  readonly a: string | null;
  readonly b: string | null;
}

/** What two policies have otherwise, the thresholds of A first. */
export function differingSettings(a: Policy, b: Policy): readonly DifferingSetting[] {
  const [left, right] = [new Map(settingsOf(a)), new Map(settingsOf(b))];
  return [...new Set([...left.keys(), ...right.keys()])]
    .map((setting) => ({
      setting,
      a: left.get(setting) ?? null,
      b: right.get(setting) ?? null,
    }))
    .filter((each) => each.a !== each.b);
}

function settingsOf(policy: Policy): readonly [string, string][] {
  return [
    ...policy.thresholds.map(thresholdSetting),
    ["pressure transition period", formatSeconds(policy.pressureTransitionPeriodSeconds)],
    ["maximum pod grace period", formatSeconds(policy.maxPodGracePeriodSeconds)],
    ["profile", policy.profile],
    ["kubelet", policy.kubeletVersion],
  ];
}

function thresholdSetting(threshold: PolicyThreshold): [string, string] {
  const { signal, hard, value, gracePeriodSeconds, minReclaim } = threshold;
  const grace = hard ? "" : ` for ${formatSeconds(gracePeriodSeconds)}`;
  const reclaim = minReclaim === undefined ? "" : `, minimum reclaim ${minReclaim}`;
  return [`${signal} ${hard ? "hard" : "soft"}`, `${value}${grace}${reclaim}`];
}
