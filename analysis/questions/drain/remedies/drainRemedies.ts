/**
 * The smallest changes with which a drain goes on: each is found from the pods that are blocked or
 * find no node, and verified by draining again.
 */
import { Detail, SchedulerAction } from "../../../../assembly/abi.ts";
import type { Drain, DrainRequest, DrainResult } from "../../../engine/drain.ts";
import type { DocumentInput } from "../../../engine/moduleInstance.ts";
import type { SchedulerEngine } from "../../../engine/schedulerEngine.ts";
import { podText } from "../../../text/podText.ts";
import { ChangedDocuments } from "../../change/changedObjects.ts";
import { CordonedNodes } from "../../change/cordonedNodes.ts";
import type { Remedies, Remedy } from "../../remedy.ts";
import { toleratesCordons } from "../../schedule/remedies/candidates.ts";
import { scheduleRemedies } from "../../schedule/remedies/scheduleRemedies.ts";
import { finish, isEnough, Search, type Searching, type Trial } from "../../search.ts";
import { countLeft, countNotRecreated, isComplete, returnedPods } from "../leftPods.ts";
import {
  blockedChanges,
  type Candidate,
  candidatesOf,
  type DraftChange,
  type DrainChange,
  flagChange,
  placementChange,
  roomChange,
  setsSame,
  type World,
  worldOf,
} from "./candidates.ts";
import { type Documents, type Draft, objectNamed, replacementOf } from "./draft.ts";
import { emptiedBudgetWords } from "./emptiedBudget.ts";

/** Changes that are made together, and how the drain then ends. */
export interface DrainRemedy extends Remedy<DrainChange["kind"]> {
  readonly changes: readonly DrainChange[];
  readonly evicted: number;
  readonly rounds: number;
  readonly result: Exclude<DrainResult, "Refused">;
  /** Pods that still stay, return or find no node. Drained with 0 is complete. */
  readonly left: number;
  /** The pods that return to the node, as they also do without the changes. */
  readonly returned: number;
  /** The evicted pods that no controller replaces. */
  readonly notRecreated: number;
}

export interface DrainRemedies extends Remedies<DrainRemedy> {
  /** The drain with each of them. */
  readonly drains: readonly Drain[];
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

type Drained = Pick<Trial<Candidate, World, Drain>, "world" | "result">;

/** Searches for fixes, unless nothing blocks or the drain is undecided. */
export function drainRemedies(question: Question): Searching<DrainRemedies> {
  return new RemedySearch(question).remedies();
}

function isAsGood({ result: some }: Drained, { result: other }: Drained): boolean {
  return countLeft(some) <= countLeft(other) && (isComplete(some) || !isComplete(other));
}

/** The first of those that leave fewest pods. */
function fewestLeft<Some extends Drained>(drained: readonly Some[]): Some | undefined {
  return drained.toSorted((a, b) => countLeft(a.result) - countLeft(b.result))[0];
}

class RemedySearch {
  readonly #question: Question;
  readonly #asIs: Draft;
  readonly #cordoned = new CordonedNodes();
  /** Pods that return whatever is changed; null before they are known. */
  #returning: ReadonlySet<string> | null = null;
  readonly #search: Search<Candidate, World, Drain>;
  /** The drain with the flags that kubectl asks for. */
  #start: Drained;
  /** Whether no change that places a pod was left out. */
  #isPlacingComplete = true;

  constructor(question: Question) {
    const { request, documents, drain } = question;
    this.#question = question;
    this.#asIs = { request, changes: [], added: [] };
    this.#start = { world: worldOf(this.#asIs, []), result: drain };
    for (const document of documents) this.#cordoned.take(document);
    this.#search = new Search({
      run: (world) => {
        const result = this.#drained(world);
        return this.#bringsBack(result) ? null : result;
      },
      effectOf: (result) => {
        if (isComplete(result)) return "enough";
        return countLeft(result) < countLeft(this.#start.result) ? "partial" : "none";
      },
      triedMax: DRAINS_MAX,
    });
  }

  *remedies(): Searching<DrainRemedies> {
    this.#start = yield* this.#withFlags(this.#start);
    this.#returning = new Set(returnedPods(this.#start.result).map(podText));
    const found = isComplete(this.#start.result) ? [this.#start] : yield* this.#found();
    const best = found
      .filter(({ world, result }) => world.changes.length > 0 && result.result !== "Refused")
      .toSorted(
        (a, b) =>
          countLeft(a.result) - countLeft(b.result) ||
          a.world.changes.length - b.world.changes.length,
      )
      .slice(0, FOUND_MAX);
    const { extent } = this.#search;
    return {
      remedies: best.map(remedyOf),
      search: { ...extent, isComplete: extent.isComplete && this.#isPlacingComplete },
      drains: best.map(({ result }) => result),
    };
  }

  /** With every flag that kubectl asks for; one pod may take several of them. */
  *#withFlags(asIs: Drained): Searching<Drained> {
    let at = asIs;
    while (at.result.result === "Refused") {
      const { request } = at.world.draft;
      const change = flagChange(at.result, this.#question.request, request);
      const next = change === null ? null : yield* this.#run([change]);
      if (next === null) break;
      at = next;
    }
    return at;
  }

  *#found(): Searching<readonly Drained[]> {
    const { world } = this.#start;
    const candidates = yield* this.#candidates(this.#start);
    const helping = yield* this.#search.smallest(world, candidates, FOUND_MAX);
    const enough = helping.filter(isEnough);
    const first = fewestLeft(helping);
    if (enough.length > 0 || first === undefined) return enough.length > 0 ? enough : [this.#start];
    const set = yield* this.#needed(yield* this.#together(first));
    const changes = helping.flatMap(({ candidate, value }) => candidate.changes[value] ?? []);
    return [set, ...(yield* this.#others(set, changes))];
  }

  /** One change after the other, each with which fewest pods are left. */
  *#together(first: Drained): Searching<Drained> {
    let at = first;
    while (!isComplete(at.result) && at.world.changes.length < TOGETHER_MAX) {
      const candidates = yield* this.#candidates(at);
      const next = fewestLeft(yield* this.#search.smallest(at.world, candidates, 1));
      if (next === undefined || countLeft(next.result) >= countLeft(at.result)) break;
      at = next;
    }
    return at;
  }

  /** The changes without those that later changes made superfluous. */
  *#needed(set: Drained): Searching<Drained> {
    let at = set;
    const own = set.world.changes.filter(({ kind }) => kind !== "flag");
    if (own.length === 1) return at;
    for (const change of own) {
      const after = yield* this.#run(at.world.changes.filter((each) => each !== change));
      if (after !== null && isAsGood(after, at)) at = after;
    }
    return at;
  }

  /** The set with one change replaced by another. */
  *#others(set: Drained, changes: readonly DraftChange[]): Searching<readonly Drained[]> {
    const found: Drained[] = [];
    const flags = this.#start.world.changes;
    const own = set.world.changes.slice(flags.length);
    for (const change of changes) {
      if (own.some((each) => each.change === change.change)) continue;
      for (const replaced of own) {
        const kept = own.filter((each) => each !== replaced);
        if (kept.some((each) => setsSame(each, change))) continue;
        const together = own.map((each) => (each === replaced ? change : each));
        const after = yield* this.#run([...flags, ...together]);
        if (after === null || !isAsGood(after, set)) continue;
        found.push(after);
        break;
      }
      if (found.length === FOUND_MAX - 1) break;
    }
    return found;
  }

  *#candidates(at: Drained): Searching<readonly Candidate[]> {
    const { documents } = this.#question;
    const placing = at.result.pending.length > 0 ? yield* this.#placing(at) : [];
    return candidatesOf([...blockedChanges(documents, at.result, at.world.draft), ...placing]);
  }

  /** What the scheduler says would place the pods that find no node, and another node. */
  *#placing({ world, result }: Drained): Searching<readonly DraftChange[]> {
    const { engine, configuration, documents, drain } = this.#question;
    const changes: DraftChange[] = [];
    for (const { pod: name, notEvaluated } of result.pending.slice(0, PENDING_TRIED_MAX)) {
      const object = objectNamed(documents, { kind: "Pod", ...name });
      if (notEvaluated !== undefined || object === null) continue;
      if ((yield* this.#search.run(world)) === null) break;
      const pod = replacementOf(object);
      if (engine.schedule(pod) === SchedulerAction.Done) continue;
      const decision = engine.report(Detail.Counterfactuals).parse();
      const cordoned = this.#cordoned;
      const { remedies, search } = finish(
        scheduleRemedies({ engine, configuration, pod, decision, cordoned }),
      );
      this.#isPlacingComplete &&= search.isComplete;
      // A cordon is tolerated on the drained node, too, which is to have no pod.
      const placing = remedies.filter(
        ({ changes: own, victims, node }) =>
          victims === undefined && node !== drain.node && !own.some(toleratesCordons),
      );
      changes.push(...placing.map((remedy) => placementChange(name, remedy.changes)));
    }
    if (this.#cordoned.named(drain.node) === undefined) changes.push(roomChange(drain.node));
    return changes;
  }

  *#run(changes: readonly DraftChange[]): Searching<Drained | null> {
    const world = worldOf(this.#asIs, changes);
    const result = yield* this.#search.run(world);
    return result === null ? null : { world, result };
  }

  /** Whether a pod returns to the drained node only with the changes. */
  #bringsBack(drain: Drain): boolean {
    const known = this.#returning;
    return known !== null && returnedPods(drain).some((pod) => !known.has(podText(pod)));
  }

  #drained({ draft }: World): Drain {
    const { engine, configuration, documents } = this.#question;
    engine.clear();
    engine.configure(configuration);
    const changed = new ChangedDocuments(draft.changes);
    for (const document of documents) engine.objects(changed.changed(document));
    if (draft.added.length > 0) engine.objects({ kind: "List", items: draft.added });
    return engine.drain(draft.request).parse();
  }
}

function remedyOf({ world, result: drain }: Drained): DrainRemedy {
  const { events, result } = drain;
  return {
    changes: world.changes.map((change) => publishedChange(change, drain)),
    verified: true,
    evicted: events.filter(({ kind }) => kind === "Evicted").length,
    rounds: events.reduce((most, { round }) => Math.max(most, round), 0),
    result: result as DrainRemedy["result"],
    left: countLeft(drain),
    returned: returnedPods(drain).length,
    notRecreated: countNotRecreated(drain),
  };
}

/** With what it costs, as far as the drain shows it. */
function publishedChange(draft: DraftChange, { budgets }: Drain): DrainChange {
  const { apply: _, budget: changed, ...change } = draft;
  const after = budgets.find(
    ({ namespace, name }) => namespace === changed?.namespace && name === changed.name,
  );
  const cost = after === undefined ? null : emptiedBudgetWords(change.kind, after);
  return cost === null ? change : { ...change, cost };
}
