import type { Actuator, Outcome } from "../../../analysis/engine/actuator.ts";
import type { Decision, Eviction, NodeCondition } from "../../../analysis/engine/decision.ts";
import type { EvictionEngine } from "../../../analysis/engine/evictionEngine.ts";
import type { Snapshot } from "../../../analysis/engine/source.ts";
import type { SteadyClock } from "../../system/systemClock.ts";
import type { ActJournal, JournalEntry, Settled } from "../stateDirectory/actJournal.ts";
import type { Act, LoopPart } from "../step.ts";
import type { ClusterQuestions } from "./clusterQuestions.ts";
import { type Before, type Fresh, SecondEngine } from "./freshMeasurement.ts";
import {
  type Bounds,
  GUARD_RAILS,
  type GuardRail,
  type Question,
  staleness,
} from "./guardRails.ts";
import type { Identity } from "./identity.ts";

const NANOSECONDS_PER_SECOND = 1e9;
/** What was asked last is true for so long. */
const ANSWERS_SECONDS_MAX = 30;

export interface ActingParts {
  readonly actuator: Actuator;
  readonly journal: ActJournal;
  readonly bounds: Bounds;
  readonly identity: Identity;
  readonly newEngine: () => EvictionEngine;
  readonly clock: SteadyClock;
  /** Absent where nothing is asked of a cluster. */
  readonly cluster?: ClusterQuestions | null;
  /** Called before each part that may wait long for others. */
  readonly turned?: (part: LoopPart) => void;
}

/** Why an eviction is held back, and by which guard rail. */
interface Held {
  readonly rail: string;
  readonly reason: string;
}

const ASKED_LAST = GUARD_RAILS.filter(({ isAskedLast }) => isAskedLast === true);

/** What one step decided, and how to look again before acting on it. */
export interface DecidedStep {
  readonly decision: Decision;
  /** Nanoseconds since the epoch, of the snapshot. */
  readonly time: bigint;
  readonly before: Before;
  measure(): Promise<Snapshot | null>;
}

interface Measuring extends DecidedStep {
  /** Nanoseconds since measuring began. */
  passed(): bigint;
}

/** Carries decisions out, one act at a time, each behind the guard rails. */
export class Acting {
  readonly #parts: ActingParts;
  readonly #secondEngine: SecondEngine;
  /** By the time that has passed, independent of the time of day. */
  readonly #started: bigint;
  /** What was published last; null when that is not known. */
  #conditions: string | null = null;
  /** An eviction may be on its way: nothing spoke against it, and it has no outcome. */
  #isSent = false;
  #isEnding = false;

  constructor(parts: ActingParts) {
    this.#parts = parts;
    this.#secondEngine = new SecondEngine(parts.newEngine);
    this.#started = parts.clock.elapsed();
  }

  /** A PodList that was served at `time`; the guard rails ask it who is still there. */
  seen(pods: Uint8Array, time: bigint): void {
    this.#secondEngine.seen(pods, time);
  }

  /** The process is about to end, and does not wait for the act that it may be in. */
  end(): void {
    this.#isEnding = true;
    this.#parts.cluster?.end(this.#isSent);
  }

  async reclaim(decision: Decision, time: bigint): Promise<Act> {
    const { actuator, bounds } = this.#parts;
    const kind = "reclaimNodeLevelResources";
    const reason = staleness(decision, time, bounds);
    if (reason !== null) return withheld(kind, "stale-stats", reason);
    this.#parts.turned?.("act");
    return { kind, outcome: await made(() => actuator.reclaimNodeLevelResources(decision)) };
  }

  /** Null when the node reports them already. */
  async setNodeConditions(decision: Decision): Promise<Act | null> {
    const conditions: readonly NodeCondition[] = decision.nodeConditions;
    const names = conditions.join();
    if (names === this.#conditions) return null;
    const { actuator, cluster, turned } = this.#parts;
    turned?.("act");
    // Two daemons would undo what the other one writes, so the holder of the Lease writes alone.
    const objection = async () => (await cluster?.otherDaemon()) ?? null;
    const outcome = await made(() => actuator.setNodeConditions(conditions, decision, objection));
    // What could not be published is published with the next step.
    this.#conditions = outcome.done || !actuator.acts ? names : null;
    return { kind: "setNodeConditions", outcome };
  }

  /** Every eviction the decision asks for, in its order. */
  async evict(step: DecidedStep): Promise<Act[]> {
    const acts: Act[] = [];
    let fresh: Promise<Snapshot | null> | null = null;
    const { clock } = this.#parts;
    let measuredAt = clock.elapsed();
    const measure = () => {
      if (fresh === null) {
        measuredAt = clock.elapsed();
        fresh = step.measure();
      }
      return fresh;
    };
    const passed = () => clock.elapsed() - measuredAt;
    for (const eviction of step.decision.evictions) {
      acts.push(await this.#evictOne(eviction, { ...step, measure, passed }));
    }
    return acts;
  }

  async #evictOne(eviction: Eviction, step: Measuring): Promise<Act> {
    const { actuator, journal } = this.#parts;
    const { namespace, name, uid } = eviction;
    const pod = { namespace, name, uid };
    const question = this.#question(eviction, step);
    const held = await this.#held(GUARD_RAILS, question);
    if (held !== null) return { ...withheld("evict", held.rail, held.reason), pod };
    let intended: JournalEntry;
    try {
      intended = await journal.intend(eviction, step.time);
    } catch (error) {
      return {
        ...withheld("evict", "journal", `it cannot be written to the journal (${error})`),
        pod,
      };
    }
    const objection = () => this.#lastObjection(question);
    const outcome = await made(() => actuator.evict(eviction, step.decision, objection));
    this.#isSent = false;
    return { kind: "evict", pod, outcome: await this.#settled(intended, outcome) };
  }

  /** What was answered before this process was stopped may be true no more when it goes on. */
  async #lastObjection(question: Question): Promise<string | null> {
    const { clock } = this.#parts;
    const asked = clock.elapsed();
    const held = await this.#held(ASKED_LAST, question);
    if (held !== null) return `withheld by ${held.rail}: ${held.reason}`;
    if (this.#isEnding) return "this daemon is about to end";
    const seconds = Math.floor(Number(clock.elapsed() - asked) / NANOSECONDS_PER_SECOND);
    this.#isSent = seconds <= ANSWERS_SECONDS_MAX;
    return this.#isSent ? null : `the last answers took ${seconds} s`;
  }

  /** The first rail that holds the eviction back. What cannot be evaluated is held back, too. */
  async #held(rails: readonly GuardRail[], question: Question): Promise<Held | null> {
    for (const { name, holds } of rails) {
      this.#parts.turned?.("act");
      try {
        const reason = await holds(question);
        if (reason !== null) return { rail: name, reason };
      } catch (error) {
        return { rail: name, reason: `it cannot be evaluated (${error})` };
      }
    }
    return null;
  }

  /** The same outcome, and in its sentence that the journal does not have it. */
  async #settled(intended: JournalEntry, outcome: Outcome): Promise<Outcome> {
    const { actuator, journal } = this.#parts;
    const made: Settled = outcome.done || !actuator.acts ? "made" : "failed";
    try {
      await journal.settle(intended, outcome.unknown === true ? "presumed" : made);
      return outcome;
    } catch (error) {
      const missing = `The journal lacks this outcome (${error})`;
      const sentence = `${outcome.sentence} ${missing}; after a restart it counts as made.`;
      return { ...outcome, sentence };
    }
  }

  #question(eviction: Eviction, step: Measuring): Question {
    const { decision, time, before, measure, passed } = step;
    const { journal, bounds, identity, clock } = this.#parts;
    let active: ReadonlySet<string> | null = null;
    let fresh: Promise<Fresh> | null = null;
    return {
      eviction,
      decision,
      time,
      runningSeconds: Number(clock.elapsed() - this.#started) / NANOSECONDS_PER_SECOND,
      bounds,
      identity,
      journal: journal.entries,
      isThere: ({ uid }) => {
        active ??= this.#secondEngine.activeUids(before.configurationJson);
        return active.has(uid);
      },
      listed: () => this.#secondEngine.listed(before.configurationJson),
      configurationJson: before.configurationJson,
      cluster: this.#parts.cluster ?? null,
      passed,
      fresh: () => {
        fresh ??= measure().then((snapshot) =>
          this.#secondEngine.measure(before, snapshot, eviction),
        );
        return fresh;
      },
    };
  }
}

function withheld(kind: Act["kind"], rail: string, reason: string): Act {
  return {
    kind,
    outcome: { done: false, sentence: `Withheld by ${rail}: ${reason}.` },
    withheldBy: rail,
  };
}

/** An actuator that fails has an outcome like any other, and it is unknown how far it came. */
async function made(act: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await act();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { done: false, unknown: true, sentence: `The actuator failed: ${reason}` };
  }
}
