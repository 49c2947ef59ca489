/** A capture under two releases: what is evicted by one alone, later, or in another way. */
import type { ConfiguredEngine } from "../../engine/configuredEngine.ts";
import type { Decision, Eviction } from "../../engine/decision.ts";
import { formatSeconds } from "../../text/amount.ts";
import { ASSUMED_DEFAULTS } from "../../text/assumedDefaults.ts";
import { podText } from "../../text/podText.ts";
import { minorOf } from "../../text/release.ts";
import { clockOf } from "../../text/utc.ts";
import { outcomeKey } from "../diff/difference.ts";
import { EMPTY_TALLY, type Tally, tallied } from "../replay/tally.ts";
import { thresholdDifferences } from "./configuration.ts";
import type { Compared, Difference } from "./difference.ts";
import { type ComparedReleases, type Decides, type Rule, rulesBetween, rulesFor } from "./rules.ts";

/** How a pod was evicted first, and why. */
interface FirstEviction {
  readonly time: string;
  readonly eviction: Eviction;
  readonly signal: string;
}

/** What a capture is called, and the kubelet that it states. */
interface RecordedCapture {
  readonly name: string;
  readonly release: string | null;
}

type DecidingPolicy = Pick<ConfiguredEngine, "policy" | "isAssumed">;

type Side = 0 | 1;

/** Takes the decisions of both releases, step by step. */
export class CaptureComparison {
  readonly #evicted: readonly [Map<string, FirstEviction>, Map<string, FirstEviction>] = [
    new Map(),
    new Map(),
  ];
  #tallies: readonly [Tally, Tally] = [EMPTY_TALLY, EMPTY_TALLY];
  #steps = 0;
  #differing = 0;

  take(time: string, decisions: readonly [Decision, Decision] | null): void {
    const [before = null, after = null] = decisions ?? [];
    this.#tallies = [
      tallied(this.#tallies[0], { time, decision: before }),
      tallied(this.#tallies[1], { time, decision: after }),
    ];
    if (before === null || after === null) return;
    this.#steps += 1;
    if (outcomeKey(before) !== outcomeKey(after)) this.#differing += 1;
    this.#note(0, before);
    this.#note(1, after);
  }

  get steps(): number {
    return this.#steps;
  }

  compared(
    { name, release }: RecordedCapture,
    [before, after]: readonly [DecidingPolicy, DecidingPolicy],
    releases: ComparedReleases,
  ): Compared {
    const rules = rulesBetween(releases);
    return {
      input: name,
      checked: `${this.#steps} samples replayed, ${this.#differing} decided otherwise`,
      differences: [
        ...thresholdDifferences([before.policy, after.policy], rules),
        ...this.#evictions(rules),
        ...this.#pressures(rules),
      ],
      notes: [
        ...(before.isAssumed === true ? [`${name}: ${ASSUMED_DEFAULTS}`] : []),
        ...releaseNotes(name, release, releases),
      ],
    };
  }

  #note(side: Side, decision: Decision): void {
    const evicted = this.#evicted[side];
    for (const eviction of decision.evictions) {
      const key = `${eviction.uid} ${eviction.cause ?? ""}`;
      if (evicted.has(key)) continue;
      const signal = eviction.cause === undefined ? (decision.signal ?? "") : "";
      evicted.set(key, { time: decision.time, eviction, signal });
    }
  }

  #evictions(rules: readonly Rule[]): readonly Difference[] {
    const [before, after] = this.#evicted;
    const keys = new Set([...before.keys(), ...after.keys()]);
    return [...keys].flatMap((key) => evictionDifference(before.get(key), after.get(key), rules));
  }

  /** Seconds under pressure and node-level reclaims. */
  #pressures(rules: readonly Rule[]): readonly Difference[] {
    const [before, after] = this.#tallies;
    const conditions = [
      ...new Set([...before.conditionSeconds.keys(), ...after.conditionSeconds.keys()]),
    ];
    const counts = [
      ...conditions.map((condition) => ({
        what: condition,
        amounts: [before, after].map(({ conditionSeconds }) =>
          formatSeconds(conditionSeconds.get(condition) ?? 0),
        ),
      })),
      { what: "node-level reclaims", amounts: [before, after].map((t) => String(t.reclaims)) },
    ];
    return counts.flatMap(({ what, amounts: [a = "", b = ""] }) =>
      a === b
        ? []
        : [
            {
              kind: "pressure" as const,
              subject: what,
              ...{ before: a, after: b, isWorse: false },
              rules: rulesFor(rules, "eviction", ["thresholds", "reclaim"]),
            },
          ],
    );
  }
}

function releaseNotes(name: string, release: string | null, { from }: ComparedReleases) {
  if (release === null) return [`${name} states no release; ${from} is assumed.`];
  if (minorOf(release) === minorOf(from)) return [];
  return [`${name} was recorded with kubelet ${release}, and is decided on as ${from}.`];
}

const KEPT = "not evicted";

function evictionDifference(
  before: FirstEviction | undefined,
  after: FirstEviction | undefined,
  rules: readonly Rule[],
): readonly Difference[] {
  const known = after ?? before;
  if (known === undefined) return [];
  const subject = podText(known.eviction);
  const decided = decidedBy(before, after);
  if (decided.length === 0) return [];
  const isMessage = decided[0] === "message";
  return [
    {
      kind: isMessage ? "message" : "eviction",
      subject,
      before: isMessage ? (before?.eviction.message ?? "") : evictedWords(before, after),
      after: isMessage ? (after?.eviction.message ?? "") : evictedWords(after, before),
      isWorse: before === undefined,
      rules: rulesFor(rules, "eviction", decided),
    },
  ];
}

/** In what the two differ; nothing where they are equal. */
function decidedBy(
  before: FirstEviction | undefined,
  after: FirstEviction | undefined,
): readonly Decides[] {
  const known = after ?? before;
  if (before === undefined || after === undefined) {
    const isLimit = known?.eviction.cause !== undefined;
    return isLimit ? ["limits"] : ["ranking", "thresholds", "reclaim"];
  }
  if (before.time !== after.time || before.signal !== after.signal) {
    return ["ranking", "thresholds", "reclaim"];
  }
  if (before.eviction.gracePeriodSeconds !== after.eviction.gracePeriodSeconds) return ["grace"];
  if (before.eviction.message === after.eviction.message) return [];
  // It names the limit.
  return after.eviction.cause === undefined ? ["message"] : ["message", "limits"];
}

/** With its grace period where the two give the pod another. */
function evictedWords(own: FirstEviction | undefined, other: FirstEviction | undefined): string {
  if (own === undefined) return KEPT;
  const { gracePeriodSeconds } = own.eviction;
  const isOtherGrace =
    other !== undefined && other.eviction.gracePeriodSeconds !== gracePeriodSeconds;
  const signal = own.signal === "" || own.signal === other?.signal ? "" : ` for ${own.signal}`;
  const grace = isOtherGrace ? `, grace period ${formatSeconds(gracePeriodSeconds)}` : "";
  return `evicted at ${clockOf(own.time)}${signal}${grace}`;
}
