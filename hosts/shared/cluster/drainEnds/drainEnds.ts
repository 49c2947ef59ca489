/**
 * What would let a drain go on: each change is found from who blocks and who waits, and verified by
 * draining again. Bounded by drains, not by time, so that the answer is the same on every machine.
 */
import { ClusterAction, Detail } from "../../../../assembly/abi.ts";
import { EngineError } from "../../engineError.ts";
import type { DocumentInput } from "../../moduleInstance.ts";
import type { ObjectTree } from "../change.ts";
import { ChangedDocuments } from "../changedObjects.ts";
import type { ClusterEngine } from "../clusterEngine.ts";
import { CordonedNodes } from "../cordonedNodes.ts";
import type { Drain, DrainRequest, PendingPod } from "../drain.ts";
import { nearestChanges } from "../nearest/nearestChanges.ts";
import { type Documents, type Draft, objectNamed } from "./draft.ts";
import {
  blockedLevers,
  type DrainChange,
  flagLevers,
  type Lever,
  placementLever,
  roomLevers,
} from "./levers.ts";

/** Changes that work together, and what then comes of the drain. */
export interface DrainEnd {
  readonly changes: readonly DrainChange[];
  readonly verified: true;
  readonly evicted: number;
  readonly rounds: number;
  /** Pods that stay, or find no node, all the same; 0 where the drain is complete. */
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
  readonly engine: ClusterEngine;
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

class DrainEndSearch {
  readonly #question: Question;
  readonly #cordoned = new CordonedNodes();
  #tried = 0;

  constructor(question: Question) {
    this.#question = question;
    for (const document of question.documents) this.#cordoned.take(document);
  }

  *search(): Trying<DrainSearch> {
    const { request, drain } = this.#question;
    const asIs: Tried = { levers: [], draft: { request, changes: [], added: [] }, drain };
    const start = yield* this.#flagged(asIs);
    const found = isComplete(start) ? [start] : yield* this.#found(start);
    const ends = found.filter(({ levers }) => levers.length > 0).slice(0, FOUND_MAX);
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
      const levers = flagLevers(at.drain);
      if (levers.length === 0) break;
      const next = yield* this.#try(at, levers);
      if (next === null) break;
      at = next;
    }
    return at;
  }

  *#found(start: Tried): Trying<readonly Tried[]> {
    const single: Tried[] = [];
    let best = start;
    const better = new Map<Lever, Tried>();
    for (const lever of yield* this.#levers(start)) {
      const after = yield* this.#try(start, [lever]);
      if (after === null || leftOf(after.drain) >= leftOf(start.drain)) continue;
      if (isComplete(after)) single.push(after);
      else if (leftOf(after.drain) < leftOf(best.drain)) best = after;
      better.set(lever, after);
      if (single.length === FOUND_MAX) break;
    }
    if (single.length > 0 || best === start) return single.length > 0 ? single : [start];
    const set = yield* this.#together(best);
    return [set, ...(yield* this.#others(start, set, [...better.keys()]))];
  }

  /** One change after the other, each with which fewest pods are left. */
  *#together(first: Tried): Trying<Tried> {
    let at = first;
    while (!isComplete(at) && at.levers.length < TOGETHER_MAX) {
      let best = at;
      for (const lever of yield* this.#levers(at)) {
        const after = yield* this.#try(at, [lever]);
        if (after !== null && leftOf(after.drain) < leftOf(best.drain)) best = after;
        if (isComplete(best)) break;
      }
      if (best === at) break;
      at = best;
    }
    return at;
  }

  /** The set with another change in the place of one of them. */
  *#others(start: Tried, set: Tried, levers: readonly Lever[]): Trying<readonly Tried[]> {
    const found: Tried[] = [];
    const own = set.levers.slice(start.levers.length);
    for (const lever of levers) {
      if (own.some(({ change }) => change === lever.change)) continue;
      for (const place of own.keys()) {
        const levers = own.map((each, index) => (index === place ? lever : each));
        const after = yield* this.#try(start, levers);
        if (after === null || leftOf(after.drain) > leftOf(set.drain)) continue;
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
    const all = [...blockedLevers(documents, at.drain), ...pending];
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
      if ((yield* this.#try(at, [])) === null) break;
      if (engine.schedule(object) === ClusterAction.Done) continue;
      const decision = engine.report(Detail.Counterfactuals).parse();
      const cordoned = this.#cordoned;
      const found = nearestChanges({ engine, configuration, pod: object, decision, cordoned });
      for (const { changes, victims } of found) {
        if (victims === undefined) levers.push(placementLever(pod, changes));
      }
    }
    const isOfDrained = (name: string) => this.#cordoned.named(name) === undefined;
    return [...levers, ...roomLevers([drain.node].filter(isOfDrained))];
  }

  /** Null for what is refused, or comes after the last drain. */
  *#try(before: Tried, levers: readonly Lever[]): Trying<Tried | null> {
    if (this.#tried === DRAINS_MAX) return null;
    const { engine, configuration, documents } = this.#question;
    yield this.#tried;
    this.#tried += 1;
    const draft = levers.reduce((at, { apply }) => apply(at), before.draft);
    try {
      engine.clear();
      engine.configure(configuration);
      const changed = new ChangedDocuments(draft.changes);
      for (const document of documents) engine.objects(changed.changed(document));
      if (draft.added.length > 0) engine.objects({ kind: "List", items: draft.added });
      const drain = engine.drain(draft.request).parse();
      return { levers: [...before.levers, ...levers], draft, drain };
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
  const { events } = drain;
  return {
    changes: levers.map(({ apply: _, ...change }) => change),
    verified: true,
    evicted: events.filter(({ kind }) => kind === "Evicted").length,
    rounds: events.reduce((most, { round }) => Math.max(most, round), 0),
    left: drain.result === "Refused" ? 0 : leftOf(drain),
  };
}
