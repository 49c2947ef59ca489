/** The pods that two releases evict from one capture: when, why and with which grace period. */
import type { Decision, Eviction } from "../../engine/decision.ts";
import { podKey } from "../../read/capture/listedPods.ts";
import { formatSeconds } from "../../text/amount.ts";
import { podText } from "../../text/podText.ts";
import { clockSince } from "../../text/utc.ts";
import { LIMIT_WORDS } from "../replay/comparedRows.ts";
import type { Difference } from "./difference.ts";
import { type Decides, type Rule, rulesFor } from "./rules.ts";

/** How a pod is evicted in a step. */
interface EvictedPod {
  readonly time: string;
  readonly eviction: Eviction;
  /** The local storage limit or the threshold that is the reason. */
  readonly reason: string;
}

type Sides<T> = readonly [T, T];
type Found = Sides<EvictedPod | undefined>;

/** The first step in which the two evict a pod otherwise. */
interface DifferingPod {
  readonly time: string;
  readonly found: Found;
  /** What follows for the side that does not evict the pod in this step. */
  readonly later: Found;
}

const NONE: Found = [undefined, undefined];

/** Compares the evictions of each step; it keeps a row for each pod that is evicted at all. */
export class EvictionComparison {
  readonly #pods = new Set<string>();
  /** Pods that each side evicts, whenever. */
  readonly #evicted: Sides<Set<string>> = [new Set(), new Set()];
  readonly #differing = new Map<string, DifferingPod>();
  readonly #worded = new Map<string, Found>();

  /** The first pod that one side alone has evicted so far. */
  get parted(): { readonly uid: string; readonly pod: string } | null {
    const uid = [...this.#pods].find((each) => !this.isOfBoth(each));
    const found = uid === undefined ? undefined : this.#differing.get(uid)?.found;
    const known = found?.[0] ?? found?.[1];
    return uid === undefined || known === undefined ? null : { uid, pod: podText(known.eviction) };
  }

  /** Whether both sides, or neither, have evicted a pod so far. */
  isOfBoth(uid: string): boolean {
    return this.#evicted[0].has(uid) === this.#evicted[1].has(uid);
  }

  isOfFirst(uid: string): boolean {
    return this.#evicted[0].has(uid);
  }

  take(before: Decision, after: Decision): void {
    const own = [evictionsOf(before), evictionsOf(after)] as const;
    for (const uid of new Set([...own[0].keys(), ...own[1].keys()])) {
      const found = [own[0].get(uid), own[1].get(uid)] as const;
      this.#pods.add(uid);
      this.#compare(uid, after.time, found);
      for (const side of [0, 1] as const) if (found[side]) this.#evicted[side].add(uid);
    }
  }

  /** `since`: the first time of the capture. */
  differences(rules: readonly Rule[], since: string | null): readonly Difference[] {
    const clock = (time: string) => clockSince(since, time);
    return [...this.#pods].flatMap((uid) => {
      const differing = this.#differing.get(uid);
      if (differing !== undefined) return [this.#eviction(uid, differing, { rules, clock })];
      const worded = this.#worded.get(uid);
      return worded === undefined ? [] : messageDifference(worded, rules);
    });
  }

  #compare(uid: string, time: string, found: Found): void {
    const known = this.#differing.get(uid);
    if (known !== undefined) {
      const later = [0, 1].map((side) => known.later[side] ?? found[side]);
      this.#differing.set(uid, { ...known, later: [later[0], later[1]] });
    } else if (decidedBy(found).length > 0) {
      this.#differing.set(uid, { time, found, later: NONE });
    } else if (found[0]?.eviction.message !== found[1]?.eviction.message) {
      if (!this.#worded.has(uid)) this.#worded.set(uid, found);
    }
  }

  #eviction(uid: string, differing: DifferingPod, { rules, clock }: Wording): Difference {
    const { found } = differing;
    const words = (side: 0 | 1) => this.#words(uid, side, differing, clock);
    const known = found[1] ?? found[0];
    return {
      kind: "eviction",
      subject: known === undefined ? uid : podText(known.eviction),
      ...{ before: words(0), after: words(1) },
      isWorse: !this.#evicted[0].has(uid),
      rules: rulesFor(rules, "eviction", decidedBy(found)),
    };
  }

  #words(uid: string, side: 0 | 1, differing: DifferingPod, clock: Wording["clock"]): string {
    const { time, found, later } = differing;
    const own = found[side];
    if (own !== undefined) return evictedWords(own, found[side === 0 ? 1 : 0], clock);
    const next = later[side];
    if (next !== undefined) return `evicted at ${clock(next.time)}`;
    return this.#evicted[side].has(uid) ? `not evicted at ${clock(time)}` : "not evicted";
  }
}

interface Wording {
  readonly rules: readonly Rule[];
  /** A time, with its date where the capture began on another day. */
  readonly clock: (time: string) => string;
}

function evictionsOf({ time, evictions, hard, signal }: Decision): Map<string, EvictedPod> {
  const threshold = `${hard ? "hard" : "soft"} ${signal}`;
  return new Map(
    evictions.map((eviction) => [
      podKey(eviction),
      { time, eviction, reason: eviction.cause ? LIMIT_WORDS[eviction.cause] : threshold },
    ]),
  );
}

/** What can be the reason of another eviction; nothing where at most the words differ. */
function decidedBy([before, after]: Found): readonly Decides[] {
  const isMissing = before === undefined || after === undefined;
  const isOtherGrace =
    before?.eviction.gracePeriodSeconds !== after?.eviction.gracePeriodSeconds && !isMissing;
  const grace: readonly Decides[] = isOtherGrace ? ["grace"] : [];
  if (!isMissing && before.reason === after.reason) return grace;
  const isLimit = [before, after].every((each) => each?.eviction.cause !== undefined || !each);
  // A limit that is exceeded ends the step before the thresholds are looked at.
  return isLimit ? ["limits", ...grace] : ["ranking", "thresholds", "reclaim", "limits", ...grace];
}

/** With its reason and its grace period where the two have another. */
function evictedWords(
  own: EvictedPod,
  other: EvictedPod | undefined,
  clock: Wording["clock"],
): string {
  const { gracePeriodSeconds } = own.eviction;
  const reason = other === undefined || own.reason === other.reason ? "" : ` for ${own.reason}`;
  const isOtherGrace =
    other !== undefined && other.eviction.gracePeriodSeconds !== gracePeriodSeconds;
  const grace = isOtherGrace ? `, grace period ${formatSeconds(gracePeriodSeconds)}` : "";
  return `evicted at ${clock(own.time)}${reason}${grace}`;
}

function messageDifference([before, after]: Found, rules: readonly Rule[]): readonly Difference[] {
  if (before === undefined || after === undefined) return [];
  // The message of a limit names it.
  const isLimit = after.eviction.cause !== undefined;
  return [
    {
      ...{ kind: "message", subject: podText(after.eviction), isWorse: false },
      ...{ before: before.eviction.message, after: after.eviction.message },
      rules: rulesFor(rules, "eviction", isLimit ? ["message", "limits"] : ["message"]),
    },
  ];
}
