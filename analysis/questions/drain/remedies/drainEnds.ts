/**
 * What would let a drain go on: each change is found from who blocks and who waits, and verified by
 * draining again. Bounded by drains, not by time, so that the answer is the same on every machine.
 */
import { Detail, SchedulerAction } from "../../../../assembly/abi.ts";
import type { Drain, DrainRequest, DrainResult, PendingPod } from "../../../engine/drain.ts";
import { EngineError } from "../../../engine/engineError.ts";
import type { DocumentInput } from "../../../engine/moduleInstance.ts";
import type { SchedulerEngine } from "../../../engine/schedulerEngine.ts";
import type { ObjectTree } from "../../change/change.ts";
import { ChangedDocuments } from "../../change/changedObjects.ts";
import { CordonedNodes } from "../../change/cordonedNodes.ts";
import { scheduleRemedies } from "../../schedule/remedies/scheduleRemedies.ts";
import { finish } from "../../search.ts";
import { type Documents, type Draft, objectNamed } from "./draft.ts";
import {
  blockedLevers,
  type DrainChange,
  flagLever,
  inOrder,
  type Lever,
  placementLever,
  roomLevers,
  setsSame,
} from "./levers.ts";

/** Changes that work together, and what then comes of the drain. */
export interface DrainEnd {
  readonly changes: readonly DrainChange[];
  readonly verified: true;
  readonly evicted: number;
  readonly rounds: number;
  readonly result: Exclude<DrainResult, "Refused">;
  /** Pods that stay, or find no node, all the same. Drained with 0 is complete. */
  readonly left: number;
}

export interface DrainSearch {
  readonly ends: readonly DrainEnd[];
  /** The drains with each of them. */
  readonly drains: readonly Drain[];
  /** How often the node was drained. */
  readonly tried: number;
  readonly triedMax: number;
  readonly isWhole: boolean;
}

interface Question {
  readonly engine: SchedulerEngine;
  readonly configuration: DocumentInput | null;
  readonly documents: Documents;
  readonly request: DrainRequest;
  readonly drain: Drain;
}

const DRAINS_MAX = 96;
const FOUND_MAX = 6;
const TOGETHER_MAX = 12;
const PENDING_TRIED_MAX = 3;

type Trying<T> = Generator<number, T, undefined>;

interface Tried {
  readonly levers: readonly Lever[];
  readonly draft: Draft;
  readonly drain: Drain;
}

/** Yields before each drain how many there were. Nothing where nothing blocks, or is undecided. */
export function drainEnds(question: Question): Trying<DrainSearch> {
  return new DrainEndSearch(question).search();
}

/** Whether there is anything to search. */
export function isStuck({ result, pending }: Drain): boolean {
  return (
    result === "Blocked" || result === "Refused" || (result === "Drained" && pending.length > 0)
  );
}

/** Pods that stay on the node or find none; kubectl that refuses leaves all of them. */
function leftOf({ result, blocked = [], pending }: Drain): number {
  return result === "Refused" ? Number.POSITIVE_INFINITY : blocked.length + pending.length;
}

function isComplete({ drain }: Tried): boolean {
  return drain.result === "Drained" && leftOf(drain) === 0;
}

function isAsGood(some: Tried, other: Tried): boolean {
  return leftOf(some.drain) <= leftOf(other.drain) && (isComplete(some) || !isComplete(other));
}

class DrainEndSearch {
  readonly #question: Question;
  readonly #asIs: Draft;
  readonly #cordoned = new CordonedNodes();
  #tried = 0;

  constructor(question: Question) {
    this.#question = question;
    this.#asIs = { request: question.request, changes: [], added: [] };
    for (const document of question.documents) this.#cordoned.take(document);
  }

  *search(): Trying<DrainSearch> {
    const asIs: Tried = { levers: [], draft: this.#asIs, drain: this.#question.drain };
    const start = yield* this.#flagged(asIs);
    const found = isComplete(start) ? [start] : yield* this.#found(start);
    const ends = found
      .filter(({ levers, drain: { result } }) => levers.length > 0 && result !== "Refused")
      .toSorted((a, b) => leftOf(a.drain) - leftOf(b.drain) || a.levers.length - b.levers.length)
      .slice(0, FOUND_MAX);
    return {
      ends: ends.map(endOf),
      drains: ends.map((each) => each.drain),
      ...{ tried: this.#tried, triedMax: DRAINS_MAX, isWhole: this.#tried < DRAINS_MAX },
    };
  }

  /** With every flag that kubectl asks for; one pod may take several of them. */
  *#flagged(asIs: Tried): Trying<Tried> {
    let at = asIs;
    while (at.drain.result === "Refused") {
      const lever = flagLever(at.drain, asIs.draft.request, at.draft.request);
      const next = lever === null ? null : yield* this.#try([lever]);
      if (next === null) break;
      at = next;
    }
    return at;
  }

  *#found(start: Tried): Trying<readonly Tried[]> {
    const single: Tried[] = [];
    let best = start;
    const better: Lever[] = [];
    const enough: Lever[] = [];
    for (const lever of yield* this.#levers(start)) {
      if (enough.some((each) => setsSame(each, lever))) continue;
      const after = yield* this.#try([...start.levers, lever]);
      if (after === null || leftOf(after.drain) >= leftOf(start.drain)) continue;
      better.push(lever);
      if (!isComplete(after)) {
        if (leftOf(after.drain) < leftOf(best.drain)) best = after;
        continue;
      }
      enough.push(lever);
      if (single.push(after) === FOUND_MAX) break;
    }
    if (single.length > 0 || best === start) return single.length > 0 ? single : [start];
    const set = yield* this.#pruned(yield* this.#together(best));
    return [set, ...(yield* this.#others(start, set, better))];
  }

  /** One change after the other, each with which fewest pods are left. */
  *#together(first: Tried): Trying<Tried> {
    let at = first;
    while (!isComplete(at) && at.levers.length < TOGETHER_MAX) {
      let best = at;
      for (const lever of yield* this.#levers(at)) {
        const kept = at.levers.filter((each) => !setsSame(each, lever));
        const after = yield* this.#try([...kept, lever]);
        if (after !== null && leftOf(after.drain) < leftOf(best.drain)) best = after;
        if (isComplete(best)) break;
      }
      if (best === at) break;
      at = best;
    }
    return at;
  }

  /** Without changes that those after them have made superfluous. */
  *#pruned(set: Tried): Trying<Tried> {
    let at = set;
    const own = set.levers.filter(({ lever }) => lever !== "flag");
    if (own.length === 1) return at;
    for (const lever of own) {
      const after = yield* this.#try(at.levers.filter((each) => each !== lever));
      if (after !== null && isAsGood(after, at)) at = after;
    }
    return at;
  }

  /** The set with another change in the place of one of them. */
  *#others(start: Tried, set: Tried, levers: readonly Lever[]): Trying<readonly Tried[]> {
    const found: Tried[] = [];
    const own = set.levers.slice(start.levers.length);
    for (const lever of levers) {
      if (own.some(({ change }) => change === lever.change)) continue;
      for (const replaced of own) {
        const kept = own.filter((each) => each !== replaced);
        if (kept.some((each) => setsSame(each, lever))) continue;
        const together = own.map((each) => (each === replaced ? lever : each));
        const after = yield* this.#try([...start.levers, ...together]);
        if (after === null || !isAsGood(after, set)) continue;
        found.push(after);
        break;
      }
      if (found.length === FOUND_MAX - 1) break;
    }
    return found;
  }

  *#levers(at: Tried): Trying<readonly Lever[]> {
    const { documents } = this.#question;
    const pending = at.drain.pending.length > 0 ? yield* this.#placing(at) : [];
    const all = inOrder([...blockedLevers(documents, at.drain, at.draft), ...pending]);
    const seen = new Set(at.levers.map(({ change }) => change));
    return all.filter(({ change }) => !seen.has(change) && seen.add(change));
  }

  /** What the scheduler says would place the pods that wait, and more nodes. */
  *#placing(at: Tried): Trying<readonly Lever[]> {
    const { engine, configuration, documents, drain } = this.#question;
    const levers: Lever[] = [];
    for (const { pod, notJudged } of at.drain.pending.slice(0, PENDING_TRIED_MAX)) {
      const object = pendingPod(documents, pod);
      if (notJudged !== undefined || object === null) continue;
      if ((yield* this.#try(at.levers)) === null) break;
      if (engine.schedule(object) === SchedulerAction.Done) continue;
      const decision = engine.report(Detail.Counterfactuals).parse();
      const cordoned = this.#cordoned;
      const { remedies } = finish(
        scheduleRemedies({ engine, configuration, pod: object, decision, cordoned }),
      );
      for (const { changes, victims } of remedies) {
        const texts = changes.map(({ change }) => change);
        if (victims === undefined) levers.push(placementLever(pod, texts));
      }
    }
    const isOfDrained = (name: string) => this.#cordoned.named(name) === undefined;
    return [...levers, ...roomLevers([drain.node].filter(isOfDrained))];
  }

  /** Null for what is refused, or comes after the last drain. */
  *#try(levers: readonly Lever[]): Trying<Tried | null> {
    if (this.#tried === DRAINS_MAX) return null;
    const { engine, configuration, documents } = this.#question;
    yield this.#tried;
    this.#tried += 1;
    const draft = levers.reduce((at, { apply }) => apply(at), this.#asIs);
    try {
      engine.clear();
      engine.configure(configuration);
      const changed = new ChangedDocuments(draft.changes);
      for (const document of documents) engine.objects(changed.changed(document));
      if (draft.added.length > 0) engine.objects({ kind: "List", items: draft.added });
      const drain = engine.drain(draft.request).parse();
      return { levers, draft, drain };
    } catch (error) {
      // A change may make an object that the module refuses, or delete one that another changes.
      if (error instanceof EngineError) return null;
      throw error;
    }
  }
}

/** The pod that comes for one of the documents, as it is scheduled. */
function pendingPod(documents: Documents, { namespace, name }: PendingPod["pod"]) {
  const object = objectNamed(documents, { kind: "Pod", namespace, name });
  if (object === null) return null;
  const { nodeName: _, ...spec } = object.spec as ObjectTree;
  return { ...object, apiVersion: "v1", kind: "Pod", spec, status: { phase: "Pending" } };
}

function endOf({ levers, drain }: Tried): DrainEnd {
  const { events, result } = drain;
  return {
    changes: levers.map(({ apply: _, ...change }) => change),
    verified: true,
    evicted: events.filter(({ kind }) => kind === "Evicted").length,
    rounds: events.reduce((most, { round }) => Math.max(most, round), 0),
    result: result as DrainEnd["result"],
    left: leftOf(drain),
  };
}
